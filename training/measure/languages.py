"""Measures Smart Turn v3.2 and ours on pauses of read speech and monologue, in other languages and in English.

    python -m training.measure.languages windows --list NAME --folder watson=... --folder hi=... --vad VAD --out WORK
    node training/measure/languages.mjs WORK
    python -m training.measure.languages report WORK

A recording is one turn: its pauses are holds, its end is a turn end. Nobody knows whether another person speaks after
it, so this is no measure of dialogue. `--list` names a list of recordings in the manifest, [read-speech]. `--without`
leaves out the recordings of earlier folders, `--paused` those without a pause inside. languages.mjs needs
TURNWIRE_MODELS for Smart Turn, and uses the recognisers of other languages that are installed.

A policy is chosen on the pauses that it is counted on, so even a score that knows nothing comes out below 1.00. The
rows `at random` say how far.
"""

import argparse
import glob
import json
import random

import numpy as np

from ..calls.windows import LONGEST_SEC, PRE_ROLL_SEC, SILENCE_SEC, Writer
from ..shared.audio import RATE, Vad, load, room_tone
from ..shared.manifest import Manifest, add_manifest_option
from .score_point import auc, cell, counts, evaluate, ratio, spread
from .service import EPS

LONGEST_RECORDING_SEC = 45
AFTER_SEC = 0.02
"""How much of the recording is kept after speech. Room tone follows, because the digital silence at the end of a
recording would give it away.
"""


def recordings(folders, listed, manifest):
    rng = random.Random(4)
    for entry in json.loads(Manifest(manifest).path("read-speech", listed).read_text()):
        for pattern in entry["files"]:
            name, rest = pattern.split("/", 1)
            if name in folders:
                paths = sorted(glob.glob(f"{folders[name]}/{rest}", recursive=True))
                for path in rng.sample(paths, min(len(paths), entry.get("count", len(paths)))):
                    yield entry["language"], name, path


def windows(options):
    folders = dict(spec.split("=", 1) for spec in options.folder)
    vad, rng, out = Vad(options.vad), np.random.default_rng(3), Writer(options.out)
    known = {json.loads(line)["call"] for folder in options.without for line in open(f"{folder}/windows.jsonl")}
    for language, source, path in recordings(folders, options.list, options.manifest):
        call = f"{source}/{path.removeprefix(folders[source])[1:]}"
        if call in known:
            continue
        samples = load(path)
        samples = (samples if samples.ndim == 1 else samples.mean(0))[: LONGEST_RECORDING_SEC * RATE]
        spoken = vad.segments(samples, min_silence=0.19)
        if not spoken or spoken[-1][1] - spoken[0][0] < 0.6:
            continue
        gaps = [after[0] - before[1] for before, after in zip(spoken, spoken[1:])]
        if options.paused and not any(map(counts, gaps)):
            continue
        tone = room_tone(samples, int(SILENCE_SEC * RATE), rng)
        for i, (start, end) in enumerate(spoken):
            last = i + 1 == len(spoken)
            duration = 0.0 if last else gaps[i]
            if not last and not counts(duration):
                continue
            begin = max(0.0, spoken[0][0] - PRE_ROLL_SEC, end + SILENCE_SEC - LONGEST_SEC)
            heard = samples[int(begin * RATE) : int((end + AFTER_SEC) * RATE)]
            window = np.concatenate([heard, tone[: int((SILENCE_SEC - AFTER_SEC) * RATE)]])
            out.add(
                window,
                kind="pause",
                language=language,
                source=source,
                call=call,
                speaker="user",
                turn_start=spoken[0][0],
                start=start,
                end=end,
                duration=duration,
                label="eot" if last else "hold",
            )
    print(f"{out.count} windows")


def measured(rows, scores, chosen):
    """(AUC, ratio at 10 %, ratio at 5 %) of the chosen pauses, or None without holds or without ends."""
    hold = np.array([rows[i]["label"] == "hold" for i in chosen])
    if hold.all() or not hold.any():
        return None
    duration = np.array([rows[i]["duration"] for i in chosen])[hold]
    return (
        auc(scores[chosen][hold], scores[chosen][~hold]),
        *(ratio(scores[chosen][hold], duration, scores[chosen][~hold], budget) for budget in (0.10, 0.05)),
    )


