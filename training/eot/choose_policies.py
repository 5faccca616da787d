"""Policies (threshold, action delay, timeout) for the learned scorer, as the engine applies them: p_eot rises with silence.

Scores are held-out ones (fit_fusion.py --scores). The lowest mean latency whose false cut-offs stay within the nominal rate;
a faster profile never waits longer than a slower one at the same score. Checked by choosing on some calls and counting on the
others.
"""
import argparse
import json

import numpy as np

NOMINAL = {"cutoff_10pct": 0.10, "cutoff_5pct": 0.05, "cutoff_2pct": 0.02}
GRID = np.round(np.arange(0.2, 3.51, 0.1), 1)
THRESHOLDS = np.round(np.arange(0.02, 0.995, 0.01), 2)
DELAYS = np.round(np.arange(0.2, 1.01, 0.1), 1)
TIMEOUTS = np.round(np.arange(1.0, 3.51, 0.5), 1)


def added(line, sec):
    return np.interp(sec, [p["sec"] for p in line], [p["logOdds"] for p in line])


def outcomes(logit, hold, duration, line, threshold, delay, timeout):
    """(cut-off per hold, latency per end)."""
    p = 1 / (1 + np.exp(-(logit[:, None] + added(line, GRID)[None])))
    fires = (p > threshold) & (GRID >= delay - 1e-9) & (GRID < timeout - 1e-9)
    first = np.where(fires.any(1), GRID[fires.argmax(1)], timeout)
    return (duration[hold] > first[hold] + 1e-9), first[~hold]


def best(data, line, budget, slower=None):
    """`slower`: the policy of the next slower profile, which bounds threshold and delay from above."""
    found = None
    for timeout in TIMEOUTS:
        for delay in DELAYS:
            for threshold in THRESHOLDS:
                if slower and (threshold > slower[0] or delay > slower[1]):
                    continue
                cut, latency = outcomes(*data, line, threshold, delay, timeout)
                key = (latency.mean(), cut.mean(), threshold)
                if cut.mean() <= budget + 1e-9 and (found is None or key < found[0]):
                    found = (key, (float(threshold), float(delay), float(timeout)))
    return found[1] if found else None


def interval(values, rng):
    draws = rng.choice(values.astype(float), (2000, len(values))).mean(1)
    return np.quantile(draws, [0.025, 0.975])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scores", required=True)
    parser.add_argument("--fusion", required=True, help="fusion.json, for what silence adds")
    options = parser.parse_args()
    rows = [json.loads(line) for line in open(options.scores)]
    line = json.load(open(options.fusion))["silence"]
    logit, duration = np.array([r["logit"] for r in rows]), np.array([r["duration"] for r in rows])
    hold, call = np.array([r["label"] == "hold" for r in rows]), np.array([r["call"] for r in rows])
    rng = np.random.default_rng(1)
    calls = sorted(set(call), key=lambda c: -(call == c).sum())
    first = np.isin(call, calls[0::2])
    slower = {}
    for name, budget in reversed(NOMINAL.items()):
        policy = slower["all"] = best((logit, hold, duration), line, budget, slower.get("all"))
        cut, latency = outcomes(logit, hold, duration, line, *policy)
        print(f"{name}: threshold {policy[0]}, action delay {policy[1]} s, timeout {policy[2]} s: cut-offs {cut.mean():.3f}, mean latency {latency.mean() * 1000:.0f} ms"
              f" ({hold.sum()} holds, {(~hold).sum()} ends)")
        for title, part in (("chosen on the first calls", first), ("chosen on the others", ~first)):
            policy = best((logit[part], hold[part], duration[part]), line, budget, slower.get(title))
            slower[title] = policy or slower.get(title)
            if policy is None:
                print(f"  {title}: too few pauses for {budget:.0%}")
                continue
            cut, latency = outcomes(logit[~part], hold[~part], duration[~part], line, *policy)
            low, high = interval(cut, rng)
            print(f"  {title} {policy}: elsewhere cut-offs {cut.mean():.3f} [{low:.3f}, {high:.3f}] of {len(cut)}, {'within' if low <= budget <= high or cut.mean() <= budget else 'OUTSIDE'} nominal {budget};"
                  f" mean latency {latency.mean() * 1000:.0f} ms")


if __name__ == "__main__":
    main()
