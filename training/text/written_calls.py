"""Reads the written calls: telephone calls written and judged for this project (data/written-calls/README.md).

An empty line separates two calls. A line is a turn, `A:` of the agent or `C:` of the caller. `|percent|` stands at
every pause and at the end of a turn: how likely the turn is over there, for a reader who knows the words up to there
and the turn before.
"""

import re

from ..shared.manifest import Manifest
from ..shared.wrapped_text import read_lines
from .words import CONTEXT_WORDS, TURN_WORDS, words

SURE = 0.99
"""Highest probability that a judgement counts with; 1 less this is the lowest."""


def files(manifest):
    """{name: path} of the written calls that a manifest lists, in its order."""
    return Manifest(manifest).files("written-calls")


def expanded(manifest, names):
    """Returns the names of files of written calls, with each group of the manifest replaced by its members."""
    return Manifest(manifest).names("written-calls", names or [])


def named(manifest, names):
    """Returns the paths of the files with these names, or in groups with these names."""
    paths = files(manifest)
    return [paths[name] for name in expanded(manifest, names)]


def to_learn(manifest, only, held):
    """Paths of the files named in `only`, or of all if it is empty, without those in `held`. Both may name groups."""
    left_out = expanded(manifest, held)
    return [path for name, path in files_in_order(manifest, only) if name not in left_out]


def files_in_order(manifest, only):
    """(name, path) of the files named in `only`, in that order, or of all if it is empty."""
    paths = files(manifest)
    return [(name, paths[name]) for name in expanded(manifest, only) or paths]


def calls(path):
    """[[(speaker, [(text between two pauses, percent)])]]: the calls of a file, each a list of turns."""
    found = []
    for call in "\n".join(read_lines(path)).strip().split("\n\n"):
        turns_of_call = []
        for line in call.split("\n"):
            who, _, said = line.partition(":")
            parts = re.split(r"\|(\d+)\|", said)
            if len(parts) < 3 or parts[-1].strip():
                raise ValueError(f"{path}: every turn ends with |percent|, this one does not: {line!r}")
            turns_of_call.append(
                (who.strip(), [(text.strip(), int(percent)) for text, percent in zip(parts[::2], parts[1::2])])
            )
        found.append(turns_of_call)
    return found


def turns(path):
    """[(text of the turn before, [(text between two pauses, percent)])]: the turns of all calls of a file, in order."""
    found = []
    for call in calls(path):
        before = ""
        for _, pieces in call:
            found.append((before, pieces))
            before = " ".join(said for said, _ in pieces)
    return found


def probability(percent):
    return min(max(percent / 100, 1 - SURE), SURE)


def judged(paths):
    """[(words of the turn before, words of the turn up to a pause, probability that the turn is over)].

    Both lists of words are cut to what the text head reads.
    """
    return [
        (context, (said + piece)[-TURN_WORDS:], probability(percent))
        for context, said, piece, percent in pieces_of(paths)
        if said + piece
    ]


def unpaused(paths):
    """[(words of the turn before, words of the turn up to a place)] for every place without a written pause."""
    return [
        (context, (said + piece[:k])[-TURN_WORDS:])
        for context, said, piece, _ in pieces_of(paths)
        for k in range(1, len(piece))
    ]


def pieces_of(paths):
    """Yields every piece of a turn between two pauses.

    Each piece is (words of the turn before, words of this turn before the piece, words of the piece, percent that the
    writer gave at its end for the turn being over).
    """
    for path in paths:
        for before, pieces in turns(path):
            context, said = words(before)[-CONTEXT_WORDS:], []
            for text, percent in pieces:
                piece = words(text)
                yield context, said, piece, percent
                said = said + piece


def as_turns(paths):
    """The same calls as rows for text/train.py: turns with `|` at their pauses, without the judgements."""
    return [
        dict(source="written", context=before, turn=" | ".join(said for said, _ in pieces))
        for path in paths
        for before, pieces in turns(path)
    ]


def readings(path, manifest):
    """[(name of the file, (words of the turn before, words of the turn up to a pause, probability that it is over))].

    These are pauses of the written calls that somebody judged by those words alone. `path` has a line for each: file,
    call, turn and pause (counted from 0), percent. Both lists of words are cut to what the text head reads.
    """
    rows = [line.split("\t") for line in open(path, encoding="utf8").read().splitlines()]
    known = {name: calls(file) for name, file in files(manifest).items()}
    found = []
    for name, *numbers in rows:
        call, turn, pause, percent = map(int, numbers)
        pieces = known[name][call][turn][1]
        before = known[name][call][turn - 1][1] if turn else []
        said = [word for text, _ in pieces[: pause + 1] for word in words(text)]
        found.append(
            (
                name,
                (
                    words(" ".join(text for text, _ in before))[-CONTEXT_WORDS:],
                    said[-TURN_WORDS:],
                    probability(percent),
                ),
            )
        )
    return found
