"""What the scripts that teach a network by another one share: time, rate, numbers of what width, and the running mean of the weights.

training/voices/{imitate,train}.py, training/lid/listener_teaching.py and training/phones/{train,endings}.py: each goes on for a number of minutes, reports
as it goes, and keeps what a stopped run needs.
"""

import copy
import json
import math
import time

import torch

DECAY = 0.998
# Without the processor's own instructions for it, bfloat16 is some 50 times slower than float32, and an LSTM does not learn in it at all (torch 2.13).
NATIVE_BFLOAT16 = any(getattr(torch.cpu, name, lambda: False)() for name in ("_is_amx_tile_supported", "_is_avx512_bf16_supported"))
PRODUCTS = torch.bfloat16 if NATIVE_BFLOAT16 else torch.float32


def fast_products():
    """Autocast to bfloat16 where the processor multiplies it natively, else none."""
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=NATIVE_BFLOAT16)


class Clock:
    """Steps of a teaching of `minutes` of wall time, `done` of which (0..1) are over; a report is due every `every` seconds and at the end."""

    def __init__(self, options):
        self.minutes, self.every, self.step, self.done = options.minutes, options.every, 0, 0.0
        self.began = self.reported = time.time()

    def tick(self):
        """After a step -> whether a report is due."""
        self.step, self.done = self.step + 1, (time.time() - self.began) / 60 / self.minutes
        return time.time() - self.reported > self.every or self.done >= 1

    def report(self, **found):
        print(json.dumps({"minutes": round(self.done * self.minutes, 1), "step": self.step, **found}), flush=True)
        self.reported = time.time()


def fresh_due(step, options):
    """Whether fresh crops are to be heard at this step, so that each is learnt from about `--replay` times."""
    return step % max(1, options.replay * options.heard // options.batch) == 0


def rate_at(optimizer, rate, step, done, warm=200, least=0.01):
    """Sets the rate: up to `rate` over `warm` steps, down to `least` of it along a cosine as `done` goes from 0 to 1."""
    for group in optimizer.param_groups:
        group["lr"] = rate * min(1, (step + 1) / warm) * (least + (1 - least) * (0.5 + 0.5 * math.cos(math.pi * done)))


class RunningMean:
    """The running mean of a network's weights: after t steps (t + slack) / (t + 10) of it is kept, at most DECAY."""

    def __init__(self, network, slack):
        self.seen, self.slack, self.network = 0, slack, copy.deepcopy(network).eval()

    @torch.no_grad()
    def follow(self, network):
        self.seen += 1
        keep = min(DECAY, (self.seen + self.slack) / (self.seen + 10))
        for mine, theirs in zip(self.network.state_dict().values(), network.state_dict().values()):
            mine.lerp_(theirs, 1 - keep)
