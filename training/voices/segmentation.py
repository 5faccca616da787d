"""Trains the segmentation of rooms: our network learns what its teacher says of meetings.py.

    python -m training.voices.segmentation --meetings DATA/meetings-made --out models/voice-segmentation --minutes 40

A frame in which the teacher hears two people counts up to twice. The running mean of the weights is measured on windows
of people kept out of training; that of the lowest loss is kept and exported. Printed: the loss, how often both say the
same of speech, and the area under the curve of overlap, against the teacher and against what was made.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from sklearn.metrics import roc_auc_score
from torch import nn

from ..shared.half_precision import halved
from ..shared.teaching import Clock, RunningMean, fast_products, rate_at
from .segmentation_network import FRAMES, STRIDE, WIDTH, SegmentationNetwork
from .segmentation_windows import Windows, read


def divergence(scores, taught):
    """Mean divergence from the teacher's classes."""
    frames = min(scores.shape[1], taught.shape[1])
    scores, taught = scores[:, :frames], taught[:, :frames]
    weight = 1 + taught[..., 2:]
    return (weight * taught * (taught.clamp_min(1e-6).log() - scores)).sum(-1).mean()


@torch.inference_mode()
def measured(network, frames, taught, people):
    with fast_products():
        scores = torch.cat([network(some.float()) for some in frames.split(50)])
    said, theirs = scores.exp()[:, :FRAMES], taught.float()
    spoken = people > 0
    return {
        "loss": round(divergence(scores, theirs).item(), 4),
        "speech": round(((said[..., 0] < 0.5) == (theirs[..., 0] < 0.5)).float().mean().item(), 3),
        "overlap": area(theirs[..., 2] > 0.5, said[..., 2]),
        "made": area(people[spoken] > 1, said[..., 2][spoken]),
        "teacher_made": area(people[spoken] > 1, theirs[..., 2][spoken]),
    }


def area(truth, scores):
    """The area under the curve; nothing if there is only one kind."""
    found = truth.flatten().numpy()
    return round(float(roc_auc_score(found, scores.flatten().numpy())), 3) if 0 < found.mean() < 1 else None


def begun(windows):
    """A new network that scales frames as these windows ask."""
    network = SegmentationNetwork()
    some = torch.cat([frames[:40].float().flatten(0, 1) for frames, _ in windows.files])
    network.mean.copy_(some.mean(0))
    network.spread.copy_(some.std(0) + 1e-3)
    return network


def train(options):
    rng = np.random.default_rng(options.seed)
    torch.manual_seed(options.seed)
    windows, held = Windows(options.meetings), read(options.meetings / "dev.npz")
    network = begun(windows)
    mean = RunningMean(network, slack=0)
    optimizer = torch.optim.AdamW(network.parameters(), options.rate, weight_decay=1e-2)
    clock, losses, order, lowest = Clock(options), [], [], np.inf
    while clock.done < 1:
        if len(order) < options.batch:
            windows.read_new()
            order = rng.permutation(len(windows.places)).tolist()
        some, order = order[: options.batch], order[options.batch :]
        rate_at(optimizer, options.rate, clock.step, clock.done)
        frames, taught = windows.batch(some, rng)
        with fast_products():
            scores = network(frames)
        loss = divergence(scores, taught)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        mean.follow(network)
        losses.append(loss.item())
        if clock.tick():
            found = measured(mean.network, *held)
            if found["loss"] < lowest:
                lowest = found["loss"]
                torch.save(mean.network.state_dict(), options.out / "network.pt")
            clock.report(windows=len(windows.places), learned=round(float(np.mean(losses)), 4), **found)
            losses = []
    return read_weights(options.out / "network.pt")


def read_weights(path):
    network = SegmentationNetwork()
    network.load_state_dict(torch.load(path, weights_only=True))
    return network.eval()


class Shipped(nn.Module):
    """[1][frames][WIDTH] -> [1][frames / STRIDE][CLASSES] probabilities."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, frames):
        return torch.exp(self.network(frames))


def export(network, out):
    """Writes the network, its weights in float16."""
    path, shipped = out / "model.onnx", Shipped(network).eval()
    torch.onnx.export(
        shipped,
        torch.zeros(1, 100, WIDTH),
        path,
        dynamo=False,
        opset_version=17,
        input_names=["frames"],
        output_names=["people"],
        dynamic_axes={"frames": {1: "n"}, "people": {1: "m"}},
    )
    onnx.save(halved(onnx.load(path)), path)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    for length in (STRIDE * FRAMES, 57):
        frames = torch.randn(1, length, WIDTH) * network.spread + network.mean
        with torch.inference_mode():
            ours = shipped(frames).numpy()
        assert np.abs(session.run(None, {"frames": frames.numpy()})[0] - ours).max() < 0.02
    print(f"{path} {path.stat().st_size / 1e6:.2f} MB")


def main(options):
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    export(read_weights(options.weights) if options.weights else train(options), options.out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--meetings", type=Path)
    parser.add_argument("--weights", type=Path, help="only export this network.pt")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--every", type=float, default=90, help="seconds between two reports")
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    main(parser.parse_args())
