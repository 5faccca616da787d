"""The speaker embedding network: a small ECAPA-TDNN (Desplanques 2020) at 20 ms frames.

log-mel -> strided convolution -> three SE-Res2 blocks -> aggregation -> attentive mean and deviation ->
160 numbers of unit length. About 1.1 M parameters.
"""

import torch
from torch import nn

from .front_end import MELS, LogMel

EMBEDDING = 160


class Res2Block(nn.Module):
    def __init__(self, channels, dilation, scale=4):
        super().__init__()
        self.scale, part = scale, channels // scale
        self.enter = nn.Sequential(nn.Conv1d(channels, channels, 1), nn.BatchNorm1d(channels), nn.ReLU())
        self.steps = nn.ModuleList(
            nn.Sequential(
                nn.Conv1d(part, part, 3, padding=dilation, dilation=dilation), nn.BatchNorm1d(part), nn.ReLU()
            )
            for _ in range(scale - 1)
        )
        self.leave = nn.Sequential(nn.Conv1d(channels, channels, 1), nn.BatchNorm1d(channels))
        self.squeeze = nn.Sequential(
            nn.Conv1d(channels, 32, 1), nn.ReLU(), nn.Conv1d(32, channels, 1), nn.Sigmoid()
        )

    def forward(self, x):
        parts = self.enter(x).chunk(self.scale, dim=1)
        done, carry = [parts[0]], parts[0]
        for index, step in enumerate(self.steps):
            carry = step(parts[index + 1] + carry if index else parts[index + 1])
            done.append(carry)
        y = self.leave(torch.cat(done, dim=1))
        return torch.relu(x + y * self.squeeze(y.mean(dim=2, keepdim=True)))


class AttentivePool(nn.Module):
    """[batch, channels, frames] -> [batch, 2 channels]: weighted mean and deviation over frames."""

    def __init__(self, channels, inner=64):
        super().__init__()
        self.score = nn.Sequential(
            nn.Conv1d(channels * 2, inner, 1), nn.Tanh(), nn.Conv1d(inner, channels, 1)
        )

    def forward(self, x):
        context = x.mean(dim=2, keepdim=True).expand_as(x)
        weight = torch.softmax(self.score(torch.cat([x, context], dim=1)), dim=2)
        mean = (x * weight).sum(dim=2)
        variance = (x * x * weight).sum(dim=2) - mean * mean
        return torch.cat([mean, torch.sqrt(variance.clamp(min=1e-4))], dim=1)


class SpeakerNetwork(nn.Module):
    def __init__(self, channels=256, aggregate=384, embedding=EMBEDDING):
        super().__init__()
        self.log_mel = LogMel()
        self.enter = nn.Sequential(
            nn.Conv1d(MELS, channels, 5, stride=2, padding=2), nn.BatchNorm1d(channels), nn.ReLU()
        )
        self.blocks = nn.ModuleList(Res2Block(channels, dilation) for dilation in (1, 2, 3))
        self.aggregate = nn.Sequential(nn.Conv1d(channels * 3, aggregate, 1), nn.ReLU())
        self.pool = AttentivePool(aggregate)
        self.leave = nn.Sequential(
            nn.BatchNorm1d(aggregate * 2), nn.Linear(aggregate * 2, embedding), nn.BatchNorm1d(embedding)
        )

    def pooled(self, log_mel):
        """[batch, MELS, frames] -> [batch, 2 aggregate]: attentive mean and deviation."""
        x = self.enter(log_mel - log_mel.mean(dim=2, keepdim=True))
        outputs = []
        for block in self.blocks:
            x = block(x)
            outputs.append(x)
        return self.pool(self.aggregate(torch.cat(outputs, dim=1)))

    def embed(self, log_mel):
        """[batch, MELS, frames] -> [batch, embedding], not yet of unit length."""
        return self.leave(self.pooled(log_mel))

    def forward(self, samples):
        """[batch, samples] float32 in -1..1 -> [batch, embedding] of unit length."""
        vector = self.embed(self.log_mel(samples))
        return vector / torch.sqrt((vector * vector).sum(dim=1, keepdim=True) + 1e-9)
