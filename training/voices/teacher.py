"""The Resemblyzer encoder (GE2E, Apache-2.0) as a teacher: its layers' outputs for clean crops are targets for ours.

Needs pretrained.pt of the `resemblyzer` wheel (`pip download --no-deps resemblyzer`, unzip). The weights are read for
training only and never shipped.
"""

import torch
from torch import nn

from ..shared.teaching import PRODUCTS
from .front_end import PowerMel
from .network import WIDTH, lstm_layers


class Teacher(nn.Module):
    def __init__(self, weights):
        super().__init__()
        self.mel = PowerMel()
        self.layers = lstm_layers()
        self.linear = nn.Linear(WIDTH, WIDTH)
        state = torch.load(weights, map_location="cpu", weights_only=True)["model_state"]
        for k, layer in enumerate(self.layers):
            layer.load_state_dict(
                {f"{part}_l0": state[f"lstm.{part}_l{k}"] for part in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")}
            )
        self.linear.load_state_dict({part: state[f"linear.{part}"] for part in ("weight", "bias")})
        self.layers.to(PRODUCTS)
        self.eval()

    @torch.no_grad()
    def states(self, mel):
        """[batch, frames, MELS] -> [batch, frames, WIDTH] of every layer"""
        found = [mel]
        for layer in self.layers:
            found.append(layer(found[-1].to(PRODUCTS))[0])
        return [one.float() for one in found[1:]]

    @torch.no_grad()
    def projected(self, last):
        """Projects the state of the last layer: [..., WIDTH] -> [..., WIDTH], not yet of unit length."""
        return torch.relu(self.linear(last))

    @torch.no_grad()
    def forward(self, samples):
        """[batch, samples] float32 -> [batch, WIDTH] of unit length."""
        raw = self.projected(self.states(self.mel(samples))[-1][:, -1])
        return raw / (raw.norm(dim=1, keepdim=True) + 1e-9)