def compared(rows, first, second, repeats):
    """`first` less `second`: each measure with its 95 % interval. Both are on the same recordings, drawn with
    replacement.
    """
    calls = sorted({r["call"] for r in rows})
    members = [np.array([i for i, r in enumerate(rows) if r["call"] == call]) for call in calls]
    rng = np.random.default_rng(2)
    draws = [np.concatenate([members[k] for k in rng.integers(0, len(calls), len(calls))]) for _ in range(repeats)]
    pairs = [(measured(rows, first, d), measured(rows, second, d)) for d in draws]
    differences = np.array([np.subtract(a, b) for a, b in pairs if a and b])
    whole = np.arange(len(rows))
    value = np.subtract(measured(rows, first, whole), measured(rows, second, whole))
    return list(zip(value, *np.quantile(differences, [0.025, 0.975], axis=0)))


def at_random(rows, repeats):
    rng, whole = np.random.default_rng(5), np.arange(len(rows))
    draws = np.array([measured(rows, spread(rng.random(len(rows))), whole) for _ in range(repeats)])
    return list(zip(draws.mean(axis=0), *np.quantile(draws, [0.025, 0.975], axis=0)))


def report(options):
    rows = [json.loads(line) for line in open(f"{options.work}/windows.jsonl")]
    scores = [json.loads(line) for line in open(f"{options.work}/scores.jsonl")]
    parts = {"all": rows} | {
        language: [r for r in rows if r["language"] == language] for language in sorted({r["language"] for r in rows})
    }
    print(
        "| language | recordings | holds | ends | score | AUC | at 10 % | at 5 % |\n|---|---|---|---|---|---|---|---|"
    )
    for name, part in parts.items():
        members = [i for i, r in enumerate(rows) if name == "all" or r["language"] == name]
        holds, ends = (sum(r["label"] == label for r in part) for label in ("hold", "eot"))
        heading = f"{name} | {len({r['call'] for r in part})} | {holds} | {ends}"
        if min(holds, ends) < 5:
            print(f"| {heading} | too few | | | |")
            continue
        values = {score: spread(np.array([scores[i][score] for i in members], float)) for score in scores[0]}
        for score, value in values.items():
            result = evaluate(part, value, repeats=options.repeats)
            print(
                f"| {heading} | {score} | {cell(result['auc'])} | {cell(result['ratio10'])} | "
                f"{cell(result['ratio5'])} |"
            )
        for score in list(values)[1:]:
            cells = " | ".join(
                cell(result) for result in compared(part, values[score], values["Smart Turn v3.2"], options.repeats)
            )
            print(f"| {heading} | {score} less Smart Turn | {cells} |")
        print(
            f"| {heading} | at random | "
            + " | ".join(cell(result) for result in at_random(part, options.repeats))
            + " |",
            flush=True,
        )
    shipped_policies(options.work, parts)


def shipped_policies(work, parts):
    """Prints what the shipped policy of each profile does with our score: mean latency of the ends, number of holds
    cut.
    """
    rows = [
        row | ended
        for row, ended in zip(
            *([json.loads(line) for line in open(f"{work}/{name}.jsonl")] for name in ("windows", "ended"))
        )
    ]
    profiles = [name for name in rows[0] if name.startswith("cutoff_")]
    print(
        "\n| language | "
        + " | ".join(f"{profile}: mean latency, cuts" for profile in profiles)
        + " |\n"
        + "|---" * (len(profiles) + 1)
        + "|"
    )
    for name in parts:
        part = [row for row in rows if name in ("all", row["language"])]
        holds = [row for row in part if row["label"] == "hold"]
        ends = [row for row in part if row["label"] == "eot"]
        if min(len(holds), len(ends)) >= 5:
            cells = [
                f"{1000 * np.mean([row[profile] for row in ends]):.0f} ms, "
                f"{sum(row[profile] < row['duration'] - EPS for row in holds)} of {len(holds)}"
                for profile in profiles
            ]
            print(f"| {name} | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(required=True)
    step = steps.add_parser("windows")
    step.add_argument("--folder", action="append", default=[], help="name=path of a folder named in the list")
    step.add_argument("--list", default="languages", help="a list of read speech in the manifest")
    add_manifest_option(step)
    step.add_argument("--without", nargs="+", default=[], help="folders of windows whose recordings are left out")
    step.add_argument("--paused", action="store_true", help="only recordings with a pause inside")
    step.add_argument("--vad", required=True)
    step.add_argument("--out", required=True)
    step.set_defaults(run=windows)
    step = steps.add_parser("report")
    step.add_argument("work")
    step.add_argument("--repeats", type=int, default=400)
    step.set_defaults(run=report)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
