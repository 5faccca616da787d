"""Where the held-out scores are right and wrong: by kind of pause, by call, calibration in tenths, and the worst errors to read."""
import argparse
import json
import re

import numpy as np

from score_point import auc
from words import words

KINDS = {
    "one or two words": lambda r: len(words(r["text"])) <= 2,
    "ends in a filler": lambda r: bool(re.search(r"\b(um|uh|ah|er|hmm|mm)\W*$", r["text"].lower())),
    "numbers or spelling near the end": lambda r: bool(re.search(r"\d|\b\w-\w|\b(one|two|three|four|five|six|seven|eight|nine|zero|hundred|thousand)\b", " ".join(r["text"].lower().split()[-4:]))),
    "question mark": lambda r: r["text"].rstrip().endswith("?"),
    "full stop": lambda r: r["text"].rstrip().endswith("."),
    "no mark or comma": lambda r: not re.search(r"[.?!]\W*$", r["text"]),
    "answers a question": lambda r: r["context"].rstrip().endswith("?"),
    "over ten words": lambda r: len(words(r["text"])) > 10,
}


def describe(name, rows):
    hold = np.array([r["logit"] for r in rows if r["label"] == "hold"])
    eot = np.array([r["logit"] for r in rows if r["label"] == "eot"])
    value = f"{auc(hold, eot):.2f}" if len(hold) >= 5 and len(eot) >= 5 else "too few"
    print(f"| {name} | {len(hold)} | {len(eot)} | {value} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scores", required=True)
    parser.add_argument("--errors", type=int, default=12)
    options = parser.parse_args()
    rows = [json.loads(line) for line in open(options.scores)]
    print("| pauses | holds | ends | AUC |\n|---|---|---|---|")
    describe("all", rows)
    for name, belongs in KINDS.items():
        describe(name, [r for r in rows if belongs(r)])
    for call in sorted({r["call"] for r in rows}):
        describe(f"call {call}", [r for r in rows if r["call"] == call])
    p = 1 / (1 + np.exp(-np.array([r["logit"] for r in rows])))
    y = np.array([r["label"] == "eot" for r in rows])
    print("\n| score | pauses | turn ends among them |\n|---|---|---|")
    for low in np.arange(0, 1, 0.2):
        chosen = (p >= low) & (p < low + 0.2)
        if chosen.any():
            print(f"| {low:.1f} to {low + 0.2:.1f} (mean {p[chosen].mean():.2f}) | {chosen.sum()} | {y[chosen].mean():.2f} |")
    print(f"\nBrier score {np.mean((p - y) ** 2):.3f}, of always saying {y.mean():.2f}: {y.mean() * (1 - y.mean()):.3f}")
    for label, order in (("hold", np.argsort(-p)), ("eot", np.argsort(p))):
        print(f"\nworst {label}s:")
        for i in [i for i in order if rows[i]["label"] == label][: options.errors]:
            print(f"  {p[i]:.2f} {rows[i]['call']} {rows[i]['end']:.1f} s, {rows[i]['duration']:.1f} s: {rows[i]['context'][-50:]!r} >> {rows[i]['text'][-70:]!r}")


if __name__ == "__main__":
    main()
