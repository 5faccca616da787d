"""Mean latency at a budget of false cut-offs by the rules of eot-bench, with its bootstrap interval.

The score is taken at one silence (0.2 s). Holds of 0.2 to 5 s count, and every turn end. A score over the threshold
fires at 0.2 s, another one never. A policy waits for max(action delay, fire), at most for its timeout. Silence only
is a plain delay.
"""

import numpy as np

EPS = 1e-9
THRESHOLDS = np.round(np.arange(0, 1.001, 0.01), 2)
DELAYS = np.round(np.arange(0.2, 1.01, 0.1), 1)
TIMEOUTS = np.round(np.arange(1.0, 3.51, 0.5), 1)
SCORE_POINT = 0.2
SHORTEST_SEC, LONGEST_SEC = 0.2, 5.0
"""Seconds: the shortest and the longest pause inside a turn that counts."""


def counts(duration):
    """Whether a pause inside a turn counts, by its length in seconds."""
    return SHORTEST_SEC - EPS <= duration <= LONGEST_SEC + EPS


def counted(rows):
    return [r for r in rows if r["label"] == "eot" or (r["label"] == "hold" and counts(r["duration"]))]


def spread(scores):
    """The rank of each score, 0..1, so that the 101 thresholds tell all scores apart. For rivals that are not
    calibrated.
    """
    order = np.argsort(np.argsort(scores, kind="stable"), kind="stable")
    return (order + 0.5) / len(scores)


def best_latency(hold_scores, hold_durations, eot_scores, budget, weight=None):
    """Lowest mean latency, over the published grid of policies, with a cut-off rate within the budget.

    weight: of each hold; all alike if none is given.
    """
    best = np.inf
    weight = alike(hold_durations) if weight is None else weight
    hold_fires = hold_scores[None, :] > THRESHOLDS[:, None]
    detect = (eot_scores[None, :] > THRESHOLDS[:, None]).mean(1)
    for timeout in TIMEOUTS:
        late = hold_durations > timeout + EPS
        for delay in DELAYS:
            if delay > timeout + EPS:
                continue
            cut = (hold_fires & (hold_durations > max(delay, SCORE_POINT) + EPS)) | late
            ok = cut @ weight <= budget + EPS
            latency = detect * max(delay, SCORE_POINT) + (1 - detect) * timeout
            if ok.any():
                best = min(best, latency[ok].min())
    return min(best, silence_latency(hold_durations, budget, weight))


def silence_latency(hold_durations, budget, weight=None):
    weight = alike(hold_durations) if weight is None else weight
    for delay in np.round(np.arange(0.2, 5.001, 0.01), 2):
        if (hold_durations > delay + EPS) @ weight <= budget + EPS:
            return delay
    return 5.0


def alike(holds):
    return np.full(len(holds), 1 / len(holds))


def ratio(hold_scores, hold_durations, eot_scores, budget):
    return best_latency(hold_scores, hold_durations, eot_scores, budget) / silence_latency(hold_durations, budget)


def auc(hold_scores, eot_scores):
    return float(
        (eot_scores[:, None] > hold_scores[None]).mean() + 0.5 * (eot_scores[:, None] == hold_scores[None]).mean()
    )


def turns_of(rows):
    """The turn of each pause. A bootstrap draws turns."""
    return np.array([f"{r['call']}/{r['speaker']}/{r['turn_start']:.3f}" for r in rows])


def turn_draws(turns, hold, repeats, seed=1):
    """Yields places of the pauses of as many turns as there are, drawn with replacement, `repeats` times.

    A draw without a hold or without an end is left out. seed: a number, or a generator to continue with.
    """
    names, index = np.unique(turns, return_inverse=True)
    members = [np.where(index == k)[0] for k in range(len(names))]
    rng = np.random.default_rng(seed)
    drawn = (np.concatenate([members[k] for k in rng.integers(0, len(names), len(names))]) for _ in range(repeats))
    return [chosen for chosen in drawn if hold[chosen].any() and not hold[chosen].all()]


def evaluate(rows, scores, repeats=400, seed=1):
    """{auc, ratio10, ratio5}, each (value, low, high). The bootstrap draws whole turns."""
    rows, scores = list(rows), np.asarray(scores, float)
    hold = np.array([r["label"] == "hold" for r in rows])
    duration = np.array([r["duration"] for r in rows])

    def measure(chosen):
        h, e = chosen[hold[chosen]], chosen[~hold[chosen]]
        return (auc(scores[h], scores[e]), *(ratio(scores[h], duration[h], scores[e], b) for b in (0.10, 0.05)))

    value = measure(np.arange(len(rows)))
    draws = np.array([measure(chosen) for chosen in turn_draws(turns_of(rows), hold, repeats, seed)])
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    return {name: (value[i], low[i], high[i]) for i, name in enumerate(("auc", "ratio10", "ratio5"))}


def cell(measure):
    """(value, low, high) as a cell of a table."""
    return f"{measure[0]:.2f} [{measure[1]:.2f}, {measure[2]:.2f}]"


def line(name, result):
    cells = "  ".join(f"{k} {v[0]:.3f} [{v[1]:.3f}, {v[2]:.3f}]" for k, v in result.items())
    return f"{name:26s} {cells}"
