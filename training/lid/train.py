"""Trains the language head on stored encoder frames.

    python -m training.lid.train --windows DATA/lid --out DATA/lid-head

Windows are weighted so that every language counts the same and, within a language, recordings of people together
count `--real-share` where there are any: no corpus stands for a language. The regularisation and the temperature come
from a second fit that has not seen the sources of `--hold-out` (real speech in eight languages) and is measured on them;
the head that ships has seen all.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression

from .network import CLASSES, WIDTH, LanguageHead
from .windows import FRAMES

REAL = {"so762", "resemblyzer", "arsc", "kerstin", "pico/s2i", "pico/wwb", "precise", "picovoice", "azure", "cosyvoice", "amivoice"}


def load(folder):
    """-> mean frames [windows, 288], class, language and source of each window."""
    known = np.load(folder / "labels.npz")
    classes = np.array([CLASSES.index(l) if l in CLASSES else len(CLASSES) - 1 for l in known["language"]])
    frames = np.memmap(folder / "frames.f16", dtype=np.float16, mode="r").reshape(-1, FRAMES, WIDTH)[: len(classes)]
    means = [frames[at : at + 200].astype(np.float32).mean(axis=1) for at in range(0, len(frames), 200)]
    return np.concatenate(means), classes, known["language"], known["source"]


def weights(rows, classes, languages, sources, real_share):
    weight = np.zeros(len(classes))
    for c in np.unique(classes[rows]):
        mine = rows[classes[rows] == c]
        groups = {}
        for row in mine:
            groups.setdefault((languages[row], sources[row]), []).append(row)
        share = {key: len(group) ** 0.5 for key, group in groups.items()}
        real = sum(v for (_, source), v in share.items() if source in REAL)
        other = sum(share.values()) - real
        for key, group in groups.items():
            part = share[key] / (real + other)
            if real and other:
                part = share[key] / real * real_share if key[1] in REAL else share[key] / other * (1 - real_share)
            weight[group] = part / len(group)
    return weight * len(rows) / len(CLASSES)


def fit(means, classes, rows, weight, strength):
    middle, deviation = means[rows].mean(axis=0), means[rows].std(axis=0) + 1e-3
    scaled = (means[rows] - middle) / deviation
    model = LogisticRegression(C=strength, max_iter=150).fit(scaled, classes[rows], sample_weight=weight[rows])
    turned = model.coef_ / deviation
    return turned, model.intercept_ - turned @ middle


def log_loss(logits, truth, temperature):
    scaled = logits / temperature
    scaled = scaled - scaled.max(axis=1, keepdims=True)
    return float(np.mean(np.log(np.exp(scaled).sum(axis=1)) - scaled[np.arange(len(truth)), truth]))


def train(options):
    means, classes, languages, sources = load(options.windows)
    held = np.isin(sources, options.hold_out)
    rows = np.flatnonzero(~held)
    weight = weights(rows, classes, languages, sources, options.real_share)
    turned, bias = fit(means, classes, rows, weight, options.strength)
    logits = means[held] @ turned.T + bias
    temperatures = np.linspace(0.6, 5, 89)
    losses = [log_loss(logits, classes[held], t) for t in temperatures]
    temperature = float(temperatures[int(np.argmin(losses))])
    right = float((logits.argmax(axis=1) == classes[held]).mean())
    everything = np.arange(len(classes))
    turned, bias = fit(means, classes, everything, weights(everything, classes, languages, sources, options.real_share), options.strength)
    options.out.mkdir(parents=True, exist_ok=True)
    torch.save(LanguageHead(turned, bias, temperature).state_dict(), options.out / "head.pt")
    print(json.dumps({"windows": len(classes), "held": round(right, 3), "temperature": round(temperature, 2)}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--windows", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--hold-out", nargs="*", default=["picovoice", "amivoice", "azure", "cosyvoice"])
    parser.add_argument("--strength", type=float, default=0.003, help="inverse of the regularisation")
    parser.add_argument("--real-share", type=float, default=0.5)
    train(parser.parse_args())
