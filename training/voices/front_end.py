"""Front ends as plain tensor operations, exported inside a network's own graph. Input: samples at 16 kHz.

A gain on the input changes nothing. `PowerMel`, of the embedder and its teacher, sets the level to -30 dBFS.
`LogMel`, of the cepstral statistics that evaluate.py compares with, is relative to the mean of the window.
`SlaneyMel` is what `PowerMel` and the language encoder's `WhisperMel` (lid/language_encoder.py) have in common.
"""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from .slaney import slaney_filters

RATE, WINDOW, HOP, FFT = 16000, 400, 160, 512
MELS, LOW_HZ, HIGH_HZ = 64, 60.0, 7600.0
FLOOR = 1e-5  # of the mean mel energy of the window


def mel_filters(bins=FFT // 2 + 1, mels=MELS, low=LOW_HZ, high=HIGH_HZ, oversample=16):
    """[mels, bins] triangles averaged over each bin's width, so that narrow low filters are never empty."""

    def to_mel(hz):
        return 2595 * np.log10(1 + hz / 700)

    edges = np.linspace(to_mel(low), to_mel(high), mels + 2)
    width = RATE / 2 / (bins - 1)
    points = (np.arange(bins * oversample) + 0.5) / oversample * width - width / 2
    position = to_mel(np.maximum(points, 0))
    rise = (position[None] - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    fall = (edges[2:, None] - position[None]) / (edges[2:] - edges[1:-1])[:, None]
    triangles = np.maximum(0, np.minimum(rise, fall))
    return triangles.reshape(mels, bins, oversample).mean(axis=2).astype(np.float32)


class LogMel(nn.Module):
    """[batch, samples] float32 in -1..1 -> [batch, MELS, frames], natural log of the relative mel energy."""

    def __init__(self):
        super().__init__()
        time, frequency = np.arange(WINDOW), np.arange(FFT // 2 + 1)
        angle = 2 * np.pi * frequency[:, None] * time[None] / FFT
        taper = np.hanning(WINDOW)[None]
        basis = np.concatenate([np.cos(angle) * taper, np.sin(angle) * taper])[:, None]
        self.register_buffer("basis", torch.tensor(basis, dtype=torch.float32))
        self.register_buffer("filters", torch.tensor(mel_filters())[:, :, None])

    def forward(self, samples):
        spectrum = torch.conv1d(samples[:, None], self.basis, stride=HOP)
        real, imaginary = spectrum.chunk(2, dim=1)
        energy = torch.conv1d(real * real + imaginary * imaginary, self.filters)
        mean = energy.mean(dim=(1, 2), keepdim=True)
        return torch.log(energy / (mean + 1e-9) + FLOOR)


class SlaneyMel(nn.Module):
    """Mel power as librosa has it (periodic Hann, Slaney scale). Its tensors are computed anew and stand in no
    checkpoint.
    """

    def __init__(self, mels):
        super().__init__()
        angle = 2 * np.pi * np.arange(WINDOW // 2 + 1)[:, None] * np.arange(WINDOW)[None] / WINDOW
        taper = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)
        basis = np.concatenate([np.cos(angle) * taper, -np.sin(angle) * taper])[:, None]
        self.register_buffer("basis", torch.tensor(basis, dtype=torch.float32), persistent=False)
        filters = torch.tensor(slaney_filters(mels, WINDOW, RATE), dtype=torch.float32)
        self.register_buffer("filters", filters[:, :, None], persistent=False)

    def power(self, samples, after=WINDOW // 2):
        """[batch, samples] -> [batch, mels, frames]. Frame t is 400 samples around sample 160 t.

        `after` samples of silence follow the input.
        """
        spectrum = torch.conv1d(functional.pad(samples, (WINDOW // 2, after))[:, None], self.basis, stride=HOP)
        real, imaginary = spectrum.chunk(2, dim=1)
        return torch.conv1d(real * real + imaginary * imaginary, self.filters)


class PowerMel(SlaneyMel):
    """[batch, samples] -> [batch, 1 + samples / 160, 40], mel power at -30 dBFS, as Resemblyzer has it."""

    def __init__(self, mels=40, level_db=-30.0):
        super().__init__(mels)
        self.level = 10 ** (level_db / 20)

    def forward(self, samples):
        return self.power(
            samples * (self.level / ((samples * samples).mean(dim=1, keepdim=True).sqrt() + 1e-9))
        ).transpose(1, 2)
