"""What scores would be worth if pauses lasted as long as those of the public English set of eot-bench.

That set has 705 pauses of 0.2 to 5 s (`en_hold_durations.json`). Dividing by the latency of silence only does not
remove the effect of the lengths: 2.5 % of the pauses of the labelled calls last longer than the benchmark's longest
timeout, 0.1 % of the public ones, and every score cuts those. So each pause weighs as much as pauses of its length in
the public set, and keeps its score. That holds as far as scores and lengths are independent within a bin.
"""

import json

import numpy as np

from .score_point import best_latency, counts, silence_latency, spread, turn_draws, turns_of

EDGES = [0.25, 0.35, 0.45, 0.55, 0.75, 1.05, 1.55, 2.55]
"""Edges of the bins of lengths, seconds. Each bin has at least 8 of the 240 pauses of the calls."""
BUDGETS = (0.10, 0.05)


def read(path):
    """(lengths in seconds, number of pauses of each length), of the lengths that count."""
    shares = json.load(open(path))["hold_duration_counts_s"]
    lengths = [length for length in shares if counts(float(length))]
    return np.array(lengths, float), np.array([shares[length] for length in lengths], float)


def weights(durations, public):
    """The weight of each pause, so that its bin weighs as in the public set. A bin without pauses weighs nothing."""
    bins = np.digitize(durations, EDGES)
    wanted = np.bincount(np.digitize(public[0], EDGES), public[1], len(EDGES) + 1)
    weight = (wanted / np.maximum(1, np.bincount(bins, minlength=len(EDGES) + 1)))[bins]
    return weight / weight.sum()


def as_public(rows, scores, public, repeats, seed=1):
    """[(value, low, high)]: the lowest mean latency in seconds within each of BUDGETS, then its ratio to silence
    only.

    The bootstrap draws whole turns.
    """
    hold = np.array([r["label"] == "hold" for r in rows])
    duration, values = np.array([r["duration"] for r in rows]), spread(scores)

    def measure(chosen):
        lengths, held, ends = (
            duration[chosen][hold[chosen]],
            values[chosen][hold[chosen]],
            values[chosen][~hold[chosen]],
        )
        weight = weights(lengths, public)
        waits = [best_latency(held, lengths, ends, budget, weight) for budget in BUDGETS]
        return waits + [wait / silence_latency(lengths, budget, weight) for wait, budget in zip(waits, BUDGETS)]

    draws = np.array([measure(chosen) for chosen in turn_draws(turns_of(rows), hold, repeats, seed)])
    return list(zip(measure(np.arange(len(rows))), *np.quantile(draws, [0.025, 0.975], axis=0)))
