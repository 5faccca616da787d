"""Reports on the held-out pauses: rules, Smart Turn v3.2, ours and its parts, with counts and 95 % intervals.

Each score is measured by the rules of eot-bench and by the events that a service sends. Policies are chosen on some
calls and counted on others. Intervals are by bootstrap over turns. Reads the scores of fusion.fit; writes
end-of-turn.md, end-of-turn.json and end-of-turn-reliability.svg.
"""

import argparse
import json
import os
import platform
from datetime import date
from pathlib import Path

import numpy as np

from ..fusion import recheck
from ..fusion.heads import log_loss
from . import partings, public_lengths
from .reliability import drawn, reliability
from .score_point import cell, evaluate, silence_latency, spread, turn_draws, turns_of
from .service import GRID, MARGIN, NOMINAL, Pauses, rate_interval, ratios, rise_of
from .slices import slices, under_stress

RULES_PER_LOG_SECOND = 1.1  # as src/eot/rules-scorer.ts
OF_PUBLIC_LENGTHS = "rules", "Smart Turn v3.2", "words", "full"
HEADING = "| score | AUC | eot-bench at 10 % | at 5 % | service at 10 % | at 5 % |\n|---|---|---|---|---|---|"


def machine():
    """Name of the processor and number of its cores."""
    names = (
        [line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
        if os.path.exists("/proc/cpuinfo")
        else []
    )
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} cores"


def logit(p):
    p = np.clip(p, 1e-6, 1 - 1e-6)
    return np.log(p / (1 - p))


def service_pauses(name, values, rows, line):
    """Pauses with the scores of `name`: "rules", a rival or one of ours. `later` of a row counts from the recheck
    on.
    """
    hold, duration = np.array([r["label"] == "hold" for r in rows]), np.array([r["duration"] for r in rows])
    if name == "rules":
        return Pauses(logit(values), hold, duration, RULES_PER_LOG_SECOND * np.log(GRID / 0.2))
    if name.startswith("Smart Turn"):  # it scores a pause once; its p crowds at 0 and 1, so thresholds count in ranks
        return Pauses(logit(spread(values)), hold, duration, np.zeros(len(GRID)))
    heard = recheck.grid_scores(values, [r["later"] for r in rows]) if "later" in rows[0] else values
    return Pauses(heard, hold, duration, rise_of(line))


def service_ratios(pauses, turns, rng, repeats):
    """{budget: (ratio, low, high)}: mean latency of the best policy over that of silence only, both on the same
    pauses.
    """
    value = ratios(pauses, np.arange(len(turns)))
    draws = [ratios(pauses, chosen) for chosen in turn_draws(turns, pauses.hold, repeats, rng)]
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    return {key: (float(value[i]), float(low[i]), float(high[i])) for i, key in enumerate(("ratio10", "ratio5"))}


