"""Trains the whole language encoder, after imitate.py, to say of spoiled windows what the teacher says of clean ones.

    python -m training.lid.distil --recordings DATA/lid-recordings --noise DATA/noise \\
        --smart-turn smart-turn-v3.2-cpu.onnx --start DATA/imitated.pt \\
        --teacher-head DATA/lid-teacher-head/head.npz --minutes 20 --out DATA/language-encoder.pt

Loss: the squared error of the last frames, that of their mean and deviation, and the divergence between what a linear
language head (train_language_encoder.py --teacher) makes of both. The running mean of the weights is saved. Printed:
the share of the teacher's variance explained on held-out recordings, if both get them clean, and if the encoder
gets them spoiled.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from ..shared.teaching import fast_products
from .crops import add_crop_options, fresh_of, held_of
from .language_encoder import FRAMES, LanguageEncoder, pooled
from .language_encoder_teaching import teach
from .smart_turn import WIDTH, SmartTurnEncoder
from .windows import SAMPLES


class Ring:
    """The latest windows: spoiled samples, and the teacher's frames of the clean ones."""

    def __init__(self, options, teacher):
        self.fresh, self.teacher, self.size, self.written = fresh_of(options), teacher, options.ring, 0
        self.samples = torch.zeros(self.size, SAMPLES, dtype=torch.float16)
        self.frames = torch.zeros(self.size, FRAMES, WIDTH, dtype=torch.bfloat16)

    def hear(self):
        clean, spoiled = next(self.fresh)
        at = (self.written + torch.arange(len(clean))) % self.size
        self.samples[at], self.frames[at] = spoiled, self.teacher(clean.float()).bfloat16()
        self.written += len(clean)

    def pick(self, count):
        at = torch.randint(0, min(self.size, self.written), (count,))
        return self.samples[at].float(), self.frames[at].float()


class Target:
    """How far the encoder's frames are from the teacher's, in units of the teacher's deviation."""

    def __init__(self, head, frames):
        summary = pooled(frames)
        self.deviation, self.summary_deviation = frames.std(dim=(0, 1)) + 1e-3, summary.std(dim=0) + 1e-3
        self.weight, self.bias = (torch.tensor(np.load(head)[name]).float() for name in ("weight", "bias"))

    def languages(self, summary):
        return functional.log_softmax(summary @ self.weight.T + self.bias, dim=1)

    def loss(self, ours, theirs):
        mine, their = pooled(ours), pooled(theirs)
        language = functional.kl_div(
            self.languages(mine), self.languages(their), reduction="batchmean", log_target=True
        )
        frames = functional.mse_loss(ours / self.deviation, theirs / self.deviation)
        return (
            frames
            + functional.smooth_l1_loss(mine / self.summary_deviation, their / self.summary_deviation)
            + 0.2 * language
        )


def distil(options):
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    teacher, student = SmartTurnEncoder(options.smart_turn), LanguageEncoder()
    student.load_state_dict(torch.load(options.start, weights_only=True))
    ring, (clean, spoiled) = Ring(options, teacher), held_of(options)
    for _ in range(options.first):
        ring.hear()
    target, truth = Target(options.teacher_head, ring.pick(256)[1]), teacher(clean)

    def losses_of(samples, frames):
        with torch.no_grad():
            mel = student.mel(samples)
        with fast_products():
            ours = student.of_mel(mel)
        return [target.loss(ours, frames)]

    teach(student, ring, losses_of, options, explained=(clean, truth), spoiled=(spoiled, truth))


def add_options(parser):
    add_crop_options(parser)
    parser.add_argument("--start", type=Path, required=True, help="language encoder of imitate.py")
    parser.add_argument(
        "--teacher-head", type=Path, required=True, help="head.npz of train_language_encoder.py --teacher"
    )
    parser.add_argument("--first", type=int, default=8, help="batches heard before the first step")
    parser.add_argument("--rate", type=float, default=4e-4)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    distil(parser.parse_args())
