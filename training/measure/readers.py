"""Shows how much words alone tell: blind readers' probabilities at the labelled pauses, alone and for the text head.

The readings (data/readings/pauses-of-labelled-calls.json) have a line for each pause: call, speaker, end in seconds,
and how likely the turn is over there in percent. The readers knew the words that our recogniser had heard, and no
sound, length or label.

- `words`: the other's last turn (24 words) and this one (40), up to 36 pauses on a sheet.
- `wordsOneByOne`: the same, each answered before the next was shown. One answer was unusable; the number from `words`
  stands in its place.
- `conversation`: one by one, with all the turns before. The calls of HarperValleyBank were read this way alone.
- `larger`: the other's last turn and this one as the larger recogniser heard them, some 110 pauses of all calls in
  random order on a sheet, which each of the four readers saw whole before answering.

A reading counts only the pauses that it has.
"""

import argparse
import json

import numpy as np
from scipy.special import logit

from ..calls import decoded
from ..fusion.fit import SOUND_STRENGTH, STRENGTH, VARIANTS
from ..fusion.heads import Fusion, Linear, Pauses, cross_fitted, log_loss
from ..shared.manifest import Manifest
from ..text.written_calls import probability
from .score_point import cell, counted, evaluate, spread

HEADS = {"sound": lambda: Linear(SOUND_STRENGTH)}


def full_fit(pauses, train):
    return Fusion(HEADS, VARIANTS["full"], STRENGTH).fit(pauses, train)


def line(name, rows, values, repeats):
    found = evaluate(rows, spread(values), repeats=repeats)
    print(f"| {name} | {cell(found['auc'])} | {cell(found['ratio10'])} | {cell(found['ratio5'])} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", required=True, help="folder of decoded call windows")
    parser.add_argument("--readers", default="pauses-of-labelled-calls", help="a name in the manifest, or a path")
    parser.add_argument("--repeats", type=int, default=400)
    options = parser.parse_args()
    given = {
        (r["call"], r["speaker"], r["end"]): r
        for r in map(json.loads, open(Manifest().path("readings", options.readers), encoding="utf8"))
    }
    everything = counted(decoded.read(options.calls))
    print("| score | AUC | eot-bench at 10 % | at 5 % |\n|---|---|---|---|")
    for reading in ("words", "wordsOneByOne", "conversation", "larger"):
        read = [(r, given.get((r["call"], r["speaker"], round(r["end"], 3)), {}).get(reading)) for r in everything]
        rows = [r for r, percent in read if percent is not None]
        values = logit(np.array([probability(percent) for _, percent in read if percent is not None]))
        line(f"{reading} ({len(rows)} pauses), alone", rows, values, options.repeats)
        for row, value in zip(rows, values):
            row["numbers"]["text"] = float(value)
        pauses = Pauses(rows)
        fitted, _, _ = cross_fitted(full_fit, pauses)
        line(
            f"{reading}, in place of the text head of the default (log loss {log_loss(fitted, pauses.y):.3f})",
            rows,
            fitted,
            options.repeats,
        )


if __name__ == "__main__":
    main()
