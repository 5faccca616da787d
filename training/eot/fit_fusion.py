"""Fits the sound heads and the fusion on labelled calls, reports them with every call held out in turn, writes the shipped files.

Nested: for each held-out call the heads are fitted on the others, and the fusion on head scores that are themselves held out.
"""
import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper
from sklearn.linear_model import LogisticRegression

import decoded
from score_point import counted, evaluate, line, silence_latency, spread
from text_model import TextModel, score

NUMBERS = ["terminal", "question", "comma", "eos", "lastWord", "mean", "words"]
VARIANTS = {
    "soft punctuation": NUMBERS,
    "text": ["textAlone"],
    "text + context": ["text"],
    "state": ["state"],
    "sound": ["frames"],
    "soft + text": NUMBERS + ["textAlone"],
    "soft + text + context": NUMBERS + ["text"],
    "all": ["terminal", "question", "comma", "text", "state", "frames"],
}


class Linear:
    """Standardised logistic regression with extra (weighted) rows that are always in the training part."""

    def __init__(self, strength, extra=None, extra_weight=0.0):
        self.strength, self.extra, self.extra_weight = strength, extra, extra_weight

    def fit(self, x, y, balanced=True):
        if self.extra is not None:
            ex, ey = self.extra
            weight = np.r_[np.ones(len(x)), np.full(len(ex), self.extra_weight * len(x) / len(ex))]
            x, y = np.r_[x, ex], np.r_[y, ey]
        else:
            weight = np.ones(len(x))
        if balanced:
            weight = weight * np.where(y, 0.5 / np.average(y, weights=weight), 0.5 / (1 - np.average(y, weights=weight)))
        self.low, self.high = x.min(0), x.max(0)
        self.mean, self.deviation = x.mean(0), x.std(0) + 1e-6
        model = LogisticRegression(C=self.strength, max_iter=1000).fit((x - self.mean) / self.deviation, y, weight)
        self.weights, self.bias = model.coef_[0], float(model.intercept_[0])
        return self

    def __call__(self, x):
        return (np.clip(x, self.low, self.high) - self.mean) / self.deviation @ self.weights + self.bias


def held_out(make, x, y, groups):
    out = np.zeros(len(y))
    for g in np.unique(groups):
        test = groups == g
        out[test] = make().fit(x[~test], y[~test])(x[test])
    return out


class Fusion:
    def __init__(self, heads, features, strength):
        self.heads, self.features, self.strength = heads, features, strength

    def table(self, rows, head_scores):
        known = {**{n: np.array([r["numbers"][n] for r in rows]) for n in rows[0]["numbers"]},
                 "text": np.array([r["textLogit"] for r in rows]), "textAlone": np.array([r["textAlone"] for r in rows]), **head_scores}
        return np.stack([known[f] for f in self.features], 1)

    def fit(self, rows, y, groups):
        needed = [h for h in self.heads if h in self.features]
        scores = {h: held_out(self.heads[h][0], self.heads[h][1](rows), y, groups) for h in needed}
        self.linear = Linear(self.strength).fit(self.table(rows, scores), y, balanced=False)
        self.fitted = {h: self.heads[h][0]().fit(self.heads[h][1](rows), y) for h in needed}
        return self

    def __call__(self, rows):
        return self.linear(self.table(rows, {h: f(self.heads[h][1](rows)) for h, f in self.fitted.items()}))


def cross_fitted(heads, features, strength, rows, y, groups):
    out = np.zeros(len(rows))
    for g in np.unique(groups):
        test = np.flatnonzero(groups == g)
        train = np.flatnonzero(groups != g)
        model = Fusion(heads, features, strength).fit([rows[i] for i in train], y[train], groups[train])
        out[test] = model([rows[i] for i in test])
    return out


def silence_line(path):
    """What a silence of s adds to the log-odds: log of how many pauses of 0.2 s are over by s (public eot-bench English holds)."""
    counts = {float(k): v for k, v in json.load(open(path))["hold_duration_counts_s"].items()}
    total = sum(v for k, v in counts.items() if k >= 0.2 - 1e-9)
    points = []
    for sec in (0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.3, 1.6, 2.0, 2.5, 3.0):
        left = sum(v for k, v in counts.items() if k >= sec - 1e-9)
        points.append(dict(sec=sec, logOdds=round(float(np.log(total / max(left, 0.5))), 3)))
    return points


