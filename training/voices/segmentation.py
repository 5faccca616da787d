"""Trains the segmentation of rooms on meetings.py. No shipped model comes from it (docs/decisions).

    python -m training.voices.segmentation --meetings DATA/meetings-made --out DATA/segments --minutes 50

For each frame of 80 ms the network says which of up to three people of the window speak, at most two at once: seven
classes. People have no order, so the loss is that of the best of the six orders (Plaquet and Bredin 2023). Prints, for
each checkpoint, on windows of people kept out of training: missed, false and confused speech of the best order, as a
share of all speech, and the error of the number of speakers alone.
"""

import argparse
import time
from itertools import permutations
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from torch import nn
from torch.nn import functional

from .conversations import MEL_FFT, MEL_FRAME, MEL_HOP, MELS
from .meetings import FILTERS, HANN, log_mel
from .segmentation_windows import Windows, read

HIDDEN = 96
FLOOR = 1e-5  # of the mean energy of the window
CLASSES = [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]
ORDERS = list(permutations(range(3)))


class SegmentationNetwork(nn.Module):
    """[batch][8 frames][MELS] log energies of 10 ms -> [batch][frames][7] log-probabilities of 80 ms.

    It sees each energy twice: against the mean energy of the window, and against the mean of its own band, so that
    neither the level nor the colour of a microphone tells anything.
    """

    def __init__(self):
        super().__init__()
        self.near = nn.Conv1d(2 * MELS, 64, 5, stride=2, padding=2)
        self.middle = nn.Conv1d(64, 96, 5, stride=2, padding=2)
        self.far = nn.Conv1d(96, 128, 5, stride=2, padding=2)
        self.recurrent = nn.LSTM(128, HIDDEN, 2, bidirectional=True, batch_first=True, dropout=0.1)
        self.hidden = nn.Linear(2 * HIDDEN, 96)
        self.leave = nn.Linear(96, len(CLASSES))
        self.dropout = nn.Dropout(0.1)

    def forward(self, mel):
        energy = torch.exp(mel)
        mean = energy.mean(dim=(1, 2), keepdim=True)
        relative = torch.log(energy / (mean + 1e-10) + FLOOR) * 0.3 + 1
        shape = relative - relative.mean(dim=1, keepdim=True)
        frames = functional.gelu(self.near(torch.cat([relative, shape], dim=2).transpose(1, 2)))
        frames = functional.gelu(self.middle(frames))
        frames = functional.gelu(self.far(frames)).transpose(1, 2)
        frames, _ = self.recurrent(frames)
        return functional.log_softmax(self.leave(functional.gelu(self.hidden(self.dropout(frames)))), dim=-1)


def classes_of(labels):
    """[orders][batch][frames] class of every frame, for each order of the people. Of three at once, two count."""
    table = torch.zeros(8, dtype=torch.long)
    for number, members in enumerate(CLASSES):
        table[sum(1 << m for m in members)] = number
    table[7] = CLASSES.index((0, 1))
    weights = torch.tensor([1, 2, 4])
    return torch.stack([table[(labels[..., list(order)].long() * weights).sum(-1)] for order in ORDERS])


def order_loss(scores, labels):
    """Mean cross-entropy of the best order of each window. A frame of two people counts as two."""
    weights = (labels.sum(-1) > 1) + 1.0
    losses = [
        (
            functional.nll_loss(scores.flatten(0, 1), target.flatten(), reduction="none").view(target.shape) * weights
        ).mean(1)
        for target in classes_of(labels)
    ]
    return torch.stack(losses).amin(dim=0).mean()


def measured(network, mel, labels):
    network.eval()
    totals = np.zeros(5)
    members = torch.tensor([[p in c for p in range(3)] for c in CLASSES])
    with torch.inference_mode():
        for some, who in zip(mel.split(50), labels.split(50)):
            said = members[network(some.float()).argmax(-1)]
            for window, truth in zip(said, who):
                best = (0, 0, 10**9, 0)
                for order in ORDERS:
                    ours = window[:, list(order)]
                    missed = (truth.sum(1) - ours.sum(1)).clamp(min=0).sum().item()
                    false = (ours.sum(1) - truth.sum(1)).clamp(min=0).sum().item()
                    both = torch.minimum(truth.sum(1), ours.sum(1)).sum().item()
                    confused = both - (truth & ours).sum().item()
                    if confused < best[2]:
                        best = missed, false, confused, truth.sum().item()
                wrong = ((window.sum(1) > 1) != (truth.sum(1) > 1)).sum().item()
                totals += [*best, wrong]
    network.train()
    missed, false, confused, speech, wrong = totals
    rates = ", ".join(f"{name} {x / speech:.3f}" for name, x in zip(("missed", "false", "confused"), totals))
    return f"{rates}, overlap wrong {wrong / labels[..., 0].numel():.3f}"


