"""Trains the detector of two voices at once on overlap_mixes.py, and writes models/voice-overlap/model.onnx.

    python -m training.voices.overlap --mixes DATA/overlap --out models/voice-overlap

Three convolutions over time on frames of Moonshine's first layer. Prints the area under the curve over frames with
speech, and how much overlap is found at a threshold that takes 2 % of single-voice frames for overlap.
"""

import argparse
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from sklearn.metrics import roc_auc_score
from torch import nn

WIDTH, HIDDEN = 288, 48


class OverlapNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Parameter(torch.zeros(WIDTH), requires_grad=False)
        self.spread = nn.Parameter(torch.ones(WIDTH), requires_grad=False)
        self.enter = nn.Conv1d(WIDTH, HIDDEN, 1)
        self.near = nn.Conv1d(HIDDEN, HIDDEN, 7, padding=6, dilation=2)
        self.far = nn.Conv1d(HIDDEN, HIDDEN, 7, padding=12, dilation=4)
        self.leave = nn.Conv1d(HIDDEN, 1, 1)
        self.dropout = nn.Dropout(0.2)

    def logits(self, frames):
        hidden = torch.relu(self.enter(self.dropout(((frames - self.mean) / self.spread).transpose(1, 2))))
        hidden = hidden + torch.relu(self.near(hidden))
        hidden = hidden + torch.relu(self.far(hidden))
        return self.leave(hidden)[:, 0]

    def forward(self, frames):
        return torch.sigmoid(self.logits(frames))


def read(path):
    found = np.load(path)
    return torch.tensor(found["frames"].astype(np.float32)), torch.tensor(found["voices"].astype(np.int64))


def train(frames, voices, epochs):
    torch.manual_seed(0)
    network = OverlapNetwork()
    network.mean.data, network.spread.data = frames.mean((0, 1)), frames.std((0, 1)) + 1e-3
    batch = min(16, len(frames))
    steps = epochs * (len(frames) // batch)
    weights = [p for p in network.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(weights, 2e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=steps)
    for _ in range(epochs):
        order = torch.randperm(len(frames))
        for i in range(0, len(frames) - batch + 1, batch):
            some = order[i : i + batch]
            loss = nn.functional.binary_cross_entropy_with_logits(
                network.logits(frames[some]), (voices[some] == 2).float()
            )
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
    return network.eval()


def main(options):
    torch.set_num_threads(1)
    frames, voices = read(options.mixes / "train.npz")
    network = train(frames, voices, options.epochs)
    for split in ("held", "other"):
        frames, voices = read(options.mixes / f"{split}.npz")
        with torch.inference_mode():
            scores = network.logits(frames)[voices > 0].numpy()
        double = (voices[voices > 0] == 2).numpy()
        found = (scores[double] > np.quantile(scores[~double], 0.98)).mean()
        print(f"{split}: AUC {roc_auc_score(double, scores):.3f}, found {found:.2f} at 2 % of single-voice frames")
    options.out.mkdir(parents=True, exist_ok=True)
    path = options.out / "model.onnx"
    torch.onnx.export(
        network,
        torch.zeros(1, 100, WIDTH),
        path,
        dynamo=False,
        opset_version=17,
        input_names=["frames"],
        output_names=["probability"],
        dynamic_axes={"frames": {1: "n"}, "probability": {1: "n"}},
    )
    probe = torch.randn(1, 57, WIDTH)
    theirs = onnxruntime.InferenceSession(str(path)).run(None, {"frames": probe.numpy()})[0]
    with torch.inference_mode():
        assert np.abs(theirs - network.eval()(probe).numpy()).max() < 1e-4


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mixes", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=12)
    main(parser.parse_args())
