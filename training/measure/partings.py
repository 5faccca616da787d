"""How often do the profiles keep their nominal rate on callers on whom they were not chosen?

The callers are parted in two at random, many times, and each side is counted with the public lengths of pauses.
"""

from functools import partial
from itertools import islice

import numpy as np

from . import public_lengths
from .service import EPS, NOMINAL, rate_interval

PARTINGS = 150
MARGINS = (1.0, 0.8, 0.7, 0.6, 0.5)
"""Shares of the nominal rate at which policies are chosen on one side of a parting."""


def halves(groups, hold, rng, least=50):
    """Random ways to part the calls in two with at least `least` holds on each side: PARTINGS of them at most."""
    names = np.unique(groups)
    drawn = (np.isin(groups, names[rng.random(len(names)) < 0.5]) for _ in range(20 * PARTINGS))
    return list(
        islice((first for first in drawn if min((hold & first).sum(), (hold & ~first).sum()) >= least), PARTINGS)
    )


def partings(pauses, groups, turns, policies_of, rng, public):
    """Profiles counted on each side of drawn partings of the calls, with the public lengths.

    policies_of: policies chosen on the other side -> {profile: policy or None}. `at_most` counts the sides on which the
    rate is at most the nominal one; `holds` counts also those on which it is above, but its 95 % interval is not.
    """
    found = {name: [] for name in NOMINAL}
    for first in halves(groups, pauses.hold, rng):
        for chosen in (first, ~first):
            counted, held = ~chosen, (~chosen)[pauses.hold]
            weight = public_lengths.weights(pauses.duration[pauses.hold][held], public)
            for name, policy in policies_of(chosen).items():
                if policy is None:
                    found[name].append(None)
                    continue
                cut, latency = pauses.outcome(policy, counted)
                rate, low, _ = rate_interval(cut, turns[counted & pauses.hold], rng, 300, weight)
                found[name].append((rate, low, float(latency.mean())))
    out = {}
    for name, cases in found.items():
        rates = np.array([case for case in cases if case]).reshape(-1, 3)
        out[name] = dict(
            sides=len(cases),
            at_most=int((rates[:, 0] <= NOMINAL[name] + EPS).sum()),
            holds=int((rates[:, :2].min(1) <= NOMINAL[name] + EPS).sum()),
            mean_cutoff=float(rates[:, 0].mean()) if len(rates) else None,
            mean_latency_ms=float(rates[:, 2].mean() * 1000) if len(rates) else None,
        )
    return out


def lines(ours, groups, turns, public, policies):
    """(lines, figures) that say how often each profile keeps its nominal rate: its policy, and the rule that chooses
    policies.
    """
    text = [
        f"{PARTINGS} drawn ways to part the callers in two with 50 pauses on each side, and both sides of each, with "
        "the public lengths. The rule chooses policies on the other side. `at most` counts the sides on which no more "
        "than the nominal share is cut; `holds` counts also those on which more is cut, but the nominal rate is within "
        "the 95 % interval.",
        "",
        "| policies | profile | at most | holds | mean cut-offs | mean latency |",
        "|---|---|---|---|---|---|",
    ]
    figures = {}
    rules = {"those above, on every side": lambda chosen: policies}
    for margin in MARGINS:
        rules[f"chosen at {margin:.0%} of the nominal rate"] = partial(ours.profiles, public=public, margin=margin)
    for rule, policies_of in rules.items():
        found = partings(ours, groups, turns, policies_of, np.random.default_rng(1), public)
        figures[rule] = found
        for name, r in found.items():
            if r["mean_cutoff"] is not None:
                text.append(
                    f"| {rule} | {name} | {r['at_most']} of {r['sides']} | {r['holds']} | {r['mean_cutoff']:.3f} | "
                    f"{r['mean_latency_ms']:.0f} ms |"
                )
    return text, figures
