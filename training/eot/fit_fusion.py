"""Fits the sound head and the fusion on labelled calls, scores every call by a fit that never saw it, writes the shipped files.

What report.py tells is made from the held-out scores; the shipped files are fitted on all calls.
"""
import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper

import decoded
from heads import ByContext, Fusion, Linear, Pauses, WithRead, chosen, cross_fitted
from score_point import counted
from text_model import load, score

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
"""`chosen` reads one of these, with one of the strengths: which, is decided on the training calls of each fold alone, so that its
figures owe nothing to having seen the held-out call. `full` was picked by hand with all calls in sight."""
CANDIDATES = [
    MARKS + ["text", "sound"],
    MARKS + ["text", "sound"] + PHRASES,
    MARKS + ["sound"] + PHRASES,
    NUMBERS + ["text", "sound"] + PHRASES,
    ["terminal", "question", "text", "sound"],
]
STRENGTHS = (0.03, 0.1, 0.3)
STRENGTH = 0.3
SOUND_STRENGTH = 0.001
ALONE = MARKS + ["textAlone", "sound"] + PHRASES
"""What ships reads where nobody had spoken before, or is not known to have: `full` elsewhere."""
READ_SHARE = 0.5
"""Of read speech in `alone`, the calls counting 1: whoever speaks so may speak of anything, and the calls know one way of speaking."""


def silence_line(path):
    """What a silence of s adds to the log-odds: log of how many pauses of 0.2 s are over by s (public eot-bench English holds)."""
    counts = {float(k): v for k, v in json.load(open(path))["hold_duration_counts_s"].items()}
    total = sum(v for k, v in counts.items() if k >= 0.2 - 1e-9)
    points = []
    for sec in (0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.3, 1.6, 2.0, 2.5, 3.0):
        left = sum(v for k, v in counts.items() if k >= sec - 1e-9)
        points.append(dict(sec=sec, logOdds=round(float(np.log(total / max(left, 0.5))), 3)))
    return points


