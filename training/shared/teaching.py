"""The training loop that several networks share: clock, learning rate, number format, running mean of the weights.

Used by voices/{imitate,train}.py, lid/language_encoder_teaching.py and phones/{train,endings}.py. Each trains for a
number of minutes, reports on the way and saves enough that a stopped run is of use.
"""

import copy
import json
import math
import time

import torch

DECAY = 0.998
# Without processor instructions for it, bfloat16 is about 50 times slower than float32, and an LSTM does not learn in
# it (torch 2.13).
NATIVE_BFLOAT16 = any(
    getattr(torch.cpu, name, lambda: False)() for name in ("_is_amx_tile_supported", "_is_avx512_bf16_supported")
)
PRODUCTS = torch.bfloat16 if NATIVE_BFLOAT16 else torch.float32


def fast_products():
    """Autocast to bfloat16 if the processor multiplies it natively, otherwise no autocast."""
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=NATIVE_BFLOAT16)


class Clock:
    """Time of a training of `minutes` of wall time. `done` runs from 0 to 1. A report is due every `every` s and at
    the end.
    """

    def __init__(self, options):
        self.minutes, self.every, self.step, self.done = options.minutes, options.every, 0, 0.0
        self.began = self.reported = time.time()

    def tick(self):
        """Counts a step. -> whether a report is due"""
        self.step, self.done = self.step + 1, (time.time() - self.began) / 60 / self.minutes
        return time.time() - self.reported > self.every or self.done >= 1

    def report(self, **found):
        print(json.dumps({"minutes": round(self.done * self.minutes, 1), "step": self.step, **found}), flush=True)
        self.reported = time.time()


def fresh_due(step, options):
    """Whether to cut fresh crops at this step, so that each crop is learned from about `--replay` times."""
    return step % max(1, options.replay * options.heard // options.batch) == 0


def rate_at(optimizer, rate, step, done, warm=200, least=0.01):
    """Sets the learning rate: it rises to `rate` over `warm` steps, then falls along a cosine to `least` of it at
    `done` = 1.
    """
    for group in optimizer.param_groups:
        group["lr"] = rate * min(1, (step + 1) / warm) * (least + (1 - least) * (0.5 + 0.5 * math.cos(math.pi * done)))


class RunningMean:
    """The running mean of a network's weights. After t steps it keeps (t + slack) / (t + 10) of itself, at most
    DECAY.
    """

    def __init__(self, network, slack):
        self.seen, self.slack, self.network = 0, slack, copy.deepcopy(network).eval()

    @torch.no_grad()
    def follow(self, network):
        self.seen += 1
        keep = min(DECAY, (self.seen + self.slack) / (self.seen + 10))
        for mine, theirs in zip(self.network.state_dict().values(), network.state_dict().values()):
            if mine.is_floating_point():
                mine.lerp_(theirs, 1 - keep)
