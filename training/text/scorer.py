"""The text head as a function of pairs of texts, from its checkpoint or from the file that ships."""

from collections.abc import Callable, Iterable
from functools import partial

import numpy as np

from ..shared.audio import session
from .model import load, score, sequence
from .words import words

Scorer = Callable[[Iterable[tuple[str, str]]], np.ndarray]
"""Logits after the last word of each (text of the turn before, text of the turn)."""


def scorer(path: str) -> Scorer:
    """Reads a checkpoint (.pt) or an exported head (.onnx), whose weights are rounded as in the product."""
    return partial(exported, session(path)) if path.endswith(".onnx") else partial(score, load(path))


def exported(model, pairs):
    return np.array([_logit(model, *pair) for pair in pairs])


def _logit(model, context, turn):
    ids, role = sequence(words(context), words(turn))
    return float(model.run(None, {"ids": ids[None], "role": role[None]})[0].ravel()[0])
