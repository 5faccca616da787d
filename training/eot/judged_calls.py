"""Reads judged-calls/: telephone calls written for this project, one call after another with an empty line between, a turn a line, `|percent|` at
every pause and turn end: how likely a reader took the turn for over there, who knew the words up to there and those of the turn before alone.
"""
import glob
import os
import re

from words import CONTEXT_WORDS, TURN_WORDS, words

SURE = 0.99
"""No judgement counts as surer than this."""


def files(folder):
    """{name without .txt: path}, one a writer."""
    return {os.path.splitext(os.path.basename(path))[0]: path for path in sorted(glob.glob(f"{folder}/*.txt"))}


def turns(path):
    """[(text before the turn, [(text between two pauses, percent)])], the turns of all calls of a file in order."""
    found = []
    for call in open(path, encoding="utf8").read().strip().split("\n\n"):
        before = ""
        for line in call.split("\n"):
            parts = re.split(r"\|(\d+)\|", line.partition(":")[2])
            if len(parts) < 3 or parts[-1].strip():
                raise ValueError(f"{path}: every turn ends with |percent|, this one does not: {line!r}")
            pieces = [(said.strip(), int(percent)) for said, percent in zip(parts[::2], parts[1::2])]
            found.append((before, pieces))
            before = " ".join(said for said, _ in pieces)
    return found


def judged(paths):
    """[(words before, words of the turn up to a pause, probability that it is over)], as much of both as the text head reads."""
    pauses = []
    for path in paths:
        for before, pieces in turns(path):
            context, said = words(before)[-CONTEXT_WORDS:], []
            for piece, percent in pieces:
                said = said + words(piece)
                if said:
                    pauses.append((context, said[-TURN_WORDS:], min(max(percent / 100, 1 - SURE), SURE)))
    return pauses


def spoken(paths):
    """The same calls as turns for train_text.py, with `|` at their pauses and no judgement."""
    return [dict(source="written", context=before, turn=" | ".join(said for said, _ in pieces)) for path in paths for before, pieces in turns(path)]