def train(options):
    options.out.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(options.seed)
    torch.manual_seed(options.seed)
    windows = Windows(options.meetings)
    held = read(options.meetings / "dev.npz")
    network = SegmentationNetwork()
    if options.start:
        network.load_state_dict(torch.load(options.start, weights_only=True))
    print(f"{len(windows.mel)} windows, {sum(p.numel() for p in network.parameters())} weights", flush=True)
    optimiser = torch.optim.AdamW(network.parameters(), options.rate, weight_decay=1e-2)
    start, step, total = time.time(), 0, options.minutes * 60
    shown, losses = 0.0, []
    order: list[int] = []
    while (spent := time.time() - start) < total:
        if len(order) < options.batch:
            windows.read_new()
            order = rng.permutation(len(windows.mel)).tolist()
        some, order = order[: options.batch], order[options.batch :]
        part = spent / total
        rate = min(1, (step + 1) / 200) * (0.5 + 0.5 * np.cos(np.pi * part)) + 0.01
        for group in optimiser.param_groups:
            group["lr"] = options.rate * rate
        mel, labels = windows.batch(some, rng)
        loss = order_loss(network(mel), labels)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        losses.append(loss.item())
        step += 1
        if spent - shown > options.show * 60:
            shown = time.time() - start
            print(
                f"{spent / 60:.1f} min, step {step}, loss {np.mean(losses):.3f}, {measured(network, *held)}", flush=True
            )
            losses = []
            torch.save(network.state_dict(), options.out / "network.pt")
    print(f"end, step {step}, {measured(network, *held)}", flush=True)
    return network


class Shipped(nn.Module):
    """The network with the energies of src/dsp/mel.ts in its graph: [1][samples] -> [1][frames][7] probabilities."""

    def __init__(self, network):
        super().__init__()
        self.network = network
        angle = 2 * np.pi * np.arange(MEL_FFT // 2 + 1)[:, None] * np.arange(MEL_FRAME)[None] / MEL_FFT
        basis = np.concatenate([np.cos(angle) * HANN, np.sin(angle) * HANN])[:, None]
        self.register_buffer("basis", torch.tensor(basis, dtype=torch.float32))
        self.register_buffer("filters", torch.tensor(FILTERS.T[:, :, None]))

    def forward(self, samples):
        spectrum = functional.conv1d(samples[:, None], self.basis, stride=MEL_HOP)
        real, imaginary = spectrum.chunk(2, dim=1)
        energy = functional.conv1d(real * real + imaginary * imaginary, self.filters)
        return torch.exp(self.network(torch.log(energy + 1e-10).transpose(1, 2)))


def export(network, out):
    """Writes the network with sound as input and probabilities as output."""
    network.eval()
    out.mkdir(parents=True, exist_ok=True)
    path, shipped = out / "model.onnx", Shipped(network).eval()
    torch.onnx.export(
        shipped,
        torch.zeros(1, 160000),
        path,
        dynamo=False,
        opset_version=17,
        input_names=["samples"],
        output_names=["classes"],
        dynamic_axes={"samples": {1: "n"}, "classes": {1: "m"}},
    )
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(0)
    for length in (160000, 34567):
        samples = (rng.standard_normal(length) * 0.1).astype(np.float32)
        mel = torch.tensor(log_mel(samples)[None], dtype=torch.float32)
        with torch.inference_mode():
            ours = torch.exp(network(mel)).numpy()
        assert np.abs(session.run(None, {"samples": samples[None]})[0] - ours).max() < 1e-3
    network.train()


def main(options):
    torch.set_num_threads(1)
    network = train(options)
    torch.save(network.state_dict(), options.out / "network.pt")
    export(network, options.out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--meetings", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=50)
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--show", type=float, default=4, help="minutes between two checkpoints")
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    main(parser.parse_args())
