"""Trains the speaker embedding beside a teacher, the Resemblyzer encoder, that hears every crop clean.

    python -m training.voices.train --index DATA/index --noise DATA/noise --teacher pretrained.pt --recordings DATA/lid-recordings --minutes 75 --out DATA/voice

One process cuts, spoils and measures (crops.py); this one asks the teacher about every clean crop once and then trains on it `--replay` times, each time on
another part of it, 0.8 to 3 s, and with other masks, from a ring of the last `--ring` crops.

Loss: the cosine distance to the teacher's vector, plus an additive angular margin over the known voices with a small weight that grows towards the end. The target of a
known voice is half what the teacher says of the crop, half what it says of the voice on average. The teacher's vectors all point one way; they are centred and turned to
their principal axes first, which leaves what tells voices apart. Multiplied in bfloat16. A running average of the weights is what is measured and kept, every few
minutes, so that a stopped run leaves a usable network.
"""

import argparse
import copy
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader

from .corpora import read_index
from .crops import FRAMES, NAMED, Crops, voices_of
from .front_end import MELS
from .network import EMBEDDING, SpeakerNetwork
from .teacher import Teacher
from .trials import report, windows

# Frames of 10 ms of a batch: about half under 1.5 s, half from there to 3 s.
LENGTHS = [80, 100, 100, 130, 150, 150, 200, 200, 250, 298]


class Heads(nn.Module):
    """Class directions with an angular margin."""

    def __init__(self, voices):
        super().__init__()
        self.directions = nn.Parameter(torch.randn(voices, EMBEDDING) * 0.05)

    def margin_loss(self, vectors, voice, margin, scale=20.0):
        cosine = F.normalize(vectors) @ F.normalize(self.directions).T
        chosen = cosine.gather(1, voice[:, None]).clamp(-1 + 1e-6, 1 - 1e-6)
        moved = torch.cos(torch.acos(chosen) + margin)
        return F.cross_entropy(scale * cosine.scatter(1, voice[:, None], moved), voice)


class Average:
    """The running mean of a network's weights and batch statistics."""

    def __init__(self, network, decay=0.998):
        self.decay, self.seen, self.network = decay, 0, copy.deepcopy(network).eval()

    @torch.no_grad()
    def follow(self, network):
        self.seen += 1
        keep = min(self.decay, self.seen / (self.seen + 10))
        for mine, theirs in zip(self.network.state_dict().values(), network.state_dict().values()):
            if mine.dtype.is_floating_point:
                mine.lerp_(theirs, 1 - keep)


def masked(mel, rng):
    """A batch [batch, MELS, frames] with some bands and some time blotted out, in place."""
    if rng.random() < 0.6:
        low = rng.integers(0, MELS - 8)
        mel[:, low : low + rng.integers(2, 8)] = mel.mean()
    if rng.random() < 0.4:
        low = rng.integers(0, mel.shape[2] - 12)
        mel[:, :, low : low + rng.integers(3, 12)] = mel.mean()
    return mel


class Axes:
    """The teacher's vectors centred, on their first principal axes, damped by variance^power, of unit length."""

    def __init__(self, middle, turned):
        self.middle, self.turned = middle, turned

    @classmethod
    def of(cls, vectors, power=0.1):
        middle = vectors.mean(dim=0)
        centred = vectors - middle
        values, axes = torch.linalg.eigh(centred.T @ centred / len(centred))
        return cls(middle, axes.flip(1)[:, :EMBEDDING] / values.flip(0)[:EMBEDDING].clamp(min=1e-6) ** power)

    def __call__(self, vectors):
        return F.normalize((vectors - self.middle) @ self.turned)


class Ring:
    """The last crops: log-mel, the teacher's vector and the voice of each, and the mean of the teacher's vectors of each voice."""

    def __init__(self, size, voices):
        self.mel, self.teacher = torch.zeros(size, MELS, FRAMES, dtype=torch.float16), torch.zeros(size, 256)
        self.voice, self.size, self.written = torch.full((size,), -1), size, 0
        self.sums, self.counts = torch.zeros(voices, 256), torch.zeros(voices, 1)

    def write(self, mel, teacher, voice):
        at = (self.written + torch.arange(len(voice))) % self.size
        self.mel[at], self.teacher[at], self.voice[at] = mel, teacher, voice
        named = voice >= 0
        self.sums.index_add_(0, voice[named], teacher[named])
        self.counts.index_add_(0, voice[named], torch.ones(int(named.sum()), 1))
        self.written += len(voice)

    def pick(self, count, rng):
        """-> masked log-mel [count, 64, one of LENGTHS], teacher's vectors, voices"""
        at = torch.from_numpy(rng.integers(0, min(self.size, self.written), count))
        length = LENGTHS[rng.integers(len(LENGTHS))]
        first = rng.integers(0, FRAMES - length + 1, count)
        mel = torch.stack([self.mel[one, :, start : start + length] for one, start in zip(at, first)]).float()
        teacher, voice = self.teacher[at].clone(), self.voice[at]
        known = voice >= 0
        teacher[known] += self.sums[voice[known]] / self.counts[voice[known]]
        return masked(mel, rng), teacher, voice


