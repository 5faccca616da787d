"""Trains the text head on what the teacher says after every word, and on the judgements of written calls."""

import argparse
import json

import numpy as np
import torch

from .agreement import agreement
from .learning import arguments, batches, epochs, misheard, one_cycle, seeded, weighted_loss
from .model import TextModel, score_words, sequence
from .train import example as turn_example
from .words import TURN_WORDS
from .written_calls import expanded, judged, named

MISHEARD = dict(others=0.06, lost=0.05, added=0.02)
"""Shares of words that are misheard as others, lost and added."""
WITHOUT_CONTEXT = 0.1
"""Share of turns whose turn before is hidden."""
READER = 0.5
"""Weight of the reader's judgement if there is one; the rest is the teacher's."""
OFTEN = 3
"""How many times an epoch contains the turns of the files in --often."""
STEP = TURN_WORDS // 2


def probabilities(row):
    """[words]: how likely the turn is over after each word."""
    taught = 1 / (1 + np.exp(-np.array(row["logit"])))
    return np.array([p if q is None else READER * q + (1 - READER) * p for p, q in zip(taught, row["judged"])])


def labelled(path, held):
    """The turns of label.py in which any word has a weight, without those of the held-out files."""
    return [
        row
        for row in map(json.loads, open(path, encoding="utf8"))
        if row.get("file") not in held and any(row["weight"])
    ]


def windows(row):
    """[(words before, words, probability, weight)]: a turn as the head reads it.

    A long turn becomes overlapping windows, and each of its words has its weight in one of them alone.
    """
    context, said, p, weight = row["context"].split(), row["said"].split(), probabilities(row), np.array(row["weight"])
    ends = [len(said)] if len(said) <= TURN_WORDS else [*range(TURN_WORDS, len(said), STEP), len(said)]
    found, weighed = [], 0
    for end in ends:
        begin = max(0, end - TURN_WORDS)
        found.append(
            (context, said[begin:end], p[begin:end], np.where(np.arange(begin, end) < weighed, 0, weight[begin:end]))
        )
        weighed = end
    return found


def example(window, rng, vocabulary, heard=MISHEARD):
    context, said, p, weight = window
    context = [] if rng.random() < WITHOUT_CONTEXT else misheard(context, rng, vocabulary, **heard)
    kept = [k for k in range(len(said)) if rng.random() >= heard["lost"]] or range(len(said))
    found, role = sequence(context, misheard([said[k] for k in kept], rng, vocabulary, heard["others"]))
    label, weights = np.zeros((2, len(found)), np.float32)
    label[-len(kept) :], weights[-len(kept) :] = p[list(kept)], weight[list(kept)]
    return found, role, label, weights


def held_out(model, pauses):
    return agreement(score_words(model, pauses), np.array([p for _, _, p in pauses]))


def train_epochs(model, learning, drawn_anew, held, options, rng):
    """Trains for some epochs. drawn_anew() gives the examples of each; agreement with `held` is printed after each."""

    def losses():
        for ids, role, label, weight in batches(drawn_anew(), options.batch, rng):
            loss = weighted_loss(model(ids, role), label, weight)
            learning.step(loss)
            yield loss

    epochs(model, losses, options, lambda: f"  held out: {held_out(model, held)}" if held else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--labelled", required=True, help="file of label.py")
    parser.add_argument("--model", help="the head to start from, of text.train")
    parser.add_argument(
        "--often",
        nargs="*",
        default=[],
        help="written calls of rare kinds, which an epoch has three times: names or groups",
    )
    parser.add_argument(
        "--rehearsed",
        help="turns of text.grammar: answers with a number of digits are rehearsed, because few calls have them",
    )
    parser.add_argument("--share", type=float, default=0.01, help="how many of them an epoch has for each window")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=2e-3)
    arguments(parser)
    options = parser.parse_args()
    for group in ("held", "often"):
        setattr(options, group, expanded(options.manifest, getattr(options, group)))
    rng = seeded(options)
    learned = [
        window
        for row in labelled(options.labelled, options.held)
        for window in windows(row) * (OFTEN if row.get("file") in options.often else 1)
    ]
    held = judged(named(options.manifest, options.held))
    rehearsed = (
        [row for row in map(json.loads, open(options.rehearsed, encoding="utf8")) if "digit" in row["context"]]
        if options.rehearsed
        else []
    )
    drawn = int(options.share * len(learned)) if rehearsed else 0
    vocabulary = [word for _, said, _, _ in rng.sample(learned, min(4000, len(learned))) for word in said]
    model = TextModel(dropout=0.05)
    if options.model:
        model.load_state_dict(torch.load(options.model))
    steps = options.epochs * ((len(learned) + drawn) // options.batch + 1)
    learning = one_cycle(model.parameters(), options.rate, steps + options.epochs)
    print(
        f"{len(learned)} windows, {sum(len(said) for _, said, _, _ in learned)} words, {len(held)} pauses held out",
        flush=True,
    )

    def drawn_anew():
        return [example(window, rng, vocabulary) for window in learned] + [
            turn_example(row, rng, vocabulary) for row in rng.choices(rehearsed, k=drawn)
        ]

    train_epochs(model, learning, drawn_anew, held, options, rng)


if __name__ == "__main__":
    main()
