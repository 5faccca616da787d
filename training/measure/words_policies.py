"""Chooses the policies of languages other than English on the scores of fusion.languages, and counts them elsewhere.

    python -m training.measure.words_policies --text text-languages.pt --fit WORK ... --held WORK ... --holds HOLDS

The timeouts were chosen on English calls, whose pauses are longer than those of people who read aloud. Threshold and
delay follow the rule of the English policies (src/operating-points/policies.ts): the lowest mean latency whose false
cut-offs stay at most MARGIN of the nominal rate, with pauses weighted to the lengths of the public English set. Each
language is scored by a fit on all others.
"""

import argparse
import json
from functools import partial

import numpy as np

from ..fusion.languages import Shipped, is_end, left_out, read
from ..text.model import load
from . import public_lengths
from .service import DELAYS, EPS, NOMINAL, Pauses, rate_interval, rise_of

MARGIN = 0.7
TIMEOUT_SEC = {"cutoff_10pct": 2.25, "cutoff_5pct": 2.5, "cutoff_2pct": 3.0}
THRESHOLDS = np.append(np.round(np.arange(0.3, 0.99, 0.01), 2), [0.985, 0.99, 0.995])


def chosen(pauses, weight, profile, slower):
    """(threshold, delay, timeout) by the rule, no slower than the policy of the slower profile."""
    best, timeout = None, TIMEOUT_SEC[profile]
    for delay in DELAYS:
        if slower and delay > slower[1] + EPS:
            continue
        first = pauses.fires(delay, timeout)
        rate = (pauses.duration[pauses.hold] > first[:, pauses.hold] + EPS) @ weight
        ok = rate <= MARGIN * NOMINAL[profile] + EPS
        if slower:
            ok &= pauses.thresholds <= slower[0] + EPS
        if ok.any():
            latency = np.where(ok, first[:, ~pauses.hold].mean(1), np.inf)
            row = int(latency.argmin())
            if best is None or latency[row] < best[0] - EPS:
                best = (latency[row], (float(pauses.thresholds[row]), float(delay), float(timeout)))
    return best and best[1]


def pauses_of(rows, logit, rise):
    hold = ~is_end(rows)
    return Pauses(logit, hold, np.array([row["duration"] for row in rows]), rise, THRESHOLDS)


def outcome(rows, pauses, policy, public):
    """Mean latency with its interval, pauses cut, and the same with the public lengths."""
    cut, latency = pauses.outcome(policy, np.ones(len(rows), bool))
    names = np.array([row["call"] for row in rows])
    mean, low, high = rate_interval(latency, names[~pauses.hold], np.random.default_rng(1))
    weighted = cut @ public_lengths.weights(pauses.duration[pauses.hold], public)
    return (
        f"{1000 * mean:.0f} ms [{1000 * low:.0f}, {1000 * high:.0f}], {int(cut.sum())} of {len(cut)} cut "
        f"({100 * cut.mean():.1f} %, {100 * weighted:.1f} % with public lengths)"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", required=True)
    parser.add_argument("--fit", nargs="+", required=True)
    parser.add_argument("--held", nargs="+", required=True)
    parser.add_argument("--holds", required=True, help="en_hold_durations.json")
    parser.add_argument("--fusion", default="models/eot-fusion/fusion.json")
    parser.add_argument("--policy", nargs="*", default=[], help="profile=threshold,delay,timeout to count as well")
    options = parser.parse_args()
    model, public = load(options.text), public_lengths.read(options.holds)
    english = json.load(open(options.fusion))
    rise = rise_of(english["silence"])
    taught, held = read(options.fit, model), read(options.held, model)
    parts = {
        "fitted sources": (taught, pauses_of(taught, left_out(taught, partial(Shipped, english=english)), rise)),
        "held-out sources": (held, pauses_of(held, Shipped(taught, english)(held), rise)),
    }
    given, slower = {}, None
    for spec in options.policy:
        profile, numbers = spec.split("=")
        given[profile] = tuple(map(float, numbers.split(",")))
    weight = public_lengths.weights(parts["fitted sources"][1].duration[parts["fitted sources"][1].hold], public)
    for profile in reversed(NOMINAL):
        slower = chosen(parts["fitted sources"][1], weight, profile, slower) or slower
        for title, policy in (("chosen", slower), ("given", given.get(profile))):
            if policy:
                print(f"{profile}, {title}: threshold {policy[0]}, delay {policy[1]} s, timeout {policy[2]} s")
                for name, (rows, pauses) in parts.items():
                    print(f"  {name}: {outcome(rows, pauses, policy, public)}")


if __name__ == "__main__":
    main()
