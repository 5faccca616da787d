"""Fits the sound head and the fusion on labelled calls, and writes the shipped files.

The shipped files are fitted on all calls. The reports use held-out scores: each call by a fit that never saw it.
"""

import argparse
import json
from functools import partial
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper

from ..calls import decoded
from ..measure.score_point import counted
from ..text.scorer import scorer
from . import recheck, refits
from .heads import ByContext, Fusion, Linear, Pauses, WithRead, chosen, cross_fitted

NUMBERS = ["terminal", "question", "comma", "eos", "lastWord", "mean", "words"]
MARKS = ["terminal", "question", "comma"]
PHRASES = ["owed", "closing", "asks"]
VARIANTS = {
    "soft punctuation": NUMBERS,
    "text": ["textAlone"],
    "text + context": ["text"],
    "sound": ["sound"],
    "soft + text": NUMBERS + ["textAlone"],
    "words": NUMBERS + ["text"] + PHRASES,
    "full without phrases": MARKS + ["text", "sound"],
    "full": MARKS + ["text", "sound"] + PHRASES,
}
"""Features of the scores that the report compares. `full` was chosen by hand with all calls in sight."""
CANDIDATES = [
    MARKS + ["text", "sound"],
    MARKS + ["text", "sound"] + PHRASES,
    MARKS + ["sound"] + PHRASES,
    NUMBERS + ["text", "sound"] + PHRASES,
    ["terminal", "question", "text", "sound"],
]
"""Sets of features among which `chosen` decides, with one of STRENGTHS.

It decides on the training calls of each fold alone, so its figures owe nothing to the held-out call.
"""
STRENGTHS = (0.03, 0.1, 0.3)
STRENGTH = 0.3
SOUND_STRENGTH = 0.001
ALONE = MARKS + ["textAlone", "sound"] + PHRASES
"""The features that are read if nobody is known to have spoken before the turn. Otherwise `full` is read."""
READ_SHARE = 0.5
"""Weight of read speech in `alone`; the calls weigh 1. Who reads aloud may speak of anything, the calls are all of
one kind.
"""


def silence_line(path):
    """Returns what seconds of silence add to the log-odds: the log of the share of pauses of 0.2 s that are over by
    then (eot-bench, English).
    """
    counts = {float(k): v for k, v in json.load(open(path))["hold_duration_counts_s"].items()}
    total = sum(v for k, v in counts.items() if k >= 0.2 - 1e-9)
    points = []
    for sec in (0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.3, 1.6, 2.0, 2.5, 3.0):
        left = sum(v for k, v in counts.items() if k >= sec - 1e-9)
        points.append(dict(sec=sec, logOdds=round(float(np.log(total / max(left, 0.5))), 3)))
    return points


def sound_model(heads, path):
    """Writes the sound head: input `listened` [1, 1152] -> log-odds [1, 1], one output for the judgement and one for
    the recheck.

    Standardisation is folded in. Inputs are cut to the range seen in training.
    """
    constants, nodes = [], []
    for output, head in heads.items():
        scale = head.weights / head.deviation
        values = dict(
            low=head.low, high=head.high, weights=scale[:, None], bias=np.array([head.bias - float(head.mean @ scale)])
        )
        constants += [
            helper.make_tensor(f"{name}_{output}", TensorProto.FLOAT, value.shape, value.astype(np.float32).ravel())
            for name, value in values.items()
        ]
        nodes += [
            helper.make_node("Max", ["listened", f"low_{output}"], [f"raised_{output}"]),
            helper.make_node("Min", [f"raised_{output}", f"high_{output}"], [f"cut_{output}"]),
            helper.make_node("Gemm", [f"cut_{output}", f"weights_{output}", f"bias_{output}"], [output]),
        ]
    width = len(next(iter(heads.values())).weights)
    graph = helper.make_graph(
        nodes,
        "eot_sound",
        [helper.make_tensor_value_info("listened", TensorProto.FLOAT, [1, width])],
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, [1, 1]) for output in heads],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def full(heads):
    """The sums `full`, not fitted yet."""
    return Fusion(heads, VARIANTS["full"], STRENGTH)


def alone(heads, read):
    """The sums `alone`, not fitted yet: with read speech, if there is some."""
    return WithRead(heads, ALONE, STRENGTH, read, READ_SHARE) if read else Fusion(heads, ALONE, STRENGTH)