def dev_error(network, sets):
    found = {}
    with torch.inference_mode():
        for name, (samples, speakers, utterances) in sets.items():
            vectors = np.concatenate([network(torch.tensor(part)).numpy() for part in np.array_split(samples, 8)])
            found[name] = report(vectors, speakers, utterances, draws=2)["eer"]
    return found


def train(options):
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(options.seed)
    rows, audio = read_index(options.index)
    sets = {f"so762-{seconds}": windows(rows, audio, "dev", "so762", seconds, 10) for seconds in (1.0, 2.0)}
    voices = len(NAMED) * len(voices_of(rows))
    network, heads, ring = SpeakerNetwork(), Heads(voices), Ring(options.ring, voices)
    teacher = Teacher(options.teacher, torch.bfloat16)
    fresh = iter(DataLoader(Crops(options), batch_size=options.batch, num_workers=1, prefetch_factor=4))

    def hear():
        clean, mel, voice = next(fresh)
        ring.write(mel, teacher(clean.float() / 32767).clone(), voice)

    for _ in range(options.first):
        hear()
    axes = Axes.of(ring.teacher[: min(ring.written, ring.size)].clone())
    if options.resume:
        saved = torch.load(options.resume, weights_only=True)
        network.load_state_dict(saved["raw"])
        heads.load_state_dict(saved["heads"])
        axes = Axes(*saved["axes"])
    parameters = [p for module in (network, heads) for p in module.parameters()]
    average, optimizer = Average(network), torch.optim.AdamW(parameters, lr=options.rate, weight_decay=0.02)
    options.out.mkdir(parents=True, exist_ok=True)
    began, shown, step, done, sums = time.time(), time.time(), 0, 0.0, np.zeros(3)
    while done < 1:
        for group in optimizer.param_groups:
            group["lr"] = options.rate * min(1, (step + 1) / 200) * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * done)))
        if step % options.replay == 0:
            hear()
        mel, target, voice = ring.pick(options.batch, rng)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            vectors = network.embed(mel)
        vectors, named = vectors.float(), voice >= 0
        margin_loss = heads.margin_loss(vectors[named], voice[named], options.margin * min(1, done * 4))
        teacher_loss = (1 - F.cosine_similarity(vectors, axes(target))).mean()
        weight = options.margin_weight + (options.last_margin_weight - options.margin_weight) * done
        loss = weight * margin_loss + teacher_loss
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 5.0)
        optimizer.step()
        average.follow(network)
        sums += [margin_loss.item(), teacher_loss.item(), 1]
        step, done = step + 1, (time.time() - began) / 60 / options.minutes
        if time.time() - shown > options.every or done >= 1:
            kept = {"network": average.network.state_dict(), "raw": network.state_dict(), "heads": heads.state_dict()}
            torch.save(kept | {"axes": [axes.middle, axes.turned]}, options.out / "final.pt")
            found = {name: round(value, 4) for name, value in dev_error(average.network, sets).items()}
            print(json.dumps({"minutes": round(done * options.minutes, 1), "step": step, "crops": ring.written,
                              "margin": round(sums[0] / sums[2], 3), "teacher": round(sums[1] / sums[2], 4)} | found), flush=True)  # fmt: skip
            shown, sums = time.time(), np.zeros(3)


def add_options(parser):
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--noise", type=Path)
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--recordings", type=Path, help="folder of training.lid.recordings: speech of strangers")
    parser.add_argument("--resume", type=Path, help="goes on from a file of this script")
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--replay", type=int, default=6)
    parser.add_argument("--ring", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=24, help="batches heard before the first step")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--margin", type=float, default=0.15)
    parser.add_argument("--margin-weight", type=float, default=0.05)
    parser.add_argument("--last-margin-weight", type=float, default=0.1, help="reached at the end")
    parser.add_argument("--every", type=float, default=300, help="seconds between checks on the dev voices")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    train(parser.parse_args())
