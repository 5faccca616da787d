"""Compares the shipped policies with policies of their own for languages that are judged without words.

    node training/measure/languages.mjs CALLS; node training/measure/languages.mjs WORK ...
    python -m training.measure.language_policies --calls CALLS --models MODELS --shipped end-of-turn.json WORK ...

Policies are chosen on each set of recordings of languages.py by the rule of report.py, and counted on every set, and
on labelled English calls that the same head judges by the sound alone. CALLS: windows of the calls. WORK: a folder of
languages.py.
"""

import argparse
import json
import os

import numpy as np

from .score_point import counted, turns_of
from .service import Pauses, rate_interval, rise_of

LANGUAGES = ("hi", "ko")
"""The languages with enough pauses to choose a policy on."""
LONG_SEC = (1.0, 2.0)


class Part:
    """The pauses of one language in one set, or those of all calls."""

    def __init__(self, name, rows, logit, rise):
        self.name, self.turns = name, turns_of(rows)
        self.hold = np.array([r["label"] == "hold" for r in rows])
        self.duration = np.array([r["duration"] for r in rows])
        self.pauses, self.whole = (
            Pauses(np.array(logit, float), self.hold, self.duration, rise),
            np.ones(len(rows), bool),
        )

    def policies(self):
        return self.pauses.profiles(self.whole)

    def outcome(self, policy):
        cut, latency = self.pauses.outcome(policy, self.whole)
        rate, low, high = rate_interval(cut, self.turns[self.hold], np.random.default_rng(1))
        return f"{int(cut.sum())} of {len(cut)}, {rate:.3f} [{low:.3f}, {high:.3f}], {1000 * latency.mean():.0f} ms"


def read(folder):
    """The pauses of a folder of windows that count, with their scores."""
    lines = ([json.loads(line) for line in open(f"{folder}/{name}.jsonl")] for name in ("windows", "scores"))
    return counted([row | score for row, score in zip(*lines) if "label" in row])


def print_outcomes(policies, parts):
    for profile, policy in policies.items():
        print(f"  {profile}: " + ("threshold {}, delay {} s, time-out {} s".format(*policy) if policy else "none"))
        for part in parts if policy else []:
            print(f"    {part.name}: {part.outcome(policy)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", required=True)
    parser.add_argument("--models", required=True)
    parser.add_argument(
        "--shipped", required=True, help="end-of-turn.json of measure.report, with the shipped policies"
    )
    parser.add_argument("work", nargs="+")
    options = parser.parse_args()
    rise = rise_of(json.load(open(f"{options.models}/eot-fusion/fusion.json"))["silence"])
    calls = read(options.calls)
    parts = [Part("English calls by sound alone", calls, [row["ours, sound alone"] for row in calls], rise)]
    for folder in options.work:
        rows = read(folder)
        for language in LANGUAGES:
            found = [row for row in rows if row["language"] == language]
            if found:
                chances = np.array([row["ours"] for row in found])
                parts.append(
                    Part(
                        f"{os.path.basename(folder)} {language}", found, np.log(chances / (1 - chances)) - rise[0], rise
                    )
                )
    print("shipped")
    print_outcomes(
        {name: found["policy"] for name, found in json.load(open(options.shipped))["profiles"].items()}, parts
    )
    for part in parts:
        long = ", ".join(
            f"{(part.duration[part.hold] > seconds).mean():.3f} over {seconds:g} s" for seconds in LONG_SEC
        )
        print(f"\nchosen on {part.name}: {part.hold.sum()} holds ({long}), {(~part.hold).sum()} ends")
        print_outcomes(part.policies(), parts)


if __name__ == "__main__":
    main()
