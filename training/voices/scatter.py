"""How a person's embeddings scatter: the space in which the diarizer compares them, added to the model as an output.

    python -m training.voices.scatter --index DATA/index --model models/voice-lstm/model.onnx --out models/voice-lstm

At most half a minute of every `train` voice of speechocean762 and LibriSpeech (readers of Resemblyzer's set), each
through one channel of its own (a quarter telephone, a third a room, all a little noise), is cut into windows of 0.75
to 2 s. Windows of 1 s and more give the covariance within voices and between them. The directions in which the second
is largest in units of the first are the coordinates; the ratios are their `spread` (probabilistic linear discriminant
analysis).

Writes the model with an output `point` beside `embedding`. Prints what src/voices/embedder/voice-scatter.ts holds:
`SPREAD`, and the exponent of the variance of an embedding.
"""

import argparse
import hashlib
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from scipy.linalg import eigh

from .augment import RATE, room, telephone
from .corpora import read_index
from .evaluate import ours
from .rooms import place

LENGTHS = ((0.75, 6), (1.0, 4), (1.5, 10), (2.0, 5))
LONGEST_SEC, UTTERANCES = 30, 8


def session(rows, audio, rng):
    """What one voice says in one place over one channel."""
    rng.shuffle(rows)
    stream = np.concatenate(
        [audio[r["start"] : r["start"] + r["samples"]].astype(np.float32) / 32768 for r in rows[:UTTERANCES]]
    )
    stream, kind = stream[: LONGEST_SEC * RATE], rng.random()
    if kind < 0.25:
        stream = telephone(stream, rng)
    elif kind < 0.6:
        stream = room(stream, rng, place(rng))
    return (stream + rng.normal(0, 10 ** rng.uniform(-4, -2.7), len(stream))).astype(np.float32)


def embeddings_of(embed, rows, audio, split, seed=3):
    """-> embeddings, voice and seconds of each."""
    rng, voices = np.random.default_rng(seed), {}
    for row in rows:
        if row["split"] == split and row["corpus"] in ("so762", "resemblyzer"):
            voices.setdefault((row["corpus"], row["speaker"]), []).append(row)
    found = []
    for voice, mine in enumerate(voices[key] for key in sorted(voices)):
        stream = session(mine, audio, rng)
        for seconds, count in LENGTHS:
            length = int(seconds * RATE)
            if len(stream) < length + 10:
                continue
            for at in np.linspace(0, len(stream) - length, count).astype(int):
                found.append((embed(stream[at : at + length]), voice, seconds))
    return tuple(np.array(column) for column in zip(*found))


def scatter(vectors, voices, seconds, dimensions):
    """-> mean, axes [n, dimensions] with a spread of one within voices, spread between voices along each axis."""
    rows = seconds >= 1
    mean = vectors[rows].mean(axis=0)
    centred, names = vectors[rows] - mean, voices[rows]
    means = np.array([centred[names == v].mean(axis=0) for v in np.unique(names)])
    inside = sum((centred[names == v] - m).T @ (centred[names == v] - m) for v, m in zip(np.unique(names), means))
    inside /= len(centred) - len(means)
    between = np.cov(means.T) - inside / (len(centred) / len(means))
    inside += np.eye(len(inside)) * 1e-3 * np.trace(inside) / len(inside)
    values, axes = eigh(between, inside)
    order = np.argsort(-values)[:dimensions]
    return mean, axes[:, order], np.maximum(values[order], 1e-3)


def exponent(vectors, voices, seconds, mean, axes):
    """e of variance = (1.5 / seconds)^e, fitted to the variance of embeddings around their voice, by length."""
    points, logs, sizes = (vectors - mean) @ axes, [], []
    for length in np.unique(seconds):
        mine = seconds == length
        spread = [
            points[mine & (voices == v)].var(axis=0, ddof=1).mean()
            for v in np.unique(voices[mine])
            if (mine & (voices == v)).sum() > 2
        ]
        logs.append(np.log(1.5 / length))
        sizes.append(np.log(np.mean(spread)))
    return float(np.polyfit(logs, sizes, 1)[0])


def with_point(model, mean, axes):
    """The network with an output `point` = (embedding - mean) axes."""
    graph = model.graph
    for part in (graph.node, graph.initializer, graph.output):
        for old in [p for p in part if p.name.startswith("scatter") or p.name == "point"]:
            part.remove(old)
    graph.initializer.extend(
        [
            numpy_helper.from_array(mean.astype(np.float32), "scatter_mean"),
            numpy_helper.from_array(axes.astype(np.float32), "scatter_axes"),
        ]
    )
    graph.node.extend(
        [
            helper.make_node("Sub", ["embedding", "scatter_mean"], ["scatter_centred"], name="scatter_sub"),
            helper.make_node("MatMul", ["scatter_centred", "scatter_axes"], ["point"], name="scatter_matmul"),
        ]
    )
    graph.output.append(helper.make_tensor_value_info("point", TensorProto.FLOAT, [1, axes.shape[1]]))
    onnx.checker.check_model(model)
    return model


def run(options):
    rows, audio = read_index(options.index)
    vectors, voices, seconds = embeddings_of(ours(options.model), rows, audio, "train")
    mean, axes, spread = scatter(vectors, voices, seconds, options.dimensions)
    path = options.out / "model.onnx"
    options.out.mkdir(parents=True, exist_ok=True)
    onnx.save(with_point(onnx.load(options.model), mean, axes), path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    print(f"{path} {path.stat().st_size / 1e6:.2f} MB sha256 {digest}")
    print(
        f"{len(vectors)} embeddings of {len(np.unique(voices))} voices; exponent "
        f"{exponent(vectors, voices, seconds, mean, axes):.2f}"
    )
    print("SPREAD", ", ".join(f"{value:.3g}" for value in spread))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--dimensions", type=int, default=100)
    run(parser.parse_args())