def compared(name, values, rows, silence, rng, repeats):
    """One score: ({figure: (value, low, high)} by eot-bench, the same by a service's events, both as a line under
    HEADING).
    """
    bench = evaluate(rows, spread(values), repeats=repeats)
    served = service_ratios(service_pauses(name, values, rows, silence), turns_of(rows), rng, max(40, repeats // 2))
    return bench, served, f"| {name} | " + " | ".join(map(cell, (*bench.values(), *served.values()))) + " |"


def with_public_lengths(rows, holds, repeats, data):
    """Lines that say what scores would be worth if pauses lasted as long as the public ones."""
    public = public_lengths.read(holds)
    duration = np.array([r["duration"] for r in rows if r["label"] == "hold"])
    alone = [
        silence_latency(duration, budget, public_lengths.weights(duration, public)) * 1000
        for budget in public_lengths.BUDGETS
    ]
    text = [
        "With pauses as long as those of the public English set (each counts as its length is "
        f"frequent there, its score as it is; silence only {alone[0]:.0f} and {alone[1]:.0f} ms, "
        "there 1000 and 1600):",
        "",
        "| score | latency at 10 % | at 5 % | to silence only at 10 % | at 5 % |",
        "|---|---|---|---|---|",
    ]
    data["public_lengths"] = dict(silence_only_ms=alone, scores={})
    for name in OF_PUBLIC_LENGTHS:
        if name not in rows[0]["scores"]:
            continue
        found = public_lengths.as_public(rows, np.array([r["scores"][name] for r in rows]), public, repeats)
        data["public_lengths"]["scores"][name] = [list(map(float, figure)) for figure in found]
        waits = [f"{value * 1000:.0f} ms [{low * 1000:.0f}, {high * 1000:.0f}]" for value, low, high in found[:2]]
        text.append(f"| {name} | " + " | ".join([*waits, *map(cell, found[2:])]) + " |")
    return text


def recheck_lines(conditions, line, repeats, data):
    """Lines that say what the recheck of a pause changes, by {how the pauses were heard: rows}.

    Log loss of the pauses that last long enough, and ratios of measure/service.py, paired over turns.
    """
    text = [
        "Pauses that last long enough, rechecked, and turns ended by a service's own policies, "
        "with rechecks less without, paired over turns:",
        "",
        "| heard | pauses | log loss | without a recheck | service at 10 %, less without | at 5 % |",
        "|---|---|---|---|---|---|",
    ]
    worth, data["second_look"] = recheck.silence_log_odds(line), {}
    for heard, rows in conditions.items():
        lasting, ends = (
            np.array([recheck.lasts_long_enough(r) for r in rows]),
            np.array([r["label"] == "eot" for r in rows]),
        )
        first, later = (np.array(values) for values in zip(*((r["scores"]["full"], r["later"]) for r in rows)))
        losses = [log_loss(of[lasting] + worth, ends[lasting]) for of in (later, first)]
        two, one = (service_pauses("full", first, of, line) for of in (rows, recheck.without_recheck(rows)))
        draws = [np.arange(len(rows)), *turn_draws(turns_of(rows), ~ends, repeats)]
        value, *drawn = [ratios(two, chosen) - ratios(one, chosen) for chosen in draws]
        less = [list(map(float, figure)) for figure in zip(value, *np.quantile(drawn, [0.025, 0.975], axis=0))]
        data["second_look"][heard] = dict(lasting=int(lasting.sum()), log_loss=losses, less_one_look=less)
        text.append(
            f"| {heard} | {lasting.sum()} | {losses[0]:.3f} | {losses[1]:.3f} | " + " | ".join(map(cell, less)) + " |"
        )
    return text


def given(specs):
    """{profile: (threshold, delay, timeout)} of texts such as cutoff_10pct=0.85,0.2,2.5, slowest profile first."""
    found = {name: tuple(map(float, numbers.split(","))) for name, numbers in (spec.split("=") for spec in specs)}
    return {name: found[name] for name in reversed(NOMINAL) if name in found}


def share(measure):
    """(value, low, high) as a cell of a table."""
    return f"{measure[0]:.3f} [{measure[1]:.3f}, {measure[2]:.3f}]"


def with_policy(policy, rows, line, rng, public):
    """What a policy does to these pauses: {public, cutoff, latency_ms: (mean, low, high)}; public: cut-offs with the
    public lengths.
    """
    pauses, turns = service_pauses("full", np.array([r["scores"]["full"] for r in rows]), rows, line), turns_of(rows)
    cut, latency = pauses.outcome(policy, np.ones(len(rows), bool))
    weight = public_lengths.weights(pauses.duration[pauses.hold], public)
    return dict(
        public=rate_interval(cut, turns[pauses.hold], rng, weight=weight),
        cutoff=rate_interval(cut, turns[pauses.hold], rng),
        latency_ms=rate_interval(latency * 1000, turns[~pauses.hold], rng),
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scores", required=True)
    parser.add_argument("--fusion", required=True, help="fusion.json, for what silence adds")
    parser.add_argument("--holds", required=True, help="en_hold_durations.json")
    parser.add_argument("--repeats", type=int, default=400)
    parser.add_argument("--policies", nargs="*", default=[], help="profile=threshold,delay,timeout of what ships")
    parser.add_argument("--out", required=True, help="folder")
    options = parser.parse_args()
    everything = [json.loads(line) for line in open(options.scores)]
    rows = [r for r in everything if not r.get("stress")]
    fusion = json.load(open(options.fusion))
    line = fusion["silence"]
    hold = np.array([r["label"] == "hold" for r in rows])
    duration = np.array([r["duration"] for r in rows])
    groups = np.array([r["group"] for r in rows])
    turns = turns_of(rows)
    rng = np.random.default_rng(1)
    alone = {f"{b:.0%}": float(silence_latency(duration[hold], b) * 1000) for b in (0.10, 0.05)}
    calls = {r["call"] for r in rows}
    data = dict(date=str(date.today()), machine=machine(), fusion=fusion["version"])
    text = [
        f"{data['date']}, {data['machine']}, {data['fusion']}; rows, columns and calls: [its "
        "card](../../models/eot-fusion/README.md). All of it is development data.",
        "",
        f"{len(calls)} calls in {len(set(groups))} groups held out in turn, {hold.sum()} pauses "
        f"of 0.2 to 5 s, {(~hold).sum()} turn ends. Silence only: "
        + ", ".join(f"{v:.0f} ms at {k}" for k, v in alone.items())
        + " false cut-offs.",
        "",
        HEADING,
    ]
    data |= dict(
        calls=sorted(calls),
        groups=len(set(groups)),
        holds=int(hold.sum()),
        ends=int((~hold).sum()),
        silence_only_ms=alone,
        scores={},
    )
    stressed = under_stress(everything)
    once = recheck.without_recheck(rows)
    scored = (
        [(name, name, rows if name == "full" else once) for name in rows[0]["scores"]]
        + [("full, no recheck", "full", once)]
        + [(f"full, {stress}", "full", copies) for stress, copies in stressed.items()]
    )
    for title, name, of in scored:
        bench, served, told = compared(title, np.array([r["scores"][name] for r in of]), of, line, rng, options.repeats)
        data["scores"][title] = dict(
            eot_bench={k: list(map(float, v)) for k, v in bench.items()},
            service={k: list(v) for k, v in served.items()},
        )
        text.append(told)
        print(text[-1], flush=True)
    conditions = {"as they are": rows, **stressed}
    text += ["", *recheck_lines(conditions, line, options.repeats, data), ""] + with_public_lengths(
        rows, options.holds, options.repeats, data
    )
    full = np.array([r["scores"]["full"] for r in rows])
    ours = service_pauses("full", full, rows, line)
    everywhere = np.ones(len(rows), bool)
    public = public_lengths.read(options.holds)
    policies = given(options.policies) or ours.profiles(everywhere, public)
    text += [
        "",
        f"The shipped policies on these pauses; they were chosen on them, at {MARGIN:.0%} of each nominal rate:"
        if options.policies
        else f"Policies chosen on these pauses, at {MARGIN:.0%} of each nominal rate with the public lengths:",
        "",
        "| profile | threshold, delay, timeout | pauses | cut, public lengths | cut as recorded | mean latency |",
        "|---|---|---|---|---|---|",
    ]
    data["profiles"] = {}
    for name, policy in policies.items():
        if policy is None:
            continue
        data["profiles"][name] = dict(policy=policy)
        for kind, of in conditions.items():
            found = with_policy(policy, of, line, rng, public)
            data["profiles"][name] |= found if of is rows else {kind: found}
            late = found["latency_ms"]
            text.append(
                f"| {name} | {policy[0]}, {policy[1]} s, {policy[2]} s | {kind} | {share(found['public'])} | "
                f"{share(found['cutoff'])} of {hold.sum()} | {late[0]:.0f} ms [{late[1]:.0f}, {late[2]:.0f}] |"
            )
    parted, data["partings"] = partings.lines(ours, groups, turns, public, policies)
    text += ["", *parted, ""] + slices([r | dict(logit=r["scores"]["full"]) for r in everything])
    table = reliability(full, ~hold)
    data["reliability"] = table
    text += ["", "| score | pauses | turn ends among them |", "|---|---|---|"] + [
        f"| {b['low']:.1f} to {b['high']:.1f} (mean {b['mean']:.2f}) | {b['count']} | "
        f"{b['share']:.2f} [{b['interval'][0]:.2f}, {b['interval'][1]:.2f}] |"
        for b in table["bins"]
    ]
    text += [
        "",
        f"Brier score {table['brier']:.3f}, of always saying {table['share']:.2f}: {table['brier_of_share']:.3f}.",
        "",
        "![Reliability](end-of-turn-reliability.svg)",
    ]
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "end-of-turn.md").write_text("# End of turn: held-out pauses of real calls\n\n" + "\n".join(text) + "\n")
    (folder / "end-of-turn.json").write_text(json.dumps(data, indent=1) + "\n")
    (folder / "end-of-turn-reliability.svg").write_text(drawn(table))


if __name__ == "__main__":
    main()
