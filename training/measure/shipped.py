"""Scores the pauses of a folder of decoded windows with shipped models, beside rules and Smart Turn v3.2.

For calls that the models never saw. The last lines say what the named policies do with the scores.
"""

import argparse
import json

import numpy as np

from ..calls import decoded
from ..fusion import recheck
from ..fusion.heads import log_loss
from ..shared.audio import session
from ..text.scorer import exported
from .report import HEADING, compared, service_pauses
from .score_point import cell, counted, silence_latency, turns_of
from .service import rate_interval


def fused(weighted, numbers):
    """The weighted sum of a pause, as src/eot/fusion.ts computes it."""
    return weighted["bias"] + sum(
        f["weight"] * (np.clip(numbers[f["name"]], f["low"], f["high"]) - f["mean"]) / f["deviation"]
        for f in weighted["features"]
    )


OUTPUTS = ["first", "second"]
"""Outputs of a sound head. Up to eot-sound-6 there was one."""


def with_heads(rows, text, sound, output):
    logits = exported(text, [(row["context"], row["text"]) for row in rows])
    for row, of_words in zip(rows, logits):
        logit = sound.run(None, {"listened": row["listened"][None]})[OUTPUTS.index(output)]
        row["numbers"] |= dict(text=float(of_words), sound=float(logit[0, 0]))
    return rows


def judged(sums, rows):
    return np.array([fused(sums["full" if r["context"] else "alone"], r["numbers"]) for r in rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", required=True, help="folder of decoded call windows, with rivals.jsonl")
    parser.add_argument("--models", default="models")
    parser.add_argument(
        "--policies",
        nargs="*",
        default=["0.9,0.2,2.5", "0.95,0.2,2.5", "0.98,0.2,4.0"],
        help="threshold,delay,timeout; by default those of commit 02b52ab",
    )
    parser.add_argument("--repeats", type=int, default=400)
    options = parser.parse_args()
    rows = counted(decoded.read(options.calls))
    text, sound = (session(f"{options.models}/{name}/{name}.onnx") for name in ("eot-text", "eot-sound"))
    fusion = json.load(open(f"{options.models}/eot-fusion/fusion.json"))
    with_heads(rows, text, sound, "first")
    scores = {
        "rules": np.array([r["rules"] for r in rows]),
        "Smart Turn v3.2": np.array([r["smartTurn"] or 0.0 for r in rows]),
    }
    scores |= {name: np.array([r["numbers"][name] for r in rows]) for name in ("text", "sound")}
    if "words" in fusion:  # up to eot-learned-20
        scores["words"] = np.array([fused(fusion["words"], r["numbers"]) for r in rows])
    scores["full"], looked = judged(fusion, rows), rows
    if recheck.is_there(options.calls):
        places, again = recheck.rechecked(options.calls, rows)
        second = judged(fusion["second"], with_heads(again, text, sound, "second")) + recheck.silence_log_odds(
            fusion["silence"]
        )
        later = recheck.final_scores(scores["full"], places, second, fusion["silence"])
        looked = recheck.with_later(rows, later)
    hold = np.array([r["label"] == "hold" for r in rows])
    duration = np.array([r["duration"] for r in rows])
    rng = np.random.default_rng(1)
    alone = [silence_latency(duration[hold], budget) * 1000 for budget in (0.1, 0.05)]
    print(
        f"{fusion['version']}: {len({r['call'] for r in rows})} calls, {hold.sum()} pauses, "
        f"{(~hold).sum()} turn ends; silence only {alone[0]:.0f} and {alone[1]:.0f} ms"
    )
    print(HEADING)
    for name, values in scores.items():
        print(
            compared(name, values, looked if name == "full" else rows, fusion["silence"], rng, options.repeats)[-1],
            flush=True,
        )
    print(f"log loss of full {log_loss(scores['full'], ~hold):.3f}")
    ours = service_pauses("full", scores["full"], looked, fusion["silence"])
    turns = turns_of(rows)[hold]
    for policy in (tuple(map(float, p.split(","))) for p in options.policies):
        cut, latency = ours.outcome(policy, np.ones(len(rows), bool))
        print(
            f"policy {policy}: {cut.sum()} of {len(cut)} cut, {cell(rate_interval(cut, turns, rng))}; "
            f"{latency.mean() * 1000:.0f} ms"
        )


if __name__ == "__main__":
    main()
