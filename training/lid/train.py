"""Trains the language head on stored encoder frames.

    python -m training.lid.train --windows DATA/lid --out DATA/lid-head --hold-out picovoice amivoice   (choose)
    python -m training.lid.train --windows DATA/lid --out DATA/lid-head                                 (ship)

A batch draws a language, then a source within it, then a window, so that no corpus stands for a language. Sources
named in --hold-out are not trained on and measured instead. A temperature fitted on a tenth of the windows (whole
sources' windows mixed) calibrates the probabilities.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from .network import CLASSES, WIDTH, LanguageHead
from .windows import FRAMES


def load(folder):
    known = np.load(folder / "labels.npz")
    classes = np.array([CLASSES.index(l) if l in CLASSES else len(CLASSES) - 1 for l in known["language"]])
    frames = np.memmap(folder / "frames.f16", dtype=np.float16, mode="r").reshape(-1, FRAMES, WIDTH)
    return frames[: len(classes)], classes, known["language"], known["source"]


REAL = {"so762", "resemblyzer", "arsc", "kerstin", "pico/s2i", "pico/wwb", "precise", "picovoice", "azure", "cosyvoice", "amivoice"}


def plan_of(rows, classes, languages, sources, real_share):
    """class -> [(probability, rows)] by source; recordings of people count for `real_share` where there are any."""
    plan = {}
    for c in np.unique(classes[rows]):
        groups = {}
        for row in rows[classes[rows] == c]:
            groups.setdefault((languages[row], sources[row]), []).append(row)
        weight = np.array([len(g) ** 0.5 for g in groups.values()])
        real = np.array([source in REAL for _, source in groups])
        if real.any() and not real.all():
            weight[real] *= real_share / weight[real].sum()
            weight[~real] *= (1 - real_share) / weight[~real].sum()
        plan[c] = (weight / weight.sum(), [np.array(g) for g in groups.values()])
    return plan


def draw(plan, size, rng):
    keys = list(plan)
    picked = []
    for _ in range(size):
        weight, groups = plan[keys[rng.integers(len(keys))]]
        group = groups[rng.choice(len(groups), p=weight)]
        picked.append(group[rng.integers(len(group))])
    return np.array(picked)


def train(options):
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(options.seed)
    frames, classes, languages, sources = load(options.windows)
    held = np.isin(sources, options.hold_out)
    rows = np.flatnonzero(~held)
    tuning = rows[rng.random(len(rows)) < 0.08]
    rows = np.setdiff1d(rows, tuning)
    sample = frames[np.sort(rng.choice(rows, min(800, len(rows)), replace=False))].astype(np.float32)
    head = LanguageHead(sample.mean(axis=(0, 1)), sample.std(axis=(0, 1)) + 1e-3, options.channels)
    optimizer = torch.optim.AdamW(head.parameters(), lr=options.rate, weight_decay=0.05)
    plan = plan_of(rows, classes, languages, sources, options.real_share)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, options.rate, total_steps=options.steps)
    started = time.time()
    for step in range(options.steps):
        picked = np.sort(draw(plan, options.batch, rng))
        batch = torch.from_numpy(frames[picked].astype(np.float32))
        if rng.random() < 0.5:  # shorter windows
            length = int(rng.integers(60, FRAMES))
            at = int(rng.integers(0, FRAMES - length + 1))
            batch = batch[:, at : at + length]
        batch = batch + torch.randn(len(batch), 1, WIDTH) * head.deviation * options.jitter
        loss = F.cross_entropy(head.logits(batch), torch.from_numpy(classes[picked]), label_smoothing=0.05)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        if step % 300 == 299:
            print(json.dumps({"step": step + 1, "loss": round(loss.item(), 3), "tuning": accuracy(head, frames, classes, tuning),
                              "held": accuracy(head, frames, classes, np.flatnonzero(held)),
                              "minutes": round((time.time() - started) / 60, 1)}), flush=True)
    calibrate(head, frames, classes, tuning)
    options.out.mkdir(parents=True, exist_ok=True)
    torch.save({"head": head.state_dict(), "channels": options.channels}, options.out / "head.pt")
    return head


def all_logits(head, frames, rows):
    head.eval()
    with torch.inference_mode():
        parts = [head.logits(torch.from_numpy(frames[p].astype(np.float32))) for p in np.array_split(rows, max(1, len(rows) // 64))]
    head.train()
    return torch.cat(parts)


def accuracy(head, frames, classes, rows):
    if len(rows) == 0:
        return None
    right = all_logits(head, frames, rows).argmax(dim=1).numpy() == classes[rows]
    return round(float(right.mean()), 3)


def calibrate(head, frames, classes, rows):
    logits, truth = all_logits(head, frames, rows), torch.from_numpy(classes[rows])
    options = np.linspace(0.5, 4, 71)
    losses = [F.cross_entropy(logits / t, truth).item() for t in options]
    head.temperature.fill_(float(options[int(np.argmin(losses))]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--windows", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--hold-out", nargs="*", default=[])
    parser.add_argument("--steps", type=int, default=2400)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--channels", type=int, default=96)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--jitter", type=float, default=0.3, help="constant offset added to a window's features, in deviations")
    parser.add_argument("--real-share", type=float, default=0.5)
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args())
