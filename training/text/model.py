"""The text head: the probability that a turn is over after each word. Hashed word embeddings, a GRU, a small head.

The GRU reads the turn before, then this turn, and never looks ahead.
"""

import numpy as np
import torch
from torch import nn

from .words import BUCKETS, CONTEXT_WORDS, IDS, TURN_WORDS, ids, words

CONTEXT_ROLE, TURN_ROLE = 0, 1


class TextModel(nn.Module):
    """ids [batch, words, 8] int64, role [batch, words] int64 -> logits [batch, words]."""

    def __init__(self, dim=96, hidden=320, dropout=0.1, buckets=BUCKETS):
        super().__init__()
        self.embedding = nn.Embedding(buckets, dim, padding_idx=0)
        self.role = nn.Embedding(2, dim)
        self.gru = nn.GRU(dim, hidden, batch_first=True)
        self.head = nn.Sequential(nn.Dropout(dropout), nn.Linear(hidden, 64), nn.ReLU(), nn.Linear(64, 1))
        self.drop = nn.Dropout(dropout)
        nn.init.normal_(self.embedding.weight, std=0.3)
        with torch.no_grad():
            self.embedding.weight[0] = 0

    def embed(self, ids, role):
        # Sum over the n-grams, divided by the root of their number: [batch, words, dim].
        present = (ids > 0).sum(-1, keepdim=True).clamp(min=1).to(torch.float32)
        return self.embedding(ids).sum(-2) / present.sqrt() + self.role(role)

    def states(self, ids, role):
        return self.gru(self.drop(self.embed(ids, role)))[0]

    def forward(self, ids, role):
        return self.head(self.states(ids, role))[..., 0]


def sequence(context, turn, language=None, buckets=BUCKETS):
    """Words to (ids [n, 8], role [n]). An empty word marks the beginning of the turn.

    The first word is the language's code, for a head that reads several languages.
    """
    context, turn = context[-CONTEXT_WORDS:], turn[-TURN_WORDS:]
    if language:
        context = [f"\x00{language}", *context]
    parts = [ids(w, buckets) for w in [*context, "\x00turn", *turn]]
    role = [CONTEXT_ROLE] * len(context) + [TURN_ROLE] * (len(turn) + 1)
    return np.array(parts, np.int64).reshape(-1, IDS), np.array(role, np.int64)


def load(path):
    """The head with the weights of a .pt file."""
    weights = torch.load(path)
    (buckets, dim), hidden = weights["embedding.weight"].shape, weights["gru.weight_hh_l0"].shape[1]
    model = TextModel(dim, hidden, buckets=buckets)
    model.load_state_dict(weights)
    return model


def score(model, pairs):
    """Logits after the last word of each (text of the turn before, text of the turn)."""
    return score_words(model, [(words(context), words(turn)) for context, turn in pairs])


@torch.no_grad()
def score_words(model, pauses):
    """Logits after the last word of each (words of the turn before, words of the turn, ...)."""
    model.eval()
    out = []
    for context, turn, *_ in pauses:
        i, r = sequence(context, turn)
        out.append(float(model(torch.from_numpy(i)[None], torch.from_numpy(r)[None])[0, -1]))
    return np.array(out)


@torch.no_grad()
def score_spoken(model, pauses):
    """Logits after the last word of each (language, words of the turn before, words of the turn), of a head that reads
    several languages.
    """
    model.eval()
    out = []
    for language, context, turn in pauses:
        i, r = sequence(context, turn, language, model.embedding.num_embeddings)
        out.append(float(model(torch.from_numpy(i)[None], torch.from_numpy(r)[None])[0, -1]))
    return np.array(out)
