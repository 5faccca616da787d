"""The segmentation network: frames of Moonshine tiny's first layer -> nobody, one person, or two and more speak.

A linear layer, a convolution that halves the frames, two bidirectional LSTM layers: 0.8 M weights. It sees 5 s.
"""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

WIDTH, INNER, HIDDEN, CLASSES = 288, 128, 128, 3
LENGTH = 80000  # samples of a window
STRIDE = 2
FRAME_SAMPLES = STRIDE * 384
FRAMES = 104
CENTRES = np.arange(FRAMES) * FRAME_SAMPLES + 192  # the sample in the middle of each frame


class SegmentationNetwork(nn.Module):
    """[batch][frames][WIDTH] -> [batch][frames / STRIDE][CLASSES] log-probabilities."""

    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(WIDTH))
        self.register_buffer("spread", torch.ones(WIDTH))
        self.enter = nn.Linear(WIDTH, INNER)
        self.near = nn.Conv1d(INNER, INNER, 5, stride=STRIDE, padding=2)
        self.recurrent = nn.LSTM(INNER, HIDDEN, 2, bidirectional=True, batch_first=True, dropout=0.15)
        self.hidden = nn.Linear(2 * HIDDEN, 96)
        self.leave = nn.Linear(96, CLASSES)
        self.dropout = nn.Dropout(0.1)

    def forward(self, frames):
        inner = functional.gelu(self.enter(self.dropout((frames - self.mean) / self.spread)))
        inner = functional.gelu(self.near(inner.transpose(1, 2))).transpose(1, 2)
        inner, _ = self.recurrent(inner)
        return functional.log_softmax(self.leave(functional.gelu(self.hidden(self.dropout(inner)))).float(), dim=-1)
