"""Teaches the listener what Smart Turn's encoder hears: its frames, their mean and deviation, and what a linear language head makes of those.

    python -m training.lid.distil --recordings DATA/lid-recordings --noise DATA/noise --encoder encoder_model.onnx --smart-turn smart-turn-v3.2-cpu.onnx \\
        --teacher-head DATA/lid-teacher-head.npz --minutes 60 --out DATA/listener.pt

Every 3 s are heard once: clean by the teacher, spoiled (rooms, noise, telephone) by Moonshine and the listener. Sources are drawn by a root
of their minutes, made voices a quarter; resampled by 0.8 to 1.2, a twelfth of them backwards. Moonshine works in a process of its own.
Kept: the running mean of the weights. --resume goes on from a file of this script. Measured on one recording in 37 and on the sources of
HELD: the share of the teacher's variance explained.
"""

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from scipy.signal import resample_poly
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from ..voices.augment import spoil
from ..voices.crops import noise_source
from .frames import moonshine_frames
from .listener import Listener, pooled
from .smart_turn import SmartTurnEncoder
from .windows import SAMPLES

HELD, HELD_EVERY, MADE = {"riva", "rdh"}, 37, {"espeak", "festival"}
SPEEDS = (80, 85, 90, 95, 100, 100, 100, 105, 110, 115, 120)
STEP_MS, TEACHER_STEP_MS = 48, 20


class Crops(IterableDataset):
    """Endless (clean samples [48000], Moonshine's frames of the spoiled ones [123, 576]) of the recordings that are held out or not."""

    def __init__(self, options, held, seed):
        self.options, self.held, self.seed = options, held, seed

    def pools(self):
        found = {}
        for number, (language, source, start, length) in enumerate(json.loads((self.options.recordings / "recordings.json").read_text())):
            if (source in HELD or number % HELD_EVERY == 0) == self.held:
                found.setdefault((language, source), []).append((start, length))
        minutes = np.array([sum(length for _, length in many) / 960000 for many in found.values()])
        share = np.minimum(minutes, 120) ** 0.6 * np.array([0.25 if source in MADE else 1 for _, source in found])
        return list(found.values()), share / share.sum()

    def __iter__(self):
        rng = np.random.default_rng(self.seed)
        audio = np.memmap(self.options.recordings / "audio.i16", dtype=np.int16, mode="r")
        (pools, share), noises, hear = self.pools(), noise_source(self.options.noise, rng), moonshine_frames(self.options.encoder)

        def speech(length):
            pieces, have, pool = [], 0, pools[rng.choice(len(pools), p=share)]
            while have < length:
                start, total = pool[rng.integers(len(pool))]
                taken = min(total, length)
                at = start + rng.integers(0, total - taken + 1)
                piece = audio[at : at + taken].astype(np.float32)
                pieces.append(piece / (np.abs(piece).max() + 1e-6))
                have += taken
            return np.concatenate(pieces)[:length]

        while True:
            factor = SPEEDS[rng.integers(len(SPEEDS))]
            clean = resample_poly(speech(int(SAMPLES * factor / 100) + 200), 100, factor)
            clean = np.resize(clean, SAMPLES).astype(np.float32)
            if rng.random() < 0.08:
                clean = clean[::-1].copy()
            if rng.random() < 0.15:
                clean = spoil(clean, rng, noises, speech, heavy=0.5)
            heard = spoil(clean, rng, noises, speech, heavy=0.7) if rng.random() < 0.85 else clean * np.float32(10 ** rng.uniform(-1, 0))
            yield torch.from_numpy(clean), torch.from_numpy(hear(heard[:SAMPLES]))


def grid(count=61, teachers=150):
    """[61, 150]: means of the teacher's frames over each of the listener's."""
    ours, theirs = np.arange(count)[:, None] * STEP_MS, np.arange(teachers)[None] * TEACHER_STEP_MS
    shared = np.minimum(ours + STEP_MS, theirs + TEACHER_STEP_MS) - np.maximum(ours, theirs)
    weight = np.maximum(shared, 0).astype(np.float32)
    return torch.tensor(weight / weight.sum(axis=1, keepdims=True))