def with_alone(fit, heads, read):
    """A fit for every pause: `fit` if the turn before is known, `alone` otherwise."""
    return lambda pauses, train: ByContext(fit(pauses, train), alone(heads, read).fit(pauses, train))


def default_fit(heads, read):
    """Fits what ships, on some of the calls."""
    return with_alone(lambda pauses, train: full(heads).fit(pauses, train), heads, read)


def known_read(options):
    return refits.drawn(counted(decoded.read(options.read)), options.read_most, options.seed)


def with_text(rows, text):
    for row, with_context, alone in zip(
        rows, text([(r["context"], r["text"]) for r in rows]), text([("", r["text"]) for r in rows])
    ):
        row["numbers"]["text"], row["numbers"]["textAlone"] = float(with_context), float(alone)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--calls", required=True, help="folder of decoded call windows, with those of rechecks in its folder `second`"
    )
    parser.add_argument("--copies", help="folder of decoded copies of them (calls.augment), for training only")
    parser.add_argument(
        "--stressed",
        nargs="*",
        default=[],
        help="name=folder of decoded copies to score but never train on: telephone, noise",
    )
    parser.add_argument("--read", help="folder of decoded windows of read speech (measure.languages), for `alone`")
    parser.add_argument("--read-most", type=int, help="draw this many pauses of read speech")
    parser.add_argument("--seed", type=int, default=0, help="of --read-most")
    parser.add_argument("--weights", type=int, metavar="SEED", help="give the pauses of calls random weights")
    parser.add_argument("--text-model", required=True, help="text.pt, or eot-text.onnx")
    parser.add_argument("--holds", required=True, help="en_hold_durations.json")
    parser.add_argument("--sound-strength", type=float, default=SOUND_STRENGTH)
    parser.add_argument("--version", default="eot-learned-21")
    parser.add_argument("--variants", nargs="*", default=[*VARIANTS, "chosen"])
    parser.add_argument("--scores", help="file for the held-out scores of every pause (JSON lines)")
    parser.add_argument("--models", help="models/ folder to write eot-sound and eot-fusion to")
    parser.add_argument("--folds", help="folder for the same files for each group of calls, fitted on all other groups")
    options = parser.parse_args()
    torch.set_num_threads(1)
    text = scorer(options.text_model)
    rows = with_text(counted(decoded.read(options.calls)), text)
    copies = with_text(decoded.copies(options.copies, options.calls, rows), text) if options.copies else []
    pauses = refits.weighed(Pauses(rows, copies), options.weights)
    lasting, again = recheck.rechecked(options.calls, rows)
    second = refits.weighed(Pauses(with_text(again, text)), options.weights)
    silence = silence_line(options.holds)
    heads = {"sound": lambda: Linear(options.sound_strength)}
    read = Pauses(with_text(known_read(options), text)) if options.read else None

    def fitter(name):
        if name == "chosen":
            return lambda p, train: chosen(heads, CANDIDATES, STRENGTHS, p, train)
        return lambda p, train: Fusion(heads, VARIANTS[name], STRENGTH).fit(p, train)

    def maker(name):
        fit = fitter(name)
        return with_alone(fit, heads, read) if name in ("full", "chosen") else fit

    if options.scores:
        stressed = dict(stressed_pauses(spec, options.calls, rows, text) for spec in options.stressed)
        scores = {
            name: [r[key] for r in rows]
            for name, key in (("rules", "rules"), ("Smart Turn v3.2", "smartTurn"))
            if rows[0].get(key) is not None
        }
        later, lines = [{} for _ in rows], []
        for name in options.variants:
            values, others, features = cross_fitted(
                maker(name),
                pauses,
                {stress: first for stress, (first, _, _) in stressed.items()} if name == "full" else {},
            )
            scores[name] = values[pauses.original]
            print(name, features if name == "chosen" else "", flush=True)
            if name != "full":
                continue
            values, others_again, _ = cross_fitted(
                maker(name), second, {stress: again for stress, (_, _, again) in stressed.items()}
            )
            later = [dict(later=float(score)) for score in recheck.final_scores(scores[name], lasting, values, silence)]
            for stress, (first, places, _) in stressed.items():
                standing = recheck.final_scores(others[stress], places, others_again[stress], silence)
                lines += [
                    kept_fields(r) | dict(stress=stress, scores=dict(full=float(score)), later=float(last))
                    for r, score, last in zip(first.rows, others[stress], standing)
                ]
        whole = [
            kept_fields(r) | dict(scores={name: float(values[i]) for name, values in scores.items()}) | later[i]
            for i, r in enumerate(rows)
        ]
        with open(options.scores, "w") as out:
            out.writelines(json.dumps(line) + "\n" for line in whole + lines)
    if options.models or options.folds:
        # Other languages than English have no larger model.
        quick = Pauses(with_text(counted(decoded.read(options.calls, decoding="quick")), text))
        refits.weighed(quick, options.weights)
        write = partial(write_models, options.version, heads, read, dict(first=pauses, second=second), quick, silence)
    if options.models:
        write(options.models)
    for group in pauses.groups() if options.folds else ():
        write(f"{options.folds}/{group}", group)


