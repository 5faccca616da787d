"""Writes test/bargein/backchannel-words.json: the numbers of a few texts, for the TypeScript test."""

import json
import sys

from .backchannel_words import word_numbers

CASES = [
    (None, 0.4, 0.4, False),
    ("", 0.2, 0.2, False),
    ("Okay.", 0.3, 0.3, False),
    ("Okay.", 0.4, 0.3, True),
    ("Mm-hmm, right", 0.6, 0.5, False),
    ("Yeah, but I don't", 0.8, 0.8, False),
    ("Wait! I'd like another one of those things please", 0.5, 0.5, False),
    ("You", 0.4, 0.2, True),
    ("\u8c22\u8c22", 0.3, 0.3, False),
]
json.dump(
    [
        dict(text=t, sinceOnsetSec=a, speechSec=s, ended=e, numbers=word_numbers(t, a, s, e).tolist())
        for t, a, s, e in CASES
    ],
    open(sys.argv[1], "w"),
    indent=0,
)