def sound_model(fitted, path):
    """state [1, 288], pooled [1, 576] -> logits [1, 2]: state head, frames head. Standardisation is folded in; inputs are cut to the seen range."""
    nodes, constants, outputs = [], [], []
    for name, source in (("state", "state"), ("frames", "pooled")):
        head = fitted[name]
        scale = head.weights / head.deviation
        for key, value in (("low", head.low), ("high", head.high), ("weights", scale[:, None])):
            constants.append(helper.make_tensor(f"{name}/{key}", TensorProto.FLOAT, value.shape, value.astype(np.float32).ravel()))
        constants.append(helper.make_tensor(f"{name}/bias", TensorProto.FLOAT, [1], [head.bias - float(head.mean @ scale)]))
        nodes += [helper.make_node("Max", [source, f"{name}/low"], [f"{name}/raised"]), helper.make_node("Min", [f"{name}/raised", f"{name}/high"], [f"{name}/cut"]),
                  helper.make_node("Gemm", [f"{name}/cut", f"{name}/weights", f"{name}/bias"], [f"{name}/logit"])]
        outputs.append(f"{name}/logit")
    nodes.append(helper.make_node("Concat", outputs, ["logits"], axis=1))
    graph = helper.make_graph(nodes, "eot_sound", [helper.make_tensor_value_info("state", TensorProto.FLOAT, [1, 288]), helper.make_tensor_value_info("pooled", TensorProto.FLOAT, [1, 576])],
                              [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, 2])], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", required=True, help="folder of decoded call windows")
    parser.add_argument("--extra", help="folder of decoded synthetic windows for the state head")
    parser.add_argument("--extra-weight", type=float, default=1.0)
    parser.add_argument("--text-model", required=True)
    parser.add_argument("--holds", required=True, help="en_hold_durations.json")
    parser.add_argument("--state-strength", type=float, default=0.003)
    parser.add_argument("--frames-strength", type=float, default=0.001)
    parser.add_argument("--fusion-strength", type=float, default=0.1)
    parser.add_argument("--version", default="eot-learned-1")
    parser.add_argument("--repeats", type=int, default=400)
    parser.add_argument("--variants", nargs="*", default=list(VARIANTS))
    parser.add_argument("--scores", help="held-out scores of every pause, for other reports (JSON lines)")
    parser.add_argument("--models", help="models/ folder to write eot-sound and eot-fusion to")
    options = parser.parse_args()
    torch.set_num_threads(1)
    rows = counted(decoded.read(options.calls))
    text = TextModel()
    text.load_state_dict(torch.load(options.text_model))
    for row, with_context, alone in zip(rows, score(text, [(r["context"], r["text"]) for r in rows]), score(text, [("", r["text"]) for r in rows])):
        row["textLogit"], row["textAlone"] = float(with_context), float(alone)
    y, groups = np.array([r["label"] == "eot" for r in rows]), np.array([r["group"] for r in rows])
    print(f"{len(set(groups))} calls, {(~y).sum()} holds of 0.2 to 5 s, {y.sum()} turn ends; silence only "
          + ", ".join(f"{silence_latency(np.array([r['duration'] for r in rows if r['label'] == 'hold']), b) * 1000:.0f} ms at {b:.0%}" for b in (0.10, 0.05)))
    extra = [r for r in decoded.read(options.extra) if r["understood"]] if options.extra else []
    more = (np.stack([r["state"] for r in extra]), np.array([r["label"] == "eot" for r in extra])) if extra else None
    heads = {"state": (lambda: Linear(options.state_strength, more, options.extra_weight), lambda rs: np.stack([r["state"] for r in rs])),
             "frames": (lambda: Linear(options.frames_strength), lambda rs: np.stack([r["pooled"] for r in rs]))}
    for name, title in (("rules", "rules"), ("smartTurn", "Smart Turn v3.2")):
        if rows[0].get(name) is not None:
            print(line(title, evaluate(rows, spread(np.array([r[name] for r in rows])), repeats=options.repeats)), flush=True)
    for name in options.variants:
        scores = cross_fitted(heads, VARIANTS[name], options.fusion_strength, rows, y, groups)
        print(line(name, evaluate(rows, spread(scores), repeats=options.repeats)), flush=True)
    if options.scores:
        with open(options.scores, "w") as out:
            for r, s in zip(rows, scores):
                out.write(json.dumps({k: r[k] for k in ("call", "speaker", "turn_start", "end", "duration", "label", "text", "context")} | dict(logit=float(s))) + "\n")
    if options.models:
        sums = {}
        for key, variant in (("words", "soft + text + context"), ("full", "all")):
            final = Fusion(heads, VARIANTS[variant], options.fusion_strength).fit(rows, y, groups)
            sums[key] = weighted_sum(final.linear, VARIANTS[variant])
        sound_model(final.fitted, f"{options.models}/eot-sound/eot-sound.onnx")
        prior = float(np.log(y.mean() / (1 - y.mean())))
        fusion = dict(version=options.version, **sums, withoutWords=round(prior - 0.5, 3), withoutRecogniser=round(prior, 3), silence=silence_line(options.holds))
        Path(f"{options.models}/eot-fusion/fusion.json").write_text(json.dumps(fusion, indent=2) + "\n")


def weighted_sum(linear, names):
    return dict(bias=round(linear.bias, 5), features=[
        dict(name=n, weight=round(float(linear.weights[i]), 5), mean=round(float(linear.mean[i]), 5), deviation=round(float(linear.deviation[i]), 5),
             low=round(float(linear.low[i]), 4), high=round(float(linear.high[i]), 4)) for i, n in enumerate(names)])


if __name__ == "__main__":
    main()
