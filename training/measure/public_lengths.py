"""What scores would be worth if pauses lasted as long as those of the public English set of eot-bench (705 of 0.2 to 5 s, `en_hold_durations.json`).

The ratio to silence only does not take all of the lengths out: 2.5 % of the pauses of calls.json and calls-harper-valley.json last longer than the benchmark's
longest time-out, 0.1 % of the public ones, and each is cut by every score. So each pause counts as its length is frequent there, its score as it is: what holds
only as far as scores and lengths have nothing to do with each other within a bin.
"""
import json

import numpy as np

from .score_point import best_latency, counts, silence_latency, spread, turn_draws, turns_of

EDGES = [0.25, 0.35, 0.45, 0.55, 0.75, 1.05, 1.55, 2.55]
"""Bins of lengths, s: each holds 8 and more of the 240 pauses of the calls."""
BUDGETS = (0.10, 0.05)


def read(path):
    """(lengths in s, how many pauses have each), those that count."""
    shares = json.load(open(path))["hold_duration_counts_s"]
    lengths = [length for length in shares if counts(float(length))]
    return np.array(lengths, float), np.array([shares[length] for length in lengths], float)


def weights(durations, public):
    """What each pause counts, so that its bin counts as in the public set; a bin without pauses counts nothing."""
    bins = np.digitize(durations, EDGES)
    wanted = np.bincount(np.digitize(public[0], EDGES), public[1], len(EDGES) + 1)
    weight = (wanted / np.maximum(1, np.bincount(bins, minlength=len(EDGES) + 1)))[bins]
    return weight / weight.sum()


def as_public(rows, scores, public, repeats, seed=1):
    """[(s, low, high)]: the lowest mean latency within each of BUDGETS, then its ratio to silence only; the bootstrap draws whole turns."""
    hold = np.array([r["label"] == "hold" for r in rows])
    duration, values = np.array([r["duration"] for r in rows]), spread(scores)

    def measure(chosen):
        lengths, held, ends = duration[chosen][hold[chosen]], values[chosen][hold[chosen]], values[chosen][~hold[chosen]]
        weight = weights(lengths, public)
        waits = [best_latency(held, lengths, ends, budget, weight) for budget in BUDGETS]
        return waits + [wait / silence_latency(lengths, budget, weight) for wait, budget in zip(waits, BUDGETS)]

    draws = np.array([measure(chosen) for chosen in turn_draws(turns_of(rows), hold, repeats, seed)])
    return list(zip(measure(np.arange(len(rows))), *np.quantile(draws, [0.025, 0.975], axis=0)))
