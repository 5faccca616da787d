"""The language encoder: a small transformer on log-mel, and a language head on the mean and deviation of its frames.

It has the shape of its teacher, the encoder inside Smart Turn v3.2 up to the third layer (smart_turn.py). The teacher
hears 8 s, with silence before the 3 s that count. Ours hears the 3 s alone; eight learned vectors in each block stand
for what it would have read of the silence.
"""

import torch
from torch import nn
from torch.nn import functional

from ..shared.teaching import fast_products
from ..voices.front_end import HOP, WINDOW, SlaneyMel
from .network import CLASSES
from .smart_turn import FRAME_SAMPLES, HEADS, WIDTH
from .smart_turn import WINDOW as TEACHERS_WINDOW
from .whisper_mel import MELS
from .windows import SAMPLES

INNER, LAYERS, SINKS = 1536, 3, 8
# Of a whole window: frames of log-mel, and frames of the blocks' output.
MEL_FRAMES, FRAMES = SAMPLES // HOP, SAMPLES // FRAME_SAMPLES


def gelu(x):
    return functional.gelu(x, approximate="tanh")


class WhisperMel(SlaneyMel):
    """[batch, n] samples -> [batch, 80, n / 160]: Whisper's log-mel, at the level that the samples have if silence
    before them makes 8 s.
    """

    def __init__(self):
        super().__init__(MELS)

    def forward(self, samples):
        sound = samples - samples.sum(dim=1, keepdim=True) / TEACHERS_WINDOW
        sound = sound / torch.sqrt((sound * sound).sum(dim=1, keepdim=True) / TEACHERS_WINDOW + 1e-7)
        level = torch.log10(torch.clamp(self.power(sound, after=WINDOW // 2 - HOP), min=1e-10))
        return (torch.maximum(level, level.amax(dim=(1, 2), keepdim=True) - 8) + 4) / 4


class Block(nn.Module):
    """Attention to the frames and to the learned vectors, then two layers. Each adds to its input."""

    def __init__(self):
        super().__init__()
        self.attention_norm, self.inner_norm = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.queries_keys_values, self.attended = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.inner, self.outer = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.sinks = nn.Parameter(torch.randn(SINKS, WIDTH))
        for last in (self.attended, self.outer):
            nn.init.normal_(last.weight, std=0.01)

    def forward(self, x):
        batch, frames, _ = x.shape
        read = torch.cat([self.sinks.expand(batch, -1, -1), self.attention_norm(x)], dim=1)
        parts = self.queries_keys_values(read).chunk(3, dim=2)
        queries, keys, values = (part.reshape(batch, -1, HEADS, WIDTH // HEADS).transpose(1, 2) for part in parts)
        alike = (queries[:, :, SINKS:] * (WIDTH // HEADS) ** -0.5) @ keys.transpose(2, 3)
        heard = torch.softmax(alike, dim=-1).to(values.dtype) @ values
        x = x + self.attended(heard.transpose(1, 2).reshape(batch, frames, WIDTH)).float()
        return x + self.outer(gelu(self.inner(self.inner_norm(x)))).float()


class LanguageEncoder(nn.Module):
    """[batch, n] samples, n at most 3 s -> [batch, n / 320, 384]"""

    def __init__(self):
        super().__init__()
        self.mel = WhisperMel()
        self.narrow, self.halve = nn.Conv1d(MELS, WIDTH, 3, padding=1), nn.Conv1d(WIDTH, WIDTH, 3, stride=2, padding=1)
        self.positions = nn.Parameter(torch.zeros(FRAMES, WIDTH))
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))

    def enter(self, mel):
        """[batch, 80, 2 n] -> [batch, n, 384]: the input of the first block. The last frame has the last position."""
        x = gelu(self.halve(gelu(self.narrow(mel)))).float().transpose(1, 2)
        return x + self.positions[FRAMES - x.shape[1] :]

    def of_mel(self, mel):
        x = self.enter(mel)
        for block in self.blocks:
            x = block(x)
        return x

    def forward(self, samples):
        return self.of_mel(self.mel(samples))


def pooled(frames):
    """[batch, n, width] -> [batch, 2 width]: mean and deviation over the frames."""
    mean = frames.mean(dim=1)
    return torch.cat([mean, ((frames - mean[:, None]) ** 2).mean(dim=1).add(1e-6).sqrt()], dim=1)


@torch.no_grad()
def explained(encoder, samples, target):
    """The share of the variance of the teacher's frames, and of their means and deviations, that the encoder
    explains.
    """

    def share(mine, theirs):
        return round(1 - float(((mine - theirs) ** 2 / theirs.var(dim=0)).mean()), 3)

    def flat(frames):
        return frames.reshape(-1, frames.shape[-1])

    with fast_products():
        ours = encoder(samples)
    width = target.shape[2]
    mine, theirs = pooled(ours), pooled(target)
    return [
        share(flat(ours), flat(target)),
        share(mine[:, :width], theirs[:, :width]),
        share(mine[:, width:], theirs[:, width:]),
    ]


class LanguageEncoderWithHead(nn.Module):
    """The shipped network: samples in, calibrated probabilities in the order of CLASSES out.

    The attribute `listener` gives the nodes of models/language-encoder their names. src/networks/shared-encoders.ts and
    training/phones/frames.py look them up.
    """

    def __init__(self, encoder, weight, bias, temperature):
        super().__init__()
        self.listener, self.linear = encoder, nn.Linear(2 * WIDTH, len(CLASSES))
        self.linear.weight.data = torch.as_tensor(weight / temperature, dtype=torch.float32)
        self.linear.bias.data = torch.as_tensor(bias / temperature, dtype=torch.float32)

    def forward(self, samples):
        """[1, n], n from 640 to 48 000 -> [1, 15]"""
        return torch.softmax(self.linear(pooled(self.listener(samples))), dim=1)
