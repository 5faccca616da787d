"""The listener: a small transformer on Moonshine tiny's frames after its second and fourth layers, and a language head on its means.

It is taught (distil.py) what the encoder inside Smart Turn v3.2 makes of the same sound, from noisier copies of it, so that what
an encoder of many languages hears is there without its file. Two Moonshine frames (48 ms) are one of its own.
"""

import torch
from torch import nn
from torch.nn import functional

from .network import CLASSES

MOONSHINE_WIDTH, WIDTH, TEACHER_WIDTH = 288, 320, 384


class Block(nn.Module):
    """Attention, a depthwise convolution over nine frames, and two layers: each added to what came in."""

    def __init__(self, width, heads, inner):
        super().__init__()
        self.heads = heads
        self.attention_norm, self.convolution_norm, self.inner_norm = (nn.LayerNorm(width) for _ in range(3))
        self.queries_keys_values, self.attended = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.convolution, self.mixed = nn.Conv1d(width, width, 9, padding=4, groups=width), nn.Linear(width, width)
        self.inner, self.outer = nn.Linear(width, inner), nn.Linear(inner, width)

    def forward(self, x):
        batch, frames, width = x.shape
        parts = self.queries_keys_values(self.attention_norm(x)).chunk(3, dim=2)
        queries, keys, values = (part.reshape(batch, frames, self.heads, width // self.heads).transpose(1, 2) for part in parts)
        heard = functional.scaled_dot_product_attention(queries, keys, values)
        x = x + self.attended(heard.transpose(1, 2).reshape(batch, frames, width)).float()
        near = self.convolution(self.convolution_norm(x).transpose(1, 2)).transpose(1, 2)
        x = x + self.mixed(functional.gelu(near)).float()
        return x + self.outer(functional.gelu(self.inner(self.inner_norm(x)))).float()


class Listener(nn.Module):
    """[batch, n, 576] Moonshine frames -> [batch, n / 2, 320]; `frames` and `summary` turn these into the teacher's."""

    def __init__(self, heads=5, inner=1024, layers=4):
        super().__init__()
        self.enter = nn.Linear(4 * MOONSHINE_WIDTH, WIDTH)
        self.position = nn.Conv1d(WIDTH, WIDTH, 15, padding=7, groups=WIDTH)
        self.blocks = nn.ModuleList(Block(WIDTH, heads, inner) for _ in range(layers))
        self.norm = nn.LayerNorm(WIDTH)
        self.frames, self.summary = nn.Linear(WIDTH, TEACHER_WIDTH), nn.Linear(2 * WIDTH, 2 * TEACHER_WIDTH)
        self.register_buffer("middle", torch.zeros(2 * MOONSHINE_WIDTH))
        self.register_buffer("deviation", torch.ones(2 * MOONSHINE_WIDTH))

    def forward(self, frames):
        x = ((frames - self.middle) / self.deviation).clamp(-6, 6)
        batch, count, width = x.shape
        x = x[:, : count // 2 * 2].reshape(batch, count // 2, 2 * width)
        x = self.enter(x).float()
        x = x + functional.gelu(self.position(x.transpose(1, 2)).transpose(1, 2)).float()
        for block in self.blocks:
            x = block(x)
        return self.norm(x)


def pooled(frames):
    """[batch, n, width] -> [batch, 2 width]: mean and deviation over the frames."""
    mean = frames.mean(dim=1)
    return torch.cat([mean, ((frames - mean[:, None]) ** 2).mean(dim=1).add(1e-6).sqrt()], dim=1)


class LanguageListener(nn.Module):
    """What ships: Moonshine's frames in, calibrated probabilities in the order of CLASSES out."""

    def __init__(self, listener, weight, bias, temperature):
        super().__init__()
        self.listener, self.linear = listener, nn.Linear(2 * WIDTH, len(CLASSES))
        self.linear.weight.data = torch.as_tensor(weight / temperature, dtype=torch.float32)
        self.linear.bias.data = torch.as_tensor(bias / temperature, dtype=torch.float32)

    def forward(self, second, fourth):
        """Two of [1, n, 288], n at least 2 -> [1, 15]"""
        return torch.softmax(self.linear(pooled(self.listener(torch.cat([second, fourth], dim=2)))), dim=1)
