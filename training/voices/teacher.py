"""The Resemblyzer encoder (GE2E, Apache-2.0) as a teacher: what it says of a clean crop is a target for ours.

Needs the `resemblyzer` wheel's pretrained.pt (`pip download --no-deps resemblyzer`, unzip). The weights are
read for training only and never shipped. The mel front end is librosa's (Slaney scale), rebuilt in slaney.py.
"""

import torch
from torch import nn

from .slaney import slaney_filters

RATE, FFT, HOP, MELS = 16000, 400, 160, 40


class Teacher(nn.Module):
    def __init__(self, weights, precision=torch.float32):
        super().__init__()
        self.lstm = nn.LSTM(MELS, 256, 3, batch_first=True)
        self.linear = nn.Linear(256, 256)
        state = torch.load(weights, map_location="cpu", weights_only=True)["model_state"]
        self.load_state_dict({k: v for k, v in state.items() if k.startswith(("lstm", "linear"))})
        self.register_buffer("filters", torch.tensor(slaney_filters(MELS, FFT, RATE), dtype=torch.float32))
        self.register_buffer("taper", torch.hann_window(FFT))
        self.precision = precision
        self.lstm.to(precision)
        self.eval()

    @torch.inference_mode()
    def forward(self, samples):
        """[batch, samples] float32 -> [batch, 256] of unit length, levels set to -30 dBFS as upstream does."""
        level = samples.pow(2).mean(dim=1, keepdim=True).sqrt()
        samples = samples * (10 ** (-30 / 20) / (level + 1e-9))
        spectrum = torch.stft(
            samples, FFT, HOP, window=self.taper, center=True, pad_mode="constant", return_complex=True
        )
        mel = (self.filters @ spectrum.abs() ** 2).transpose(1, 2)
        _, (hidden, _) = self.lstm(mel.to(self.precision))
        raw = torch.relu(self.linear(hidden[-1].float()))
        return raw / (raw.norm(dim=1, keepdim=True) + 1e-9)
