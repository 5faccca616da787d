"""Masks that part two voices which speak at once. The network is told how both of them sound.

Spectra of 32 ms every 16 ms. Four convolutions over time and frequency halve the frequencies each, eight dilated
convolutions look over time, four convolutions lead back; what each level knew on the way down is added on the way up.
The embeddings of both voices (models/voice-lstm) scale and shift the channels of most layers. 2.8 M weights.
"""

import numpy as np
import torch
from torch import nn

WINDOW, HOP, BINS = 512, 256, 256
EMBEDDING, VOICE, WIDTH = 160, 64, 256
CHANNELS = (16, 32, 48, 64)
COARSE = BINS >> len(CHANNELS)
DILATIONS = (1, 2, 4, 8, 16, 32, 2, 8)


def taper():
    return torch.sqrt(torch.hann_window(WINDOW))


def spectra(samples):
    """[batch, samples] -> [batch, BINS, samples / HOP + 1] complex, without the mean."""
    return torch.stft(samples, WINDOW, HOP, WINDOW, taper(), center=True, pad_mode="constant", return_complex=True)[
        :, 1:
    ]


def sounds(found, length):
    """What `spectra` came from: [batch, BINS, frames] complex -> [batch, length]"""
    whole = torch.cat([torch.zeros_like(found[:, :1]), found], 1)
    return torch.istft(whole, WINDOW, HOP, WINDOW, taper(), center=True, length=length)


def log_power(power):
    """[batch, BINS, frames] -> [batch, 1, frames, BINS], log of the power against the mean of the window, scaled."""
    relative = power / (power.mean((1, 2), keepdim=True) + 1e-9)
    return (torch.log(relative + 1e-4).transpose(1, 2)[:, None] + 4) / 3


class Told(nn.Module):
    """Scales and shifts channels by what is known of both voices."""

    def __init__(self, channels):
        super().__init__()
        self.linear = nn.Linear(2 * VOICE, 2 * channels)
        nn.init.normal_(self.linear.weight, std=0.05)
        nn.init.zeros_(self.linear.bias)

    def forward(self, x, voices):
        scale, shift = self.linear(voices).chunk(2, 1)
        shape = (x.shape[0], x.shape[1]) + (1,) * (x.dim() - 2)
        return x * (1 + scale.view(shape)) + shift.view(shape)


class Glance(nn.Module):
    """One dilated convolution over time, added to its input."""

    def __init__(self, dilation):
        super().__init__()
        self.norm, self.told = nn.BatchNorm1d(WIDTH), Told(WIDTH)
        self.convolution = nn.Conv1d(WIDTH, WIDTH, 3, padding=dilation, dilation=dilation)

    def forward(self, x, voices):
        return x + self.convolution(torch.relu(self.told(self.norm(x), voices)))


class Down(nn.Module):
    def __init__(self, channels, wanted, kernel, is_told):
        super().__init__()
        self.convolution = nn.Conv2d(channels, wanted, kernel, (1, 2), (kernel[0] // 2, kernel[1] // 2))
        self.norm, self.told = nn.BatchNorm2d(wanted), Told(wanted) if is_told else None

    def forward(self, x, voices):
        x = self.norm(self.convolution(x))
        return torch.relu(self.told(x, voices) if self.told else x)


class Up(nn.Module):
    def __init__(self, channels, wanted, frames):
        super().__init__()
        self.convolution = nn.Conv2d(channels, 2 * wanted, (frames, 3), 1, (frames // 2, 1))
        self.norm, self.told = nn.BatchNorm2d(wanted), Told(wanted)

    def forward(self, x, voices, before):
        return torch.relu(self.told(self.norm(finer(self.convolution(x))), voices) + before)


def finer(x):
    """[batch, 2 channels, frames, bins] -> [batch, channels, frames, 2 bins]"""
    batch, channels, frames, bins = x.shape
    parts = x.view(batch, channels // 2, 2, frames, bins)
    return parts.permute(0, 1, 3, 4, 2).reshape(batch, channels // 2, frames, 2 * bins)


class SeparationNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        one, two, three, four = CHANNELS
        self.voice = nn.Sequential(nn.Linear(EMBEDDING, 128), nn.ReLU(), nn.Linear(128, VOICE))
        self.down = nn.ModuleList(
            [
                Down(1, one, (3, 5), False),
                Down(one, two, (3, 3), True),
                Down(two, three, (3, 3), True),
                Down(three, four, (3, 3), False),
            ]
        )
        self.enter, self.leave = nn.Conv1d(four * COARSE, WIDTH, 1), nn.Conv1d(WIDTH, four * COARSE, 1)
        self.glances = nn.ModuleList(Glance(dilation) for dilation in DILATIONS)
        self.norm = nn.BatchNorm2d(four)
        self.up = nn.ModuleList([Up(four, three, 1), Up(three, two, 1), Up(two, one, 3)])
        self.last = nn.Conv2d(one, 6, 3, 1, 1)

    def forward(self, features, first, second):
        """[batch, 1, frames, BINS], embeddings [batch, EMBEDDING] twice -> [batch, 3, frames, BINS]

        Shares of each bin, of sum 1: the first voice's, the second's, and what is neither.
        """
        voices = torch.cat([self.voice(first), self.voice(second)], 1)
        x, before = features.contiguous(memory_format=torch.channels_last), []
        for layer in self.down:
            x = layer(x, voices)
            before.append(x)
        coarse = before.pop()
        batch, channels, frames, bins = coarse.shape
        x = self.enter(coarse.permute(0, 1, 3, 2).reshape(batch, channels * bins, frames))
        for glance in self.glances:
            x = glance(x, voices)
        x = self.leave(x).view(batch, channels, bins, frames).permute(0, 1, 3, 2)
        x = torch.relu(self.norm(x) + coarse)
        for layer in self.up:
            x = layer(x, voices, before.pop())
        return torch.softmax(finer(self.last(x)).float(), 1)


class Shipped(nn.Module):
    """samples [1, n], n a multiple of HOP; voices [1, 2, EMBEDDING] -> [1, 2, n]"""

    def __init__(self, network):
        super().__init__()
        self.network = network
        angle = 2 * np.pi * np.arange(1, BINS + 1)[:, None] * np.arange(WINDOW)[None] / WINDOW
        waves = np.concatenate([np.cos(angle), -np.sin(angle)]) * taper().numpy()
        # Every bin but the last stands for two.
        scale = np.where(np.arange(2 * BINS) % BINS == BINS - 1, 1, 2)[:, None] / WINDOW
        self.register_buffer("waves", torch.tensor(waves[:, None], dtype=torch.float32))
        self.register_buffer("inverse", torch.tensor((waves * scale)[:, None], dtype=torch.float32))

    def forward(self, samples, voices):
        half = WINDOW // 2
        found = torch.conv1d(nn.functional.pad(samples, (half, half))[:, None], self.waves, stride=HOP)
        real, imaginary = found.chunk(2, 1)
        masks = self.network(log_power(real * real + imaginary * imaginary), voices[:, 0], voices[:, 1])
        masks = masks.transpose(2, 3)
        parted = []
        for voice in range(2):
            masked = torch.cat([real * masks[:, voice], imaginary * masks[:, voice]], 1)
            parted.append(torch.conv_transpose1d(masked, self.inverse, stride=HOP)[:, :, half:-half])
        return torch.cat(parted, 1)
