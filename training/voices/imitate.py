"""Trains the embedder to imitate its teacher layer by layer: each layer reads what the teacher's layer below says.

    python -m training.voices.imitate --index DATA/index --noise DATA/noise --teacher pretrained.pt \\
        --recordings DATA/lid-recordings --minutes 20 --out DATA/voice/imitated.pt

Hints from hidden layers (Romero 2015, FitNets): 150 frames of three layers teach far more in a crop than the one
vector at its end. Both hear the same sound, half of it spoiled. Loss: the squared error over the variance, of each
layer's frames and of the projection, summed. No weight of the teacher is copied. Printed: those errors, and the
cosine between the whole network and the teacher, centred.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from ..shared.teaching import Clock, fast_products, rate_at
from .crops import SAMPLES, Crops, add_crop_options, batches_of
from .network import LAYERS, SpeakerNetwork, unit
from .teacher import Teacher

FRAMES = 150


def relative(ours, theirs):
    return (ours - theirs).pow(2).mean() / theirs.var(dim=(0, 1)).mean()


def losses_of(network, teacher, mel, states):
    """-> the share of the variance not explained, of each layer and then of the projection."""
    found = []
    for k, layer in enumerate(network.layers):
        with fast_products():
            ours, _ = layer(states[k - 1] if k else mel / network.scale)
        found.append(relative(ours.float(), states[k]))
    last = states[-1][:, 40::10]
    return [*found, relative(network.projected(last), teacher.projected(last))]


@torch.no_grad()
def agreement(network, teacher, mel, states):
    """Mean cosine between both outputs, centred on the teacher's mean."""
    theirs = unit(teacher.projected(states[-1][:, -1]))
    ours = unit(network.projected(network.last_frame(mel).float()))
    middle = theirs.mean(dim=0)
    return float(functional.cosine_similarity(ours - middle, theirs - middle).mean())


class Heard:
    """A ring of the latest crops, clean and spoiled in turn."""

    def __init__(self, options):
        self.fresh, self.rng = batches_of(Crops(options), options), np.random.default_rng(options.seed)
        self.samples, self.written = torch.zeros(options.ring, SAMPLES, dtype=torch.int16), 0

    def hear(self):
        clean, heard, _ = next(self.fresh)
        at = (self.written + torch.arange(len(clean))) % len(self.samples)
        self.samples[at] = torch.where((torch.rand(len(clean)) < 0.5)[:, None], clean, heard)
        self.written += len(clean)

    def pick(self, count):
        at = torch.from_numpy(self.rng.integers(0, min(len(self.samples), self.written), count))
        first = int(self.rng.integers(0, SAMPLES - FRAMES * 160))
        return self.samples[at, first : first + FRAMES * 160].float() / 32767


def imitate(options):
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    teacher, network, heard = Teacher(options.teacher), SpeakerNetwork(), Heard(options)
    for _ in range(4):
        heard.hear()
    network.scale.copy_(teacher.mel(heard.pick(256)).std(dim=(0, 1)))
    optimizer = torch.optim.Adam(network.parameters(), lr=options.rate)
    clock, sums = Clock(options), np.zeros(LAYERS + 2)
    while clock.done < 1:
        rate_at(optimizer, options.rate, clock.step, clock.done, warm=100)
        if clock.step % options.replay == 0:
            heard.hear()
        with torch.no_grad():
            mel = teacher.mel(heard.pick(options.batch))
        states = teacher.states(mel)
        losses = losses_of(network, teacher, mel, states)
        optimizer.zero_grad()
        sum(losses).backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        sums += [*(loss.item() for loss in losses), 1]
        if clock.tick():
            options.out.parent.mkdir(parents=True, exist_ok=True)
            torch.save(network.state_dict(), options.out)
            clock.report(
                crops=heard.written,
                unexplained=[round(value, 3) for value in sums[:-1] / sums[-1]],
                agreement=round(agreement(network, teacher, mel, states), 3),
            )
            sums = np.zeros(LAYERS + 2)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_crop_options(parser)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--replay", type=int, default=10, help="steps between two batches of fresh crops")
    parser.add_argument("--ring", type=int, default=12_000)
    parser.add_argument("--rate", type=float, default=6e-3)
    parser.add_argument("--out", type=Path, required=True)
    imitate(parser.parse_args())