class Target:
    """The teacher's frames and summary, standardised by what the first batches show."""

    def __init__(self, options, batches):
        self.teacher, self.grid = SmartTurnEncoder(options.smart_turn), grid()
        frames = torch.cat([self.hear(clean) for clean, _ in batches])
        summary = pooled(frames)
        self.middle, self.deviation = frames.mean(dim=(0, 1)), frames.std(dim=(0, 1)) + 1e-3
        self.summary_middle, self.summary_deviation = summary.mean(dim=0), summary.std(dim=0) + 1e-3
        head = np.load(options.teacher_head)
        self.weight, self.bias = (torch.tensor(head[name]).float() for name in ("weight", "bias"))

    def hear(self, clean):
        return self.grid @ self.teacher(clean)

    def __call__(self, clean):
        frames = self.hear(clean)
        return ((frames - self.middle) / self.deviation).clamp(-8, 8), (pooled(frames) - self.summary_middle) / self.summary_deviation

    def languages(self, summary):
        return functional.log_softmax((summary * self.summary_deviation + self.summary_middle) @ self.weight.T + self.bias, dim=1)


def hear(listener, moonshine):
    """-> the teacher's frames and summary as the listener has them."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        heard = listener(moonshine.float())
        return listener.frames(heard).float(), listener.summary(pooled(heard)).float()


def loss_of(target, listener, clean, moonshine):
    frames, summary = target(clean)
    ours, our_summary = hear(listener, moonshine)
    language = functional.kl_div(target.languages(our_summary), target.languages(summary), reduction="batchmean", log_target=True)
    return functional.mse_loss(ours, frames) + functional.smooth_l1_loss(our_summary, summary) + 0.2 * language


@torch.no_grad()
def explained(target, listener, batch):
    """Share of the variance explained, of the frames and of the summary."""
    share = lambda ours, theirs: 1 - float(((ours - theirs) ** 2).mean() / ((theirs - theirs.mean(dim=0)) ** 2).mean())  # noqa: E731
    return [round(share(ours, theirs), 3) for ours, theirs in zip(hear(listener, batch[1]), target(batch[0]))]


def train(options):
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    batches = iter(DataLoader(Crops(options, False, options.seed), batch_size=options.batch, num_workers=1, prefetch_factor=4))
    held = next(iter(DataLoader(Crops(options, True, 999), batch_size=options.held)))
    first = [next(batches) for _ in range(options.first)]
    target, listener = Target(options, first), Listener()
    moonshine = torch.cat([heard for _, heard in first]).float().flatten(0, 1)
    listener.middle.copy_(moonshine.mean(dim=0))
    listener.deviation.copy_(moonshine.std(dim=0) + 1e-3)
    if options.resume:
        listener.load_state_dict(torch.load(options.resume, weights_only=True))
    mean = {name: value.detach().clone() for name, value in listener.state_dict().items()}
    optimiser = torch.optim.AdamW(listener.parameters(), lr=options.rate, weight_decay=0.02, betas=(0.9, 0.98))
    began, step, done = time.time(), 0, 0.0
    while done < 1:
        rate = options.rate * min(1, (step + 1) / 300) * (0.5 + 0.5 * math.cos(math.pi * done))
        for group in optimiser.param_groups:
            group["lr"] = rate
        loss = loss_of(target, listener, *next(batches))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(listener.parameters(), 1.0)
        optimiser.step()
        step, done = step + 1, (time.time() - began) / 60 / options.minutes
        for name, value in listener.state_dict().items():
            mean[name].lerp_(value, 1 - min(0.999, (1 + step) / (10 + step)))
        if step % 100 == 0:
            print(step, round(float(loss), 3), "explained", explained(target, listener, held), flush=True)
            torch.save(mean, options.out)
    listener.load_state_dict(mean)
    torch.save(mean, options.out)
    print(json.dumps({"steps": step, "windows": step * options.batch, "explained": explained(target, listener, held)}))


def add_options(parser):
    parser.add_argument("--recordings", type=Path, required=True)
    parser.add_argument("--noise", type=Path)
    parser.add_argument("--encoder", type=Path, required=True, help="Moonshine tiny's encoder_model.onnx")
    parser.add_argument("--smart-turn", type=Path, required=True)
    parser.add_argument("--teacher-head", type=Path, required=True, help="train_listener.py --teacher")
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--first", type=int, default=16, help="batches that the teacher is standardised by")
    parser.add_argument("--held", type=int, default=160, help="held-out windows")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    train(parser.parse_args())
