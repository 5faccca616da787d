"""End of turn as a service decides it: the score rises with the silence, and a policy fires on a grid of 0.1 s.

Scores are log-odds at 0.2 s of silence, one for each pause, or one for each pause and step of the grid. `rise` is
what each step of silence adds.
"""

import numpy as np

from . import public_lengths
from .score_point import alike, silence_latency

GRID = np.round(np.arange(0.2, 5.01, 0.1), 1)
DELAYS = np.round(np.arange(0.2, 0.81, 0.1), 1)
TIMEOUTS = np.round(np.arange(1.0, 3.51, 0.5), 1)
"""Timeouts of eot-bench, seconds."""
LONGEST_TIMEOUT_SEC = {"cutoff_10pct": 2.5, "cutoff_5pct": 3.0, "cutoff_2pct": 3.5}
MARGIN = 0.7
"""Share of its nominal rate that a profile may use on the calls on which its policy is chosen."""
THRESHOLDS = np.append(np.round(np.arange(0.02, 0.995, 0.01), 2), [0.993, 0.995, 0.997])
NOMINAL = {"cutoff_10pct": 0.10, "cutoff_5pct": 0.05, "cutoff_2pct": 0.02}
EPS = 1e-9


def rise_of(line):
    """What the silences of the grid add: the line of fusion.json, straight on after its last point, as in
    src/eot/fusion.ts.
    """
    seconds, odds = ([p[key] for p in line] for key in ("sec", "logOdds"))
    slope = (odds[-1] - odds[-2]) / (seconds[-1] - seconds[-2])
    return np.interp(GRID, seconds, odds) + slope * np.maximum(0, GRID - seconds[-1])


class Pauses:
    """Log-odds, label and length of every pause that counts."""

    def __init__(self, logit, hold, duration, rise, thresholds=THRESHOLDS):
        self.hold, self.duration, self.thresholds = hold, duration, thresholds
        p = 1 / (1 + np.exp(-((logit if logit.ndim == 2 else logit[:, None]) + rise[None])))
        over = p[None] > thresholds[:, None, None]
        self.fire = np.where(over.any(2), GRID[over.argmax(2)], np.inf)  # [thresholds, pauses]
        # A threshold that is crossed before the action delay fires at the delay: the p of one score never falls in a
        # silence.

    def fires(self, delay, timeout, chosen=slice(None)):
        return np.minimum(np.maximum(self.fire[:, chosen], delay), timeout)

    def outcome(self, policy, chosen):
        """(whether each hold is cut, latency of each end) with one policy (threshold, delay, timeout)."""
        row = int(np.argmin(np.abs(self.thresholds - policy[0])))
        first = self.fires(policy[1], policy[2], chosen)[row]
        hold, duration = self.hold[chosen], self.duration[chosen]
        return duration[hold] > first[hold] + EPS, first[~hold]

    def best(self, budget, chosen, slower=None, timeouts=TIMEOUTS, weight=None):
        """The policy of the lowest mean latency among those whose cut-off rate is within the budget.

        weight: of each chosen hold; all alike if none is given. slower: the policy of the next slower profile, which
        bounds threshold, delay and timeout from above.
        """
        hold, duration = self.hold[chosen], self.duration[chosen]
        weight = alike(duration[hold]) if weight is None else weight
        found = None
        for timeout in timeouts:
            for delay in DELAYS:
                if slower and (delay > slower[1] + EPS or timeout > slower[2] + EPS):
                    continue
                first = self.fires(delay, timeout, chosen)
                rate = (duration[hold] > first[:, hold] + EPS) @ weight
                ok = rate <= budget + EPS
                if slower:
                    ok &= self.thresholds <= slower[0] + EPS
                if not ok.any():
                    continue
                latency = np.where(ok, first[:, ~hold].mean(1), np.inf)
                row = int(np.lexsort((self.thresholds, rate, latency))[0])
                key = (latency[row], rate[row], self.thresholds[row])
                if found is None or key < found[0]:
                    found = (key, (float(self.thresholds[row]), float(delay), float(timeout)))
        return found and found[1]

    def profiles(self, chosen, public=None, margin=MARGIN):
        """{profile: policy or None}, from the slowest to the fastest, each bounded by the one before.

        public: the lengths of public_lengths.read that the pauses are weighed to; None counts each once.
        """
        policies, slower = {}, None
        weight = public and public_lengths.weights(self.duration[chosen][self.hold[chosen]], public)
        for name, nominal in reversed(NOMINAL.items()):
            timeouts = TIMEOUTS[TIMEOUTS <= LONGEST_TIMEOUT_SEC[name]]
            policies[name] = self.best(margin * nominal, chosen, slower, timeouts, weight)
            slower = policies[name] or slower
        return policies


def ratios(pauses, chosen):
    """Mean latency of the best policy over that of silence only, both on these pauses, at 10 % and at 5 % false
    cut-offs.
    """
    found = []
    for budget in (0.10, 0.05):
        policy = pauses.best(budget, chosen)
        alone = silence_latency(pauses.duration[chosen][pauses.hold[chosen]], budget)
        found.append(min(pauses.outcome(policy, chosen)[1].mean(), alone) / alone if policy else 1.0)
    return np.array(found)


def rate_interval(values, turns, rng, draws=1000, weight=None):
    """(mean, low, high) of the values. The bootstrap draws whole turns. weight: of each value; all alike if None."""
    weight = alike(values) if weight is None else weight
    names, index = np.unique(turns, return_inverse=True)
    sums = np.bincount(index, values * weight, len(names))
    counts = np.bincount(index, weight, len(names))
    pick = rng.integers(0, len(names), (draws, len(names)))
    means = sums[pick].sum(1) / counts[pick].sum(1)
    return float(values @ weight / weight.sum()), *map(float, np.quantile(means, [0.025, 0.975]))
