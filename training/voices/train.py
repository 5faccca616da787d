"""Trains the embedder, after imitate.py, to say of spoiled windows of 0.8 to 3 s what the teacher says of clean ones.

    python -m training.voices.train --index DATA/index --noise DATA/noise --teacher pretrained.pt \\
        --recordings DATA/lid-recordings --start DATA/voice/imitated.pt --minutes 38 --out DATA/voice

One process cuts and spoils crops (crops.py). This one asks the teacher about every clean crop of 3 s once, then
trains on it `--replay` times from a ring of the latest `--ring` crops, each time on another part of it.

Loss: the cosine distance to the teacher's vector, plus an additive angular margin over the known voices with a small
weight that grows towards the end. The target of a known voice is half what the teacher says of the crop, half what it
says of the voice on average. All vectors of the teacher point one way; they are centred and turned to their principal
axes first, which leaves what tells voices apart. The running mean of the weights is measured and saved every few
minutes, so that a stopped run leaves a usable network.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from ..shared.teaching import Clock, RunningMean, fast_products, fresh_due, rate_at
from .corpora import read_index
from .crops import NAMED, SAMPLES, Crops, add_crop_options, batches_of, voices_of
from .network import EMBEDDING, MELS, WIDTH, SpeakerNetwork
from .teacher import Teacher
from .trials import report, windows

# Lengths of a batch in frames of 10 ms: about half under 1.5 s, half from there to 3 s.
LENGTHS = [80, 100, 100, 130, 150, 150, 200, 200, 250, 298]
MARGIN = 0.15


class Heads(nn.Module):
    """Directions of the classes, with an angular margin."""

    def __init__(self, voices):
        super().__init__()
        self.directions = nn.Parameter(torch.randn(voices, EMBEDDING) * 0.05)

    def margin_loss(self, vectors, voice, margin, scale=20.0):
        cosine = F.normalize(vectors) @ F.normalize(self.directions).T
        chosen = cosine.gather(1, voice[:, None]).clamp(-1 + 1e-6, 1 - 1e-6)
        moved = torch.cos(torch.acos(chosen) + margin)
        return F.cross_entropy(scale * cosine.scatter(1, voice[:, None], moved), voice)


def masked(mel, rng):
    """A batch [batch, frames, MELS], changed in place: sometimes one to four bands are silent."""
    if rng.random() < 0.4:
        low = rng.integers(0, MELS - 4)
        mel[:, :, low : low + rng.integers(1, 5)] = 0
    return mel


class Axes:
    """The teacher's vectors, centred, on their first principal axes, damped by variance^power, of unit length."""

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
    """The latest crops (spoiled samples, the teacher's vector, the voice), and the sum of the teacher's vectors of
    each voice.
    """

    def __init__(self, options, voices, teacher):
        size = options.ring
        self.fresh, self.teacher, self.rng = (
            batches_of(Crops(options), options),
            teacher,
            np.random.default_rng(options.seed),
        )
        self.samples, self.vectors = torch.zeros(size, SAMPLES, dtype=torch.int16), torch.zeros(size, WIDTH)
        self.voice, self.size, self.written = torch.full((size,), -1), size, 0
        self.sums, self.counts = torch.zeros(voices, WIDTH), torch.zeros(voices, 1)

    def hear(self):
        clean, heard, voice = next(self.fresh)
        vectors = self.teacher(clean.float() / 32767)
        at, named = (self.written + torch.arange(len(voice))) % self.size, voice >= 0
        self.samples[at], self.vectors[at], self.voice[at] = heard, vectors, voice
        self.sums.index_add_(0, voice[named], vectors[named])
        self.counts.index_add_(0, voice[named], torch.ones(int(named.sum()), 1))
        self.written += len(voice)

    def pick(self, count):
        """-> masked mel [count, one of LENGTHS, MELS], teacher's vectors, voices"""
        at = torch.from_numpy(self.rng.integers(0, min(self.size, self.written), count))
        length = 160 * LENGTHS[self.rng.integers(len(LENGTHS))]
        first = self.rng.integers(0, SAMPLES - length + 1)
        with torch.no_grad():
            mel = self.teacher.mel(self.samples[at, first : first + length].float() / 32767)
        vectors, voice = self.vectors[at], self.voice[at]
        known = voice >= 0
        vectors[known] += self.sums[voice[known]] / self.counts[voice[known]]
        return masked(mel, self.rng), vectors, voice