def sound_model(head, path):
    """listened [1, 1152] -> logit [1, 1]. Standardisation is folded in; inputs are cut to the seen range."""
    width = len(head.weights)
    scale = head.weights / head.deviation
    values = dict(low=head.low, high=head.high, weights=scale[:, None], bias=np.array([head.bias - float(head.mean @ scale)]))
    constants = [helper.make_tensor(name, TensorProto.FLOAT, value.shape, value.astype(np.float32).ravel()) for name, value in values.items()]
    nodes = [helper.make_node("Max", ["listened", "low"], ["raised"]), helper.make_node("Min", ["raised", "high"], ["cut"]),
             helper.make_node("Gemm", ["cut", "weights", "bias"], ["logit"])]
    graph = helper.make_graph(nodes, "eot_sound", [helper.make_tensor_value_info("listened", TensorProto.FLOAT, [1, width])],
                              [helper.make_tensor_value_info("logit", TensorProto.FLOAT, [1, 1])], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def alone(heads, read):
    """`alone`, to be fitted: with read speech, where there is some."""
    return WithRead(heads, ALONE, STRENGTH, read, READ_SHARE) if read else Fusion(heads, ALONE, STRENGTH)


def with_alone(fit, heads, read):
    """A fit for every pause: `fit` where it is known what was said before, `alone` elsewhere."""
    return lambda pauses, train: ByContext(fit(pauses, train), alone(heads, read).fit(pauses, train))


def default_fit(heads, read):
    """What ships, as a fit of some calls."""
    return with_alone(lambda pauses, train: Fusion(heads, VARIANTS["full"], STRENGTH).fit(pauses, train), heads, read)


def with_text(rows, model):
    for row, with_context, alone in zip(rows, score(model, [(r["context"], r["text"]) for r in rows]), score(model, [("", r["text"]) for r in rows])):
        row["numbers"]["text"], row["numbers"]["textAlone"] = float(with_context), float(alone)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", required=True, help="folder of decoded call windows")
    parser.add_argument("--copies", help="folder of decoded copies of them (augment.py), for training only")
    parser.add_argument("--stressed", nargs="*", default=[], help="name=folder of decoded copies to score but never train on: telephone, noise")
    parser.add_argument("--read", help="folder of decoded windows of read speech (languages.py), for `alone`")
    parser.add_argument("--text-model", required=True)
    parser.add_argument("--holds", required=True, help="en_hold_durations.json")
    parser.add_argument("--sound-strength", type=float, default=SOUND_STRENGTH)
    parser.add_argument("--version", default="eot-learned-20")
    parser.add_argument("--variants", nargs="*", default=[*VARIANTS, "chosen"])
    parser.add_argument("--scores", help="held-out scores of every pause (JSON lines)")
    parser.add_argument("--models", help="models/ folder to write eot-sound and eot-fusion to")
    options = parser.parse_args()
    torch.set_num_threads(1)
    text = load(options.text_model)
    rows = with_text(counted(decoded.read(options.calls)), text)
    copies = with_text(decoded.copies(options.copies, options.calls, rows), text) if options.copies else []
    pauses = Pauses(rows, copies)
    stressed = {}
    for spec in options.stressed:
        name, folder = spec.split("=", 1)
        stressed[name] = Pauses(with_text(decoded.copies(folder, options.calls, rows), text))
    heads = {"sound": lambda: Linear(options.sound_strength)}
    read = Pauses(with_text(counted(decoded.read(options.read)), text)) if options.read else None

    def fitter(name):
        if name == "chosen":
            return lambda p, train: chosen(heads, CANDIDATES, STRENGTHS, p, train)
        return lambda p, train: Fusion(heads, VARIANTS[name], STRENGTH).fit(p, train)

    def maker(name):
        fit = fitter(name)
        if name not in ("full", "chosen"):
            return fit
        return with_alone(fit, heads, read)

    if options.scores:
        scores = {name: [r[key] for r in rows] for name, key in (("rules", "rules"), ("Smart Turn v3.2", "smartTurn")) if rows[0].get(key) is not None}
        under_stress = {}
        for name in options.variants:
            values, others, features = cross_fitted(maker(name), pauses, stressed if name == "full" else {})
            scores[name] = values[pauses.original]
            under_stress |= others
            print(name, features if name == "chosen" else "", flush=True)
        with open(options.scores, "w") as out:
            kept = ("call", "group", "speaker", "turn_start", "end", "duration", "label", "text", "context")
            for i, r in enumerate(rows):
                out.write(json.dumps({k: r[k] for k in kept} | dict(scores={n: float(s[i]) for n, s in scores.items()})) + "\n")
            if "full" in options.variants:
                for name, part in stressed.items():
                    for r, s in zip(part.rows, under_stress[name]):
                        out.write(json.dumps({k: r[k] for k in kept} | dict(stress=name, scores=dict(full=float(s)))) + "\n")
    if options.models:
        quick = Pauses(with_text(counted(decoded.read(options.calls, decoding="quick")), text))  # other languages have no larger model beside
        fitted = {name: fitter(variant)(heard, np.ones(len(heard.y), bool)) for name, variant, heard in (("marks", "soft punctuation", quick), ("full", "full", pauses))}
        fitted["alone"] = alone(heads, read).fit(pauses, np.ones(len(pauses.y), bool))
        sums = {name: weighted_sum(f.linear, ["text" if n == "textAlone" else n for n in f.features]) for name, f in fitted.items()}
        sound = heads["sound"]().fit(pauses.arrays["sound"], pauses.y, pauses.weight)
        sound_model(sound, f"{options.models}/eot-sound/eot-sound.onnx")
        ends = pauses.y[pauses.original].mean()
        prior = float(np.log(ends / (1 - ends)))
        fusion = dict(version=options.version, **sums, withoutWords=round(prior - 0.5, 3), withoutRecogniser=round(prior, 3), silence=silence_line(options.holds))
        Path(f"{options.models}/eot-fusion/fusion.json").write_text(json.dumps(fusion, indent=2) + "\n")


def weighted_sum(linear, names):
    return dict(bias=round(linear.bias, 5), features=[
        dict(name=n, weight=round(float(linear.weights[i]), 5), mean=round(float(linear.mean[i]), 5), deviation=max(1e-5, round(float(linear.deviation[i]), 5)),
             low=round(float(linear.low[i]), 4), high=round(float(linear.high[i]), 4)) for i, n in enumerate(names)])


if __name__ == "__main__":
    main()
