"""Teaches a text head what a reader makes of telephone calls: at every pause of judged-calls/, how likely the turn is over."""
import argparse
import json
import time

import numpy as np
import torch

from judged_calls import files, judged
from text_learning import Learning, arguments, batches, begun, misheard, missed
from text_model import TextModel, score, sequence
from train_text import example as turn_example

HEARD = dict(others=0.02, lost=0.01, added=0.006)
WITHOUT_CONTEXT = 0.1
"""Share of turns whose context is not known."""


def example(pause, rng, vocabulary):
    before, said, p = pause
    context = [] if rng.random() < WITHOUT_CONTEXT else misheard(before, rng, vocabulary, **HEARD)
    found, role = sequence(context, misheard(said, rng, vocabulary, **HEARD) or said)
    label, weight = np.zeros((2, len(found)), np.float32)
    label[-1], weight[-1] = p, 1.0
    return found, role, label, weight


def agreement(model, pauses):
    """(r of the log-odds with the reader's, nats lost against the reader's own probabilities) on pauses never trained on."""
    p = np.array([p for _, _, p in pauses])
    logits = score(model, [(" ".join(before), " ".join(said)) for before, said, _ in pauses])
    lost = np.logaddexp(0, logits) - p * logits + p * np.log(p) + (1 - p) * np.log(1 - p)
    return float(np.corrcoef(logits, np.log(p / (1 - p)))[0, 1]), float(lost.mean())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True, help="the head to begin with, from train_text.py")
    parser.add_argument("--calls", default="judged-calls", help="folder of judged calls")
    parser.add_argument("--rehearsed", help="turns of grammar.py: those that answer for a number of digits are taught on, which few calls teach")
    parser.add_argument("--share", type=float, default=0.03, help="of them in an epoch for each pause of the calls")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=2e-3)
    arguments(parser)
    options = parser.parse_args()
    rng = begun(options)
    paths = files(options.calls)
    learned = judged(path for name, path in paths.items() if name not in options.held)
    held = judged(paths[name] for name in options.held)
    rehearsed = [row for row in map(json.loads, open(options.rehearsed, encoding="utf8")) if "digit" in row["context"]] if options.rehearsed else []
    drawn = int(options.share * len(learned)) if rehearsed else 0
    vocabulary = [word for _, said, _ in learned for word in said]
    model = TextModel(dropout=0.05)
    model.load_state_dict(torch.load(options.model))
    steps = options.epochs * ((len(learned) + drawn) // options.batch + 1)
    learning = Learning(model.parameters(), options.rate, steps + options.epochs)
    print(f"{len(learned)} pauses judged, {len(held)} held out", flush=True)
    started = time.time()
    for epoch in range(options.epochs):
        model.train()
        total = count = 0
        examples = [example(pause, rng, vocabulary) for pause in learned]
        examples += [turn_example(row, rng, vocabulary) for row in (rng.choices(rehearsed, k=drawn) if rehearsed else [])]
        for ids, role, label, weight in batches(examples, options.batch, rng):
            loss = missed(model(ids, role), label, weight)
            learning.step(loss)
            total, count = total + float(loss.detach()), count + 1
        told = "" if not held else "  held out: r {:.3f}, {:.4f} nats lost".format(*agreement(model, held))
        print(f"epoch {epoch + 1} loss {total / count:.4f}{told} {time.time() - started:.0f} s", flush=True)
    torch.save(model.state_dict(), options.out)


if __name__ == "__main__":
    main()
