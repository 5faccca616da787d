"""Other fits on the same recordings: how far a figure may move if the models are trained again.

A policy that keeps its rate by one fit alone owes it to chance (`fusion.fit --read-most`, `--weights`).
"""

import zlib

import numpy as np


def drawn(rows, most, seed):
    """At most `most` of the pauses of read speech, drawn at random."""
    if most is None or len(rows) <= most:
        return rows
    places = np.random.default_rng(seed).choice(len(rows), most, replace=False)
    return [rows[i] for i in np.sort(places)]


def weighed(pauses, seed):
    """The pauses with random weights of mean 1 (a Bayesian bootstrap), the same for a pause and its recheck."""
    if seed is not None:
        pauses.weight = pauses.weight * [_weight(row, seed) for row in pauses.rows]
    return pauses


def _weight(row, seed):
    key = f"{row['call']} {row['speaker']} {row['end']:.2f}"
    return np.random.default_rng([seed, zlib.crc32(key.encode())]).exponential()
