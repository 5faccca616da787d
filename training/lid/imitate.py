"""Trains the language encoder to imitate its teacher: each block reads what the teacher's layer below says.

    python -m training.lid.imitate --recordings DATA/lid-recordings --noise DATA/noise \\
        --smart-turn smart-turn-v3.2-cpu.onnx --minutes 45 --out DATA/imitated.pt

Hints from hidden layers (Romero 2015, FitNets; Jiao 2020, TinyBERT). Both get the same window, four in ten of them
spoiled. Loss: the squared error of what a layer adds, over its variance. No weight of the teacher is copied.
distil.py then trains the whole. Printed: those errors, and the share of the variance of the teacher's last frames
that the whole encoder explains on held-out recordings.
"""

import argparse

import torch

from ..shared.teaching import fast_products
from .crops import add_crop_options, fresh_of, held_of
from .language_encoder import FRAMES, LAYERS, MEL_FRAMES, LanguageEncoder
from .language_encoder_teaching import teach
from .smart_turn import WIDTH, SmartTurnEncoder
from .whisper_mel import MELS

STATES = LAYERS + 1


class Ring:
    """The latest windows: log-mel, and what the teacher's layers read and say."""

    def __init__(self, options, teacher, student):
        self.fresh, self.teacher, self.student, self.size, self.written = (
            fresh_of(options),
            teacher,
            student,
            options.ring,
            0,
        )
        self.mel = torch.zeros(self.size, MELS, MEL_FRAMES)
        self.states = torch.zeros(STATES, self.size, FRAMES, WIDTH, dtype=torch.bfloat16)

    @torch.no_grad()
    def hear(self):
        clean, spoiled = next(self.fresh)
        samples = torch.where((torch.rand(len(clean)) < 0.6)[:, None], clean, spoiled).float()
        at = (self.written + torch.arange(len(samples))) % self.size
        self.mel[at] = self.student.mel(samples)
        for kept, said in zip(self.states, self.teacher.states(samples)):
            kept[at] = said.bfloat16()
        self.written += len(samples)

    def pick(self, count):
        at = torch.randint(0, min(self.size, self.written), (count,))
        return self.mel[at], self.states[:, at].float()


def added(states):
    """What the entrance and each layer add: [layers + 1, windows, frames, width]."""
    return torch.cat([states[:1], states[1:] - states[:-1]])


def errors_of(student, mel, states, deviations):
    with fast_products():
        ours = [student.enter(mel)] + [block(below) for block, below in zip(student.blocks, states)]
    return [(((mine - theirs) / deviation) ** 2).mean() for mine, theirs, deviation in zip(ours, states, deviations)]


def imitate(options):
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    teacher, student = SmartTurnEncoder(options.smart_turn), LanguageEncoder()
    ring, (held, _) = Ring(options, teacher, student), held_of(options)
    for _ in range(options.first):
        ring.hear()
    _, states = ring.pick(256)
    deviations = added(states).std(dim=(1, 2)) + 1e-3
    student.positions.data.copy_(states[0].mean(dim=0))
    teach(
        student,
        ring,
        lambda mel, states: errors_of(student, mel, states, deviations),
        options,
        explained=(held, teacher(held)),
    )


def add_options(parser):
    add_crop_options(parser)
    parser.add_argument("--first", type=int, default=8, help="batches heard before the first step")
    parser.add_argument("--rate", type=float, default=2e-3)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    imitate(parser.parse_args())
