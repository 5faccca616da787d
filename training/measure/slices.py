"""Shows where the held-out scores are right and wrong: by kind of pause, by call, under noise and on the telephone.

Run alone, it prints the worst errors.
"""

import argparse
import json
import re

import numpy as np

from ..text.words import words
from .score_point import auc

KINDS = {
    "one or two words": lambda r: len(words(r["text"])) <= 2,
    "ends in a filler": lambda r: bool(re.search(r"\b(um|uh|ah|er|hmm|mm)\W*$", r["text"].lower())),
    "numbers or spelling near the end": lambda r: bool(
        re.search(
            r"\d|\b\w-\w|\b(one|two|three|four|five|six|seven|eight|nine|zero|hundred|thousand)\b",
            " ".join(r["text"].lower().split()[-4:]),
        )
    ),
    "question mark": lambda r: r["text"].rstrip().endswith("?"),
    "full stop": lambda r: r["text"].rstrip().endswith("."),
    "no mark or comma": lambda r: not re.search(r"[.?!]\W*$", r["text"]),
    "answers a question": lambda r: r["context"].rstrip().endswith("?"),
    "over ten words": lambda r: len(words(r["text"])) > 10,
}


def described(name, rows):
    hold = np.array([r["logit"] for r in rows if r["label"] == "hold"])
    eot = np.array([r["logit"] for r in rows if r["label"] == "eot"])
    value = f"{auc(hold, eot):.2f}" if len(hold) >= 5 and len(eot) >= 5 else "too few"
    return f"| {name} | {len(hold)} | {len(eot)} | {value} |"


def slices(everything):
    """Lines of a Markdown table. Rows with `stress` are copies of the pauses, scored by the same held-out fits."""
    rows = [r for r in everything if not r.get("stress")]
    out = ["| pauses | holds | ends | AUC |", "|---|---|---|---|", described("all", rows)]
    out += [described(name, [r for r in rows if belongs(r)]) for name, belongs in KINDS.items()]
    out += [described(f"all, {stress}", copies) for stress, copies in under_stress(everything).items()]
    return out + [
        described(f"call {call}", [r for r in rows if r["call"] == call]) for call in sorted({r["call"] for r in rows})
    ]


STRESSES = {
    "telephone": "through a telephone band",
    "noise": "with noise 10 dB under the speech",
    "older": "heard by a processor with AVX2 alone",
}
"""Kinds of copies (fusion.fit --stressed) and their names in the report."""


def under_stress(everything):
    """{name of the stress: rows} of the copies."""
    return {
        STRESSES.get(name, name): [r for r in everything if r.get("stress") == name]
        for name in sorted({r["stress"] for r in everything if r.get("stress")})
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scores", required=True)
    parser.add_argument("--score", default="full")
    parser.add_argument("--errors", type=int, default=12)
    options = parser.parse_args()
    rows = [json.loads(line) for line in open(options.scores)]
    rows = [r for r in rows if not r.get("stress")]
    p = 1 / (1 + np.exp(-np.array([r["scores"][options.score] for r in rows])))
    for label, order in (("hold", np.argsort(-p)), ("eot", np.argsort(p))):
        print(f"\nworst {label}s:")
        for i in [i for i in order if rows[i]["label"] == label][: options.errors]:
            print(
                f"  {p[i]:.2f} {rows[i]['call']} {rows[i]['end']:.1f} s, {rows[i]['duration']:.1f} s: "
                f"{rows[i]['context'][-50:]!r} >> {rows[i]['text'][-70:]!r}"
            )


if __name__ == "__main__":
    main()
