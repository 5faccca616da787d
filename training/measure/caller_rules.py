"""Would a threshold that learns from the caller end turns sooner, or cut fewer callers?

    python -m training.measure.caller_rules --scores scores.jsonl --fusion models/eot-fusion/fusion.json
        --holds en_hold_durations.json

Two rules move the threshold, in log-odds. `lengths`: by the mean log length of the pauses that this caller has made so
far, against that of all callers, shrunk by the number of pauses. `taken back`: by each end of a turn that this caller
took back. Threshold and rule are chosen on all groups of callers but one and counted on that one. Delays and timeouts
are those of the shipped policies; pauses weigh as in the public lengths.
"""

import argparse
import json

import numpy as np

from . import public_lengths
from .service import GRID, NOMINAL, rise_of

WAITS = {"cutoff_10pct": (0.2, 2.5), "cutoff_5pct": (0.2, 2.5), "cutoff_2pct": (0.7, 3.0)}
"""Action delay and timeout of each profile, seconds."""
THRESHOLDS = np.round(np.arange(0.0, 5.01, 0.1), 1)
"""Log-odds."""
MARGIN = 0.7
"""Share of the nominal rate that may be used where a rule is chosen."""
RECHECK_SEC = 0.4
"""Silence from which the score of the recheck counts (STANDS_SEC of fusion/recheck.py)."""
RULES = {
    "fixed": [("lengths", 0.0, 1)],
    "lengths": [("lengths", weight, k) for weight in (0, 0.25, 0.5, 1, 1.5, 2, 3) for k in (1, 2, 4, 8)],
    "taken back": [("taken back", step, 1) for step in (0, 0.25, 0.5, 1, 1.5, 2)],
}
"""Name -> (kind, strength, pauses of all callers that a caller's own are shrunk by)."""
FEWEST_PAUSES = 5
"""A caller with fewer has no rate of its own."""


class Calls:
    """Every pause and end of held-out scores, in the order of each call."""

    def __init__(self, scores, fusion, holds):
        rows = [row for row in map(json.loads, open(scores)) if "stress" not in row]
        rows.sort(key=lambda row: (row["call"], row["speaker"], row["end"]))
        first, later = (np.array(of) for of in zip(*((row["scores"]["full"], row["later"]) for row in rows)))
        rise = rise_of(json.load(open(fusion))["silence"])
        self.logit = np.where(GRID[None] >= RECHECK_SEC - 1e-9, later[:, None], first[:, None]) + rise[None]
        self.hold = np.array([row["label"] == "hold" for row in rows])
        self.duration = np.array([row["duration"] for row in rows])
        self.group = np.array([row["group"] for row in rows])
        self.weight = np.zeros(len(rows))
        self.weight[self.hold] = public_lengths.weights(self.duration[self.hold], public_lengths.read(holds))
        names = np.array([f"{row['call']}/{row['speaker']}" for row in rows])
        self.callers = [np.flatnonzero(names == name) for name in dict.fromkeys(names)]

    def fires(self, rule, usual, threshold, delay, timeout):
        """Seconds of silence after which each turn would end; `usual`: the mean log length of all callers' pauses."""
        kind, strength, shrink = rule
        fires = np.empty(len(self.hold))
        for caller in self.callers:
            pauses, apart, back = 0, 0.0, 0
            for i in caller:
                moved = strength * (apart / (pauses + shrink) if kind == "lengths" else back)
                over = (self.logit[i] > threshold + moved) & (GRID >= delay - 1e-9)
                fires[i] = min(GRID[over.argmax()] if over.any() else timeout, timeout)
                if self.hold[i]:
                    pauses, apart = pauses + 1, apart + np.log(self.duration[i]) - usual
                    back += self.duration[i] > fires[i] + 1e-9
        return fires

    def cut(self, fires, chosen):
        """Weighted share of the chosen pauses that are cut."""
        holds = chosen[self.hold[chosen]]
        return np.average(self.duration[holds] > fires[holds] + 1e-9, weights=self.weight[holds])

    def latency(self, fires, chosen):
        return fires[chosen[~self.hold[chosen]]].mean()

    def usual(self, chosen):
        holds = chosen[self.hold[chosen]]
        return np.average(np.log(self.duration[holds]), weights=self.weight[holds])


def held_out(calls, rules, delay, timeout, nominal):
    """Seconds at which each turn ends, by the rule and threshold that are best on all other groups."""
    fires = np.empty(len(calls.hold))
    for group in sorted(set(calls.group)):
        known, unknown = np.flatnonzero(calls.group != group), np.flatnonzero(calls.group == group)
        usual, best = calls.usual(known), (np.inf, fires)
        for rule in rules:
            for threshold in THRESHOLDS:
                found = calls.fires(rule, usual, threshold, delay, timeout)
                if calls.cut(found, known) > MARGIN * nominal + 1e-9:
                    continue
                if calls.latency(found, known) < best[0]:
                    best = calls.latency(found, known), found
        fires[unknown] = best[1][unknown]
    return fires


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("scores", "fusion", "holds"):
        parser.add_argument(f"--{name}", required=True)
    calls = Calls(**vars(parser.parse_args()))
    everyone = np.arange(len(calls.hold))
    known = [caller for caller in calls.callers if calls.hold[caller].sum() >= FEWEST_PAUSES]
    print(f"{len(calls.callers)} callers, {len(known)} of them with {FEWEST_PAUSES} pauses and more")
    for profile, (delay, timeout) in WAITS.items():
        for name, rules in RULES.items():
            fires = held_out(calls, rules, delay, timeout, NOMINAL[profile])
            over = sum(calls.cut(fires, caller) > NOMINAL[profile] for caller in known)
            print(
                f"{profile} {name}: {calls.latency(fires, everyone) * 1000:.0f} ms, "
                f"{calls.cut(fires, everyone) * 100:.1f} % cut, {over} callers above the nominal rate",
                flush=True,
            )


if __name__ == "__main__":
    main()
