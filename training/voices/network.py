"""The speaker embedding network: three LSTM layers of 256 units on 40 mel bands, as in GE2E (Wan 2018).

Samples -> level and power mel (front_end.py) -> LSTM -> state at the last frame -> 256 numbers of unit length,
centred and turned into 160. About 1.5 M parameters. It is an LSTM and not an ECAPA-TDNN, so that each layer can learn
from one of the teacher's.
"""

import torch
from torch import nn

from .front_end import PowerMel

MELS, WIDTH, LAYERS, EMBEDDING = 40, 256, 3, 160


def unit(vectors):
    return vectors / torch.sqrt((vectors * vectors).sum(dim=1, keepdim=True) + 1e-9)


def lstm_layers():
    """Layers of the network and of its teacher: [batch, frames, MELS] -> [batch, frames, WIDTH], one after another."""
    return nn.ModuleList(nn.LSTM(WIDTH if k else MELS, WIDTH, batch_first=True) for k in range(LAYERS))


class SpeakerNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        self.mel = PowerMel()
        self.layers = lstm_layers()
        self.linear, self.turn = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, EMBEDDING)
        self.register_buffer("scale", torch.ones(MELS))

    def last_frame(self, mel):
        """[batch, frames, MELS] -> [batch, WIDTH]"""
        x = mel / self.scale
        for layer in self.layers:
            x, _ = layer(x)
        return x[:, -1]

    def projected(self, last):
        """Projects the last state, as Teacher.projected does: [..., WIDTH] -> [..., WIDTH], not yet of unit length."""
        return torch.relu(self.linear(last))

    def turned(self, last):
        """State at the last frame [batch, WIDTH] -> [batch, EMBEDDING], not yet of unit length."""
        return self.turn(unit(self.projected(last)))

    def forward(self, samples):
        """[batch, samples] float32 in -1..1 -> [batch, EMBEDDING] of unit length."""
        return unit(self.turned(self.last_frame(self.mel(samples))))
