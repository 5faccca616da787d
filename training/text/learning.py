"""What the scripts that train the text head and its teacher share: options, misheard words, batches, epochs.

An example is (ids [words, 8], role [words], label [words], weight [words]): a turn after the turn before it.
"""

import random
import time

import numpy as np
import torch

from ..shared.manifest import add_manifest_option
from .words import IDS


def arguments(parser):
    add_manifest_option(parser)
    parser.add_argument(
        "--held", nargs="*", default=[], help="written calls to learn nothing from: names or groups of the manifest"
    )
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--out", required=True)


def seeded(options):
    """The random numbers of a run. On one thread the same seed gives the same weights."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    return random.Random(options.seed)


def misheard(spoken, rng, vocabulary, others, lost=0.0, added=0.0):
    """The words as a recogniser might write them: a share replaced by others, a share lost, a share of others added."""
    heard = []
    for word in spoken:
        drawn = rng.random()
        if drawn >= lost:
            heard.append(rng.choice(vocabulary) if drawn < lost + others else word)
        if drawn > 1 - added:
            heard.append(rng.choice(vocabulary))
    return heard


def groups(examples, size, rng, near):
    """The examples in groups of `size`, in random order. Examples of a group have about the same length (to `near`
    places).
    """
    order = sorted(range(len(examples)), key=lambda i: (len(examples[i][0]) // near, rng.random()))
    found = [[examples[i] for i in order[k : k + size]] for k in range(0, len(order), size)]
    rng.shuffle(found)
    return found


def batches(examples, size, rng):
    for group in groups(examples, size, rng, near=4):
        longest = max(len(example[0]) for example in group)
        ids = np.zeros((len(group), longest, IDS), np.int64)
        role = np.zeros((len(group), longest), np.int64)
        label = np.zeros((len(group), longest), np.float32)
        weight = np.zeros((len(group), longest), np.float32)
        for k, example in enumerate(group):
            n = len(example[0])
            ids[k, :n], role[k, :n], label[k, :n], weight[k, :n] = example
        yield tuple(torch.from_numpy(x) for x in (ids, role, label, weight))


def weighted_loss(logits, label, weight):
    """Mean cross entropy over the weighted places of a batch, nats."""
    return torch.nn.functional.binary_cross_entropy_with_logits(logits, label, weight, reduction="sum") / weight.sum()


class OptimizerSteps:
    """Steps of an optimizer along its schedule. Gradients are cut to a norm of one."""

    def __init__(self, optimizer, schedule):
        self.parameters = [p for group in optimizer.param_groups for p in group["params"]]
        self.optimizer, self.schedule = optimizer, schedule

    def step(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
        self.optimizer.step()
        self.schedule.step()


def one_cycle(parameters, rate, steps):
    """AdamW over `steps` steps of one cycle with the highest rate `rate`."""
    optimizer = torch.optim.AdamW(list(parameters), lr=rate, weight_decay=0.01)
    return OptimizerSteps(
        optimizer, torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps, pct_start=0.1)
    )


def epochs(model, losses, options, measured=lambda: "", every=200):
    """Trains for the epochs of `options` and saves the weights after each.

    losses() draws the batches of an epoch, learns from them and yields the loss of each. The mean loss so far is
    printed every `every` batches, and after an epoch with what measured() says of held-out text.
    """
    started = time.time()
    for epoch in range(1, options.epochs + 1):
        model.train()
        total = 0.0
        for count, loss in enumerate(losses(), 1):
            total += float(loss.detach())
            if count % every == 0:
                print(f"epoch {epoch} step {count} loss {total / count:.4f} {time.time() - started:.0f} s", flush=True)
        torch.save(model.state_dict(), options.out)
        print(f"epoch {epoch} loss {total / count:.4f} {time.time() - started:.0f} s{measured()}", flush=True)