def write_models(version, heads, read, judged, quick, silence, folder, unheard=None):
    """Writes eot-sound and eot-fusion, fitted on all calls, or on all but those of the group `unheard`."""

    def heard(pauses):
        return np.ones(len(pauses.y), bool) if unheard is None else pauses.group != unheard

    first, second = (word_sums(heads, read, pauses, heard(pauses)) for pauses in judged.values())
    marks = shipped_sum(Fusion(heads, VARIANTS["soft punctuation"], STRENGTH), quick, heard(quick))
    for linear in second.values():
        linear["bias"] = round(linear["bias"] - recheck.silence_log_odds(silence), 5)
    sounds = {name: full(heads).head("sound", of, heard(of)) for name, of in judged.items()}
    pauses = judged["first"]
    ends = pauses.y[pauses.original & heard(pauses)].mean()
    prior = float(np.log(ends / (1 - ends)))
    fusion = dict(
        version=version,
        marks=marks,
        **first,
        second=dict(sec=recheck.SEC, most=recheck.MOST, **second),
        withoutWords=round(prior - 0.5, 3),
        withoutRecogniser=round(prior, 3),
        silence=silence,
    )
    for model in ("eot-sound", "eot-fusion"):
        Path(f"{folder}/{model}").mkdir(parents=True, exist_ok=True)
    sound_model(sounds, f"{folder}/eot-sound/eot-sound.onnx")
    Path(f"{folder}/eot-fusion/fusion.json").write_text(json.dumps(fusion, indent=2) + "\n")


def kept_fields(row):
    """The fields of a pause that a line of held-out scores keeps."""
    return {
        key: row[key]
        for key in ("call", "group", "speaker", "turn_start", "end", "duration", "label", "text", "context")
    }


def stressed_pauses(spec, calls, rows, text):
    """name=folder of copies -> (name, (pauses at the judgement, places of the rechecked ones, pauses at the
    recheck)).
    """
    name, folder = spec.split("=", 1)
    first = with_text(decoded.copies(folder, calls, rows), text)
    places, again = recheck.matched(first, decoded.copies(f"{folder}/second", calls, rows, earlier=folder))
    return name, (Pauses(first), places, Pauses(with_text(again, text)))


def shipped_sum(fusion, pauses, train):
    """The sums that ship, fitted on some pauses."""
    fitted = fusion.fit(pauses, train)
    return weighted_sum(fitted.linear, ["text" if name == "textAlone" else name for name in fitted.features])


def word_sums(heads, read, pauses, train):
    """The sums `full` and `alone` of the judgement, or of the recheck."""
    return dict(full=shipped_sum(full(heads), pauses, train), alone=shipped_sum(alone(heads, read), pauses, train))


def weighted_sum(linear, names):
    return dict(
        bias=round(linear.bias, 5),
        features=[
            dict(
                name=n,
                weight=round(float(linear.weights[i]), 5),
                mean=round(float(linear.mean[i]), 5),
                deviation=max(1e-5, round(float(linear.deviation[i]), 5)),
                low=round(float(linear.low[i]), 4),
                high=round(float(linear.high[i]), 4),
            )
            for i, n in enumerate(names)
        ],
    )


if __name__ == "__main__":
    main()
