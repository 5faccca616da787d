"""The phone recogniser: from frames of the language encoder to phones, for languages without a recogniser of words.

Two convolutions over the frames, trained by connectionist temporal classification (Graves 2006): no frame has a label
of its own.
"""

import numpy as np
from torch import nn
from torch.nn import functional

from ..lid.language_encoder import WIDTH as HEARD
from .alphabet import PHONES

WIDTH, REACH, LAYERS, DROPPED = 256, 5, 2, 0.25
OUTPUTS = len(PHONES) + 1


class PhoneRecogniser(nn.Module):
    """Frames [batch, n, 384] -> logits [batch, n, 24]: the blank, then the phones."""

    def __init__(self):
        super().__init__()
        self.heard, self.narrow = nn.LayerNorm(HEARD), nn.Linear(HEARD, WIDTH)
        self.norms = nn.ModuleList(nn.LayerNorm(WIDTH) for _ in range(LAYERS))
        self.near = nn.ModuleList(nn.Conv1d(WIDTH, WIDTH, REACH, padding=REACH // 2) for _ in range(LAYERS))
        self.drop, self.out = nn.Dropout(DROPPED), nn.Linear(WIDTH, OUTPUTS)

    def forward(self, frames):
        x = functional.gelu(self.narrow(self.drop(self.heard(frames))))
        for norm, near in zip(self.norms, self.near):
            x = x + self.drop(functional.gelu(near(norm(x).transpose(1, 2)).transpose(1, 2)))
        return self.out(x)


def heard_phones(logits):
    """[n, 24] -> codes: the likeliest phone of each frame, without repetitions and blanks, as phonesOf of
    src/eot/turn-ending.ts.
    """
    best = logits.argmax(axis=-1)
    changed = np.concatenate([[True], best[1:] != best[:-1]])
    return [int(code) for code in best[changed] if code]


class Confusions:
    """What is heard for what: `counts` [24, 24], a row for each phone said, column 0 if nothing was heard; `added`
    [24].
    """

    def __init__(self):
        self.counts, self.added = np.zeros((OUTPUTS, OUTPUTS)), np.zeros(OUTPUTS)

    def compare(self, said, heard):
        """Counts the edits of the shortest way from `said` to `heard`."""
        steps = np.zeros((len(said) + 1, len(heard) + 1), int)
        steps[:, 0], steps[0] = range(len(said) + 1), range(len(heard) + 1)
        for i, mine in enumerate(said, 1):
            for j, theirs in enumerate(heard, 1):
                steps[i, j] = min(steps[i - 1, j] + 1, steps[i, j - 1] + 1, steps[i - 1, j - 1] + (mine != theirs))
        i, j = len(said), len(heard)
        while i or j:
            if i and j and steps[i, j] == steps[i - 1, j - 1] + (said[i - 1] != heard[j - 1]):
                i, j = i - 1, j - 1
                self.counts[said[i], heard[j]] += 1
            elif i and steps[i, j] == steps[i - 1, j] + 1:
                i -= 1
                self.counts[said[i], 0] += 1
            else:
                j -= 1
                self.added[heard[j]] += 1

    @property
    def error_rate(self):
        return float((self.counts.sum() - np.trace(self.counts) + self.added.sum()) / max(1, self.counts.sum()))
