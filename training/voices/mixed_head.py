"""Does a window hold more than one voice? A small head on the frozen network's pooled statistics.

    python -m training.voices.mixed_head --crops DATA/crops --index DATA/index --checkpoint DATA/voice/final.pt --out DATA/voice/mixed.pt

A window of 1 to 2 s is pure (one voice), changes voice somewhere in its middle half, or is two voices at once (0 to
8 dB apart), a third each; rooms, noise and bands as in training. Measured on `dev` voices. Such windows neither open
nor teach a voice.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from .augment import RATE, add_at, spoil
from .corpora import read_index
from .crops import SAMPLES, noise_source
from .network import SpeakerNetwork


def mixture(draw, rng):
    """-> samples, kind: 0 one voice, 1 change of voice, 2 two at once. `draw()` gives (speaker, 3 s)."""
    length = int(rng.choice([1.0, 1.5, 1.5, 2.0]) * RATE)
    kind = int(rng.integers(3))
    name, first = draw()
    at = rng.integers(0, len(first) - length + 1)
    first = first[at : at + length]
    if kind == 0:
        return first, kind
    other = name
    while other == name:
        other, second = draw()
    at = rng.integers(0, len(second) - length + 1)
    second = second[at : at + length]
    level = np.sqrt((first**2).mean() / ((second**2).mean() + 1e-9))
    if kind == 1:
        cut = int(length * rng.uniform(0.25, 0.75))
        gain = level * 10 ** rng.uniform(-0.25, 0.25)
        return np.concatenate([first[:cut], second[cut:] * gain]).astype(np.float32), kind
    return add_at(first, second, rng.uniform(0, 8)).astype(np.float32), kind


def pooled(network, samples):
    with torch.inference_mode():
        return network.pooled(network.log_mel(torch.tensor(samples[None]))).numpy()[0]


def examples(network, draw, count, rng, noises, voices):
    features, kinds = [], []
    for _ in range(count):
        samples, kind = mixture(draw, rng)
        features.append(pooled(network, spoil(samples, rng, noises, voices, heavy=0.7)))
        kinds.append(kind)
    return np.stack(features), np.array(kinds)


def crops_of(folder):
    clean = np.memmap(folder / "clean.i16", dtype=np.int16, mode="r").reshape(-1, SAMPLES)
    labels = np.load(folder / "labels.npz")["speaker"]
    return clean, labels, np.flatnonzero(labels >= 0)


def dev_draw(rows, audio, rng):
    usable = [r for r in rows if r["split"] == "dev" and r["samples"] > 2.2 * RATE]

    def draw():
        row = usable[rng.integers(len(usable))]
        return row["speaker"], audio[row["start"] : row["start"] + row["samples"]].astype(np.float32) / 32768

    return draw


def fit(options):
    torch.set_num_threads(1)
    rng = np.random.default_rng(21)
    network = SpeakerNetwork()
    network.load_state_dict(torch.load(options.checkpoint, weights_only=True)["network"])
    network.eval()
    clean, labels, known = crops_of(options.crops)

    def draw():
        n = known[rng.integers(len(known))]
        return labels[n], clean[n].astype(np.float32) / 32768

    def voices(length):
        return np.resize(draw()[1][:length], length)

    noises = noise_source(options.noise, rng)
    features, kinds = examples(network, draw, options.windows, rng, noises, voices)
    rows, audio = read_index(options.index)
    unseen, unseen_kinds = examples(network, dev_draw(rows, audio, rng), options.windows // 6, rng, noises, voices)
    middle, deviation = features.mean(axis=0), features.std(axis=0) + 1e-3
    model = LogisticRegression(C=options.strength, max_iter=200).fit((features - middle) / deviation, kinds > 0)
    score = model.decision_function((unseen - middle) / deviation)
    for name, kind in (("change of voice", 1), ("two at once", 2)):
        mine = (unseen_kinds == 0) | (unseen_kinds == kind)
        print(f"{name}: AUC {roc_auc_score(unseen_kinds[mine] > 0, score[mine]):.3f} on {int(mine.sum())} windows of unseen voices")
    at_5 = np.quantile(score[unseen_kinds == 0], 0.95)
    print(f"at 5 % of pure windows refused: {np.mean(score[unseen_kinds == 1] > at_5):.2f} of changes, "
          f"{np.mean(score[unseen_kinds == 2] > at_5):.2f} of overlaps found; log-odds {at_5:.2f}")
    weight = model.coef_[0] / deviation
    torch.save({"weight": torch.tensor(weight, dtype=torch.float32),
                "bias": torch.tensor(float(model.intercept_[0] - weight @ middle))}, options.out)  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crops", type=Path, required=True)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--noise", type=Path)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--windows", type=int, default=6000)
    parser.add_argument("--strength", type=float, default=0.01)
    fit(parser.parse_args())
