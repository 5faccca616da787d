"""The made windows that segmentation.py learns from: files that may still grow, and what varies while it learns."""

import numpy as np
import torch

from .conversations import MELS

DECIBEL = np.log(10) / 10


def read(path):
    found = np.load(path)
    windows, frames, people = found["labels"].shape
    pairs = found["labels"].reshape(windows, frames // 2, 2, people)
    return torch.tensor(found["features"]), torch.tensor(pairs.mean(axis=2) >= 0.5)


class Windows:
    """The windows of every finished file of a folder; more may come while the network trains."""

    def __init__(self, folder):
        self.folder, self.known = folder, {}
        self.read_new()

    def read_new(self):
        for path in sorted(self.folder.glob("train*.npz")):
            if ".part" not in path.name and path not in self.known:
                self.known[path] = read(path)
        self.mel = torch.cat([mel for mel, _ in self.known.values()])
        self.labels = torch.cat([labels for _, labels in self.known.values()])
        people = self.labels.any(dim=1).sum(dim=1)
        self.silent, self.single = (torch.nonzero(people == count)[:, 0] for count in (0, 1))

    def batch(self, some, rng):
        """Windows: some over the sound of one in which nobody speaks, some under another person, some shorter."""
        mel, labels = self.mel[some].float(), self.labels[some]
        for number in range(len(mel)):
            kind = rng.random()
            if kind < 0.4 and len(self.silent):
                mel[number] = added(mel[number], self.drawn(self.silent, rng)[0], -rng.uniform(0, 40))
            elif kind < 0.75 and len(self.single):
                free = torch.nonzero(~labels[number].any(dim=0))[:, 0]
                if len(free):
                    other, who = self.drawn(self.single, rng)
                    mel[number] = added(mel[number], other, rng.uniform(-14, 6))
                    labels[number, :, free[0]] = who.any(dim=1)
        if rng.random() < 0.3:
            frames = int(rng.integers(25, labels.shape[1]))
            start = int(rng.integers(0, labels.shape[1] - frames))
            mel, labels = mel[:, 8 * start : 8 * (start + frames)], labels[:, start : start + frames]
        return masked(mel, rng), labels

    def drawn(self, numbers, rng):
        number = numbers[rng.integers(len(numbers))]
        return self.mel[number].float(), self.labels[number]


def added(mel, other, level_db):
    """The energies of two windows together, the other one at a level relative to the first."""
    return torch.logaddexp(mel, other + mel.exp().mean().log() - other.exp().mean().log() + level_db * DECIBEL)


def masked(mel, rng):
    """The windows with up to two bands of each at their quietest, half of them coloured by another microphone."""
    for one in mel:
        for _ in range(rng.integers(0, 3)):
            low = rng.integers(MELS)
            one[:, low : low + rng.integers(1, 7)] = one.min()
        if rng.random() < 0.5:
            one += torch.tensor(rng.normal(0, 0.4, MELS), dtype=torch.float32)
    return mel
