"""The language head: encoder frames of 3 s in, probabilities of the 14 languages and of "other" out."""

import torch
from torch import nn

from ..voices.network import AttentivePool
from .synthesise import PRODUCT

WIDTH = 288
CLASSES = [*PRODUCT, "other"]


class LanguageHead(nn.Module):
    def __init__(self, mean, deviation, channels=96, dropout=0.3):
        super().__init__()
        self.register_buffer("mean", torch.as_tensor(mean, dtype=torch.float32))
        self.register_buffer("deviation", torch.as_tensor(deviation, dtype=torch.float32))
        self.register_buffer("temperature", torch.ones(1))
        self.layers = nn.Sequential(
            nn.Conv1d(WIDTH, channels, 1), nn.BatchNorm1d(channels), nn.ReLU(), nn.Dropout(dropout),
            nn.Conv1d(channels, channels, 5, stride=2, padding=2), nn.BatchNorm1d(channels), nn.ReLU(),
            nn.Dropout(dropout),
            nn.Conv1d(channels, channels, 3, padding=2, dilation=2), nn.BatchNorm1d(channels), nn.ReLU(),
        )  # fmt: skip
        self.pool = AttentivePool(channels, 48)
        self.leave = nn.Sequential(nn.BatchNorm1d(2 * channels), nn.Dropout(dropout), nn.Linear(2 * channels, len(CLASSES)))

    def logits(self, frames):
        x = ((frames - self.mean) / self.deviation).transpose(1, 2)
        return self.leave(self.pool(self.layers(x)))

    def forward(self, frames):
        """[1, frames, 288] float32 -> [1, 15] probabilities, calibrated."""
        return torch.softmax(self.logits(frames) / self.temperature, dim=1)
