"""A second task while the text head trains: which word comes next.

It teaches which words go together. It is not shipped.
"""

from collections import Counter

import torch
from torch import nn

from .words import ids, words

COMMON = 4000
SHARE = 0.4
"""Share of the places of a batch that are asked for their next word."""
UNKNOWN = -100


class NextWord(nn.Module):
    """Guesses the next word from a state of `width` numbers, among the COMMON most common words of `texts`."""

    def __init__(self, texts, width):
        super().__init__()
        count = Counter(word for text in texts for word in words(text))
        self.index = {ids(word): i for i, (word, _) in enumerate(count.most_common(COMMON))}
        self.out = nn.Linear(width, len(self.index))

    def loss(self, states, found, rng):
        """Mean nats over places drawn with `rng`; states [batch, words, width], found [batch, words, 8]."""
        coming = [
            [self.index.get(tuple(word), UNKNOWN) if rng.random() < SHARE else UNKNOWN for word in row]
            for row in found[:, 1:].tolist()
        ]
        coming = torch.tensor(coming)
        asked = coming != UNKNOWN
        return nn.functional.cross_entropy(self.out(states[:, :-1][asked]), coming[asked])
