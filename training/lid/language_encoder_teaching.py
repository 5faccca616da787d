"""The training loop of imitate.py and distil.py. Both learn from a ring of the latest windows, by their own losses."""

import numpy as np
import torch
from torch import nn

from ..shared.teaching import Clock, RunningMean, fresh_due, rate_at
from .language_encoder import explained


def teach(student, ring, losses_of, options, **held):
    """Lessens the sum of losses_of(*ring.pick(--batch)) for --minutes, and saves the running mean of the weights.

    Printed: the mean of each loss since the last report, and for each of `held` = (samples, the teacher's frames) the
    share that the encoder explains, under its name.
    """
    mean = RunningMean(student, slack=1)
    optimizer = torch.optim.AdamW(student.parameters(), lr=options.rate, weight_decay=0.001, betas=(0.9, 0.98))
    clock, told = Clock(options), []
    while clock.done < 1:
        rate_at(optimizer, options.rate, clock.step, clock.done)
        if fresh_due(clock.step, options):
            ring.hear()
        losses = losses_of(*ring.pick(options.batch))
        optimizer.zero_grad()
        sum(losses).backward()
        nn.utils.clip_grad_norm_(student.parameters(), 2.0)
        optimizer.step()
        mean.follow(student)
        told.append([loss.item() for loss in losses])
        if clock.tick():
            torch.save(mean.network.state_dict(), options.out)
            found = {name: explained(mean.network, *one) for name, one in held.items()}
            clock.report(windows=ring.written, losses=[round(value, 3) for value in np.mean(told, axis=0)], **found)
            told = []
