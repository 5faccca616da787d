"""Fits the head that judges by the last half second of speech whether a pause is the end of a turn.

    python -m training.sound.fit --windows DATA/turn-sound-1 DATA/turn-sound-2 --calls DATA/windows \\
        --encoder encoder_model.onnx --out models/eot-turn-sound

Logistic regression on the windows of windows.py and on the pauses of the labelled calls (calls/windows.py), which
weigh a fifth of the sum. Scale and offset are fitted on voices that a second fit has not heard, with ends as frequent
as models/eot-fusion expects. Out: models/eot-turn-sound/model.onnx.
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from sklearn.linear_model import LogisticRegression

from ..measure.score_point import auc
from .features import Features

HELD_SOURCES = {"picovoice", "picovoice-2", "riva", "azure", "amivoice", "rdh", "cosyvoice", "orca"}
HELD_SHARE, LEAST_HELD, PRIOR, REACH = 0.12, 20, 0.38, 4.0
SYNTHETIC = {"espeak", "festival", "neural", "orca"}


def held(row):
    """Whether the calibrating fit leaves out a voice: an eighth of them, and the sources of a few clips each."""
    return (
        row["source"] in HELD_SOURCES
        or int(hashlib.sha256(row["speaker"].encode()).hexdigest()[:8], 16) / 2**32 < HELD_SHARE
    )


def load(folders):
    paths = [path for folder in folders for path in sorted(folder.glob("features-*.npy"))]
    rows = [
        json.loads(line)
        for path in paths
        for line in open(path.parent / path.name.replace("features", "rows").replace("npy", "jsonl"))
    ]
    return np.concatenate([np.load(path) for path in paths]), rows


def calls(folder, hear):
    """Features and labels of the pauses of a folder of calls/windows.py."""
    rows = [json.loads(line) for line in open(folder / "windows.jsonl")]
    sound = np.memmap(folder / "windows.f32", np.float32, "r")
    rows = [row for row in rows if row.get("label") in ("eot", "hold")]
    return np.stack([hear(np.array(sound[row["offset"] : row["offset"] + row["length"]])) for row in rows]), rows


def weights(rows):
    """Weights of windows: sources count by a root of their windows, synthetic voices half, English two thirds.

    Ends and holds weigh the same.
    """
    kinds = [(row["language"], row["source"]) for row in rows]
    count = {kind: kinds.count(kind) for kind in set(kinds)}
    value = np.array(
        [count[k] ** -0.3 * (0.5 if k[1] in SYNTHETIC else 1) * (1 if k[0] == "en" else 1.5) for k in kinds]
    )
    end = ends(rows)
    value[end] *= 0.5 / value[end].sum()
    value[~end] *= 0.5 / value[~end].sum()
    return value


def ends(rows):
    return np.array([row["label"] == "eot" for row in rows])


class Head:
    def __init__(self, features, rows, call_features, call_rows, options):
        self.mean, self.deviation = features.mean(axis=0), features.std(axis=0) + 1e-3
        known, weight = [self.normal(features)], [weights(rows)]
        end = [ends(rows)]
        if call_rows:
            known.append(self.normal(call_features))
            weight.append(np.full(len(call_rows), options.calls_share / len(call_rows)))
            end.append(ends(call_rows))
        fit = LogisticRegression(C=options.strength, max_iter=500)
        fit.fit(np.concatenate(known), np.concatenate(end), sample_weight=np.concatenate(weight))
        self.weight, self.bias = fit.coef_[0], float(fit.intercept_[0])

    def normal(self, features):
        return np.clip((features - self.mean) / self.deviation, -REACH, REACH)

    def __call__(self, features):
        return self.normal(features) @ self.weight + self.bias


def calibrated(logit, end):
    """-> scale, offset that give the log-odds of `end` if ends are as frequent as PRIOR."""
    weight = np.where(end, PRIOR / end.sum(), (1 - PRIOR) / (~end).sum())
    fit = LogisticRegression(C=1e6).fit(logit[:, None], end, sample_weight=weight * len(end))
    return max(0.0, float(fit.coef_[0, 0])), float(fit.intercept_[0])


def save(head, scale, offset, path):
    def line(name, value):
        return numpy_helper.from_array(np.asarray(value, np.float32), name)

    nodes = [
        helper.make_node("Sub", ["features", "mean"], ["centred"]),
        helper.make_node("Div", ["centred", "deviation"], ["scaled"]),
        helper.make_node("Clip", ["scaled", "low", "high"], ["normal"]),
        helper.make_node("MatMul", ["normal", "weight"], ["sum"]),
        helper.make_node("Add", ["sum", "bias"], ["logit"]),
    ]
    values = [
        line("mean", head.mean[None]),
        line("deviation", head.deviation[None]),
        line("low", -REACH),
        line("high", REACH),
        line("weight", head.weight[:, None] * scale),
        line("bias", [head.bias * scale + offset]),
    ]
    graph = helper.make_graph(
        nodes,
        "turn-sound",
        [helper.make_tensor_value_info("features", TensorProto.FLOAT, [1, len(head.mean)])],
        [helper.make_tensor_value_info("logit", TensorProto.FLOAT, [1, 1])],
        values,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, path)


def main(options):
    features, rows = load(options.windows)
    call_features, call_rows = calls(options.calls, Features(options.encoder)) if options.calls else (None, [])
    aside = np.array([held(row) for row in rows])
    kept = [row for row, out in zip(rows, aside) if not out]
    tried = Head(features[~aside], kept, call_features, call_rows, options)
    foreign = np.array(
        [out and row["language"] != "en" and row["source"] not in SYNTHETIC for row, out in zip(rows, aside)]
    )
    known = ends(rows)
    if min((known & foreign).sum(), (~known & foreign).sum()) < LEAST_HELD:
        print("too few held-out pauses of other languages: calibrated on all windows")
        foreign[:] = True
    logit, end = tried(features[foreign]), known[foreign]
    scale, offset = calibrated(logit, end)
    head = Head(features, rows, call_features, call_rows, options)
    path = options.out / "model.onnx"
    save(head, scale, offset, path)
    ours = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    worst = max(
        abs(ours.run(None, {"features": f[None]})[0][0, 0] - (head(f[None])[0] * scale + offset)) for f in features[:50]
    )
    assert worst < 1e-3, f"onnx and numpy differ by {worst}"
    said = dict(
        windows=len(rows),
        ends=int(known.sum()),
        calls=len(call_rows),
        held_out=len(end),
        held_out_ends=int(end.sum()),
        held_out_auc=round(auc(logit[~end], logit[end]), 3),
        scale=round(scale, 3),
        offset=round(offset, 3),
        bytes=path.stat().st_size,
        sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
    )
    print(json.dumps(said))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--windows", type=Path, nargs="+", required=True)
    parser.add_argument("--calls", type=Path, help="folder of windows at the pauses of labelled calls")
    parser.add_argument("--encoder", required=True)
    parser.add_argument("--calls-share", type=float, default=0.25, help="weight of all calls; all other windows have 1")
    parser.add_argument(
        "--strength", type=float, default=0.1, help="inverse of the regularisation; the windows weigh 1 together"
    )
    parser.add_argument("--out", type=Path, required=True)
    main(parser.parse_args())
