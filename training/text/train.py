"""Trains the first text head on turns cut after every word. Places where people pause weigh most.

Beside that, the network learns to guess the next word.
"""

import argparse
import json
import pickle
import re

import numpy as np

from ..measure.score_point import counted, evaluate, line, spread
from .learning import arguments, batches, epochs, misheard, one_cycle, seeded, weighted_loss
from .model import TextModel, score, sequence
from .next_word import NextWord
from .words import TURN_WORDS, words
from .written_calls import as_turns, to_learn

FILLERS = {"um", "uh", "er", "hmm", "erm", "ah", "äh", "ähm", "euh", "eh", "este", "pues", "えっと", "음", "那个"}
JOINERS = {
    "and",
    "but",
    "so",
    "or",
    "because",
    "if",
    "that",
    "with",
    "for",
    "to",
    "when",
    "which",
    "then",
    "from",
    "in",
    "at",
    "on",
}
SOURCE_WEIGHT = {
    "primock57": 3.0,
    "grammar": 1.2,
    "calls": 1.2,
    "written": 0.3,
    "sgd": 0.5,
    "taskmaster": 0.8,
    "evi": 0.6,
    "icsi": 1.0,
}
NEXT_WORD_WEIGHT = 0.15
MISHEARD = 0.03
BACKCHANNELS = {"yeah", "mm", "hmm", "right", "okay", "oh", "uh", "huh", "yep", "sure", "yes"}
INSERTED = ["um", "uh", "um", "uh", "so um", "like", "you know", "well", "i mean", "and um"]


def pieces(text, known=False):
    """[[word, weight of a pause after it]] of a turn. `known`: its pauses are real, and all of them are marked."""
    out = []
    chunks = re.split(r"(\||\.\.\.|--|[.?!,;:]+(?=\s|$))", text)
    for k in range(0, len(chunks), 2):
        found = words(chunks[k])
        mark = chunks[k + 1] if k + 1 < len(chunks) else ""
        after = (
            1.0
            if mark in ("|", "...", "--")
            else 0.6
            if mark[:1] in (".", "?", "!") and mark
            else 0.5
            if mark
            else 0.06
        )
        for i, word in enumerate(found):
            last = i == len(found) - 1
            weight = after if last else 0.06
            if known:
                weight = 1.0 if last and mark == "|" else 0.03
            elif not last and found[i + 1] in JOINERS:
                weight = max(weight, 0.2)
            if word in FILLERS and not known:
                weight = 1.0
            out.append([word, weight])
        if not found and out and mark == "|":
            out[-1][1] = 1.0
    return out


def disfluent(turn, rng):
    """A written turn with the fillers and restarts that spoken turns have."""
    out = []
    for i, (word, weight) in enumerate(turn):
        if rng.random() < (0.12 if i == 0 else 0.02):
            out += [[w, 0.3] for w in rng.choice(INSERTED).split()]
            out[-1][1] = 1.0
        if rng.random() < 0.015:
            out.append([word, 0.5])
        out.append([word, weight])
    return out


def example(row, rng, vocabulary):
    turn = pieces(row["turn"], known=row["source"] == "icsi")
    if not turn:
        return None
    complete = not row["turn"].rstrip().endswith("|")
    if row["source"] in ("sgd", "taskmaster", "evi") and rng.random() < 0.35:
        turn = disfluent(turn, rng)
    if len(turn) > TURN_WORDS:  # keep the end of most long turns, and the beginning of some
        if rng.random() < 0.6:
            turn = turn[-TURN_WORDS:]
        else:
            turn, complete = turn[:TURN_WORDS], False
    context = words(row["context"]) if rng.random() > 0.25 else []
    said = [w for w, _ in turn]
    found, role = sequence(*(misheard(part, rng, vocabulary, MISHEARD) for part in (context, said)))
    label = np.zeros(len(found), np.float32)
    weight = np.zeros(len(found), np.float32)
    weight[-len(turn) :] = [w for _, w in turn]
    weight[-1] = 1.0
    label[-1] = float(complete)
    scale = SOURCE_WEIGHT[row["source"]]
    return found, role, label, weight * scale


def is_murmur(row, rng):
    """Whether to leave out a row of a meeting: four in five murmurs of one or two words are no turns."""
    return (
        row["source"] == "icsi"
        and len(row["turn"].split()) <= 2
        and set(words(row["turn"])) <= BACKCHANNELS
        and rng.random() < 0.8
    )


def report(model, calls):
    """How well the head finds the ends of labelled turns, with context and without: a line each."""
    pairs_by_name = {
        "with context": [(r["context"], r["text"]) for r in calls],
        "text alone": [("", r["text"]) for r in calls],
    }
    return "".join(
        f"\n{line(name, evaluate(calls, spread(score(model, pairs)), repeats=60))}"
        for name, pairs in pairs_by_name.items()
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", nargs="+", required=True)
    parser.add_argument(
        "--written",
        nargs="*",
        help="written calls whose words are learned from: names or groups of the manifest, all if none is named",
    )
    parser.add_argument("--calls", help="features of labelled calls: reported after each epoch, never trained on")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--limit-sgd", type=int, default=60000)
    arguments(parser)
    options = parser.parse_args()
    rng = seeded(options)
    rows = [json.loads(row) for path in options.turns for row in open(path, encoding="utf8")]
    written = [r for r in rows if r["source"] == "sgd"]
    rows = [r for r in rows if r["source"] != "sgd"] + rng.sample(written, min(options.limit_sgd, len(written)))
    rows = [r for r in rows if not is_murmur(r, rng)]
    if options.written is not None:
        rows += 2 * as_turns(to_learn(options.manifest, options.written, options.held))
    vocabulary = [w for r in rng.sample(rows, min(4000, len(rows))) for w in words(r["turn"])]
    calls = counted(pickle.load(open(options.calls, "rb"))) if options.calls else None
    model = TextModel()
    next_word = NextWord((r["turn"] for r in rows), model.gru.hidden_size)
    steps = options.epochs * (len(rows) // options.batch + 1)
    learning = one_cycle([*model.parameters(), *next_word.parameters()], 3e-3, steps + 5)
    print(f"{len(rows)} turns, {sum(p.numel() for p in model.parameters())} parameters", flush=True)

    def losses():
        examples = [e for e in (example(r, rng, vocabulary) for r in rows) if e]
        for ids, role, label, weight in batches(examples, options.batch, rng):
            states = model.states(ids, role)
            loss = weighted_loss(model.head(states)[..., 0], label, weight)
            learning.step(loss + NEXT_WORD_WEIGHT * next_word.loss(states, ids, rng))
            yield loss

    epochs(model, losses, options, lambda: report(model, calls) if calls else "")


if __name__ == "__main__":
    main()
