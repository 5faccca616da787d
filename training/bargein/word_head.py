"""Fits the head that tells a word that no listener says from backchannels, half words and noise: models/bargein-word.

A logistic regression on pooled frames. Speakers in five parts, each held out once, show what it finds.
"""

import argparse
import pickle
import zlib

import numpy as np
import onnx
import torch
from torch import nn

from .train import Linear, balanced

BEFORE_FRAMES, AFTER_FRAMES, SHORTEST, PARTS = 10, 6, 24, 4
LISTENERS_SAY = "yes", "right", "wow"
"""Words that claim nothing. What begins with _ is no word."""
STRENGTH = 3e-4
FOLDS = 5


def pooled(frames):
    """[6 * 288]: mean and greatest of the frames of the speech, and the mean of each quarter.

    As src/bargein/claim-word.ts.
    """
    frames = np.asarray(frames, np.float32)
    if len(frames) > SHORTEST:
        frames = frames[BEFORE_FRAMES:-AFTER_FRAMES]
    quarters = [part.mean(0) for part in np.array_split(frames, PARTS)]
    return np.concatenate([frames.mean(0), frames.max(0), *quarters])


class Exported(nn.Module):
    def __init__(self, fit):
        super().__init__()
        self.register_buffer("weights", torch.from_numpy(fit.weights.astype(np.float32)))
        self.bias = fit.bias

    def forward(self, pooled):
        return pooled @ self.weights + self.bias


def export(fit, path):
    """pooled [1, 1728] -> logit [1]."""
    torch.onnx.export(
        Exported(fit).eval(),
        (torch.zeros(1, len(fit.weights)),),
        path,
        input_names=["pooled"],
        output_names=["logit"],
        opset_version=17,
        dynamo=False,
    )
    onnx.checker.check_model(onnx.load(path))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--windows", nargs="+", required=True, help="files of bargein.word_windows")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)
    rows = [row for path in options.windows for row in pickle.load(open(path, "rb")) if len(row["frames"]) >= PARTS]
    x = np.stack([pooled(row["frames"]) for row in rows])
    word = np.array([row["word"] for row in rows])
    y = ~(np.isin(word, LISTENERS_SAY) | np.char.startswith(word, "_"))
    part = np.array([zlib.crc32(row["speaker"].encode()) % FOLDS for row in rows])
    logits = np.zeros(len(rows))
    for fold in range(FOLDS):
        taught, held = part != fold, part == fold
        logits[held] = Linear(x[taught], y[taught], balanced(y[taught]), STRENGTH)(x[held])
    print(f"{y.sum()} words and {(~y).sum()} other sounds, {len({row['speaker'] for row in rows})} speakers")
    for name in ("stop", "no", "off"):
        print(f"{name}, speakers held out: {(logits[word == name] > 0).mean():.3f} of {(word == name).sum()}")
    for name, chosen in (("yes, right, wow", np.isin(word, LISTENERS_SAY)), ("no word", np.char.startswith(word, "_"))):
        print(f"{name}, taken for a claim: {(logits[chosen] > 0).mean():.3f} of {chosen.sum()}")
    export(Linear(x, y, balanced(y), STRENGTH), options.out)


if __name__ == "__main__":
    main()