def begun(options, ring, voices):
    """-> network, class directions and axes to start from."""
    network, heads = SpeakerNetwork(), Heads(voices)
    if options.resume:
        saved = torch.load(options.resume, weights_only=True)
        network.load_state_dict(saved["raw"])
        heads.load_state_dict(saved["heads"])
        return network, heads, Axes(*saved["axes"])
    axes = Axes.of(ring.vectors[: min(ring.written, ring.size)])
    network.load_state_dict(torch.load(options.start, weights_only=True))
    network.turn.weight.data, network.turn.bias.data = axes.turned.T.clone(), -axes.middle @ axes.turned
    known = ring.counts[:, 0] > 0
    heads.directions.data[known] = axes(ring.sums[known] / ring.counts[known])
    return network, heads, axes


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
    rows, audio = read_index(options.index)
    sets = {f"so762-{seconds}": windows(rows, audio, "dev", "so762", seconds, 10) for seconds in (1.0, 2.0)}
    voices = len(NAMED) * len(voices_of(rows))
    ring = Ring(options, voices, Teacher(options.teacher))
    for _ in range(options.first):
        ring.hear()
    network, heads, axes = begun(options, ring, voices)
    parameters = [p for module in (network, heads) for p in module.parameters()]
    mean, optimizer = RunningMean(network, slack=0), torch.optim.AdamW(parameters, lr=options.rate, weight_decay=0.005)
    options.out.mkdir(parents=True, exist_ok=True)
    clock, sums = Clock(options), np.zeros(3)
    while clock.done < 1:
        rate_at(optimizer, options.rate, clock.step, clock.done, least=0.02)
        if fresh_due(clock.step, options):
            ring.hear()
        mel, target, voice = ring.pick(options.batch)
        with fast_products():
            last = network.last_frame(mel)
        vectors, named = network.turned(last.float()), voice >= 0
        margin_loss = (
            heads.margin_loss(vectors[named], voice[named], MARGIN * min(1, clock.done * 4))
            if named.any()
            else vectors.sum() * 0
        )
        teacher_loss = (1 - F.cosine_similarity(vectors, axes(target))).mean()
        weight = options.margin_weight + (options.last_margin_weight - options.margin_weight) * clock.done
        optimizer.zero_grad()
        (weight * margin_loss + teacher_loss).backward()
        nn.utils.clip_grad_norm_(parameters, 2.0)
        optimizer.step()
        mean.follow(network)
        sums += [margin_loss.item(), teacher_loss.item(), 1]
        if clock.tick():
            kept = {"network": mean.network.state_dict(), "raw": network.state_dict(), "heads": heads.state_dict()}
            torch.save(kept | {"axes": [axes.middle, axes.turned]}, options.out / "final.pt")
            found = {name: round(value, 4) for name, value in dev_error(mean.network, sets).items()}
            clock.report(
                crops=ring.written, margin=round(sums[0] / sums[2], 3), teacher=round(sums[1] / sums[2], 4), **found
            )
            sums = np.zeros(3)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_crop_options(parser)
    begin = parser.add_mutually_exclusive_group(required=True)
    begin.add_argument("--start", type=Path, help="network of imitate.py")
    begin.add_argument("--resume", type=Path, help="continue from a file of this script")
    parser.add_argument("--minutes", type=float, default=38)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--replay", type=int, default=6, help="about how often a crop is learned from")
    parser.add_argument("--ring", type=int, default=24_000)
    parser.add_argument("--first", type=int, default=30, help="batches heard before the first step")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--margin-weight", type=float, default=0.05)
    parser.add_argument("--last-margin-weight", type=float, default=0.1, help="reached at the end")
    parser.add_argument("--out", type=Path, required=True)
    train(parser.parse_args())
