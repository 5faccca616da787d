"""What imitate.py and distil.py share: the rate, the running mean of the weights, and how much of the teacher is explained."""

import copy
import math

import torch

from .listener import pooled

WARM_STEPS, DECAY = 200, 0.998


def rate_at(optimizer, rate, step, done):
    for group in optimizer.param_groups:
        group["lr"] = rate * min(1, (step + 1) / WARM_STEPS) * (0.01 + 0.99 * (0.5 + 0.5 * math.cos(math.pi * done)))


class Mean:
    """The running mean of a listener's weights."""

    def __init__(self, listener):
        self.seen, self.listener = 0, copy.deepcopy(listener).eval()

    @torch.no_grad()
    def follow(self, listener):
        self.seen += 1
        for mine, theirs in zip(self.listener.state_dict().values(), listener.state_dict().values()):
            mine.lerp_(theirs, 1 - min(DECAY, (1 + self.seen) / (10 + self.seen)))


@torch.no_grad()
def explained(listener, samples, target):
    """Share of the variance of the teacher's frames, and of their means and deviations over the window, that the listener explains."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        ours = listener(samples)
    share = lambda mine, theirs: round(1 - float(((mine - theirs) ** 2 / theirs.var(dim=0)).mean()), 3)  # noqa: E731
    flat = lambda frames: frames.reshape(-1, frames.shape[-1])  # noqa: E731
    width = target.shape[2]
    mine, theirs = pooled(ours), pooled(target)
    return [share(flat(ours), flat(target)), share(mine[:, :width], theirs[:, :width]), share(mine[:, width:], theirs[:, width:])]
