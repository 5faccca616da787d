"""Numbers that say whether the words since an onset are a backchannel, as src/bargein/backchannel-words.ts has them."""

import re

import numpy as np

BACKCHANNEL_WORDS = set(
    "uh huh um hum mm mhm hmm hm yeah yep yup yes ok okay right alright sure oh ah all i see "
    "got it great good perfect cool wow really exactly goodness".split()
)
SOME_SEC, MANY_SEC = 0.35, 0.45
"""Seconds from which the words weigh more. Earlier, a recogniser has only half a word."""


def word_numbers(text, after, speech, ended):
    """[19]: five numbers for the words, three times, and three for the time.

    1 (a recogniser runs), then: no words; backchannel words only; a backchannel word first; other words; all
    words. The same five again from SOME_SEC on, and from MANY_SEC on. Then seconds since the onset, seconds of
    speech, whether it ended. All are zero if no recogniser runs (text None).
    """
    if text is None:
        return np.zeros(19)
    words = re.findall(r"[a-z']+", text.lower())
    other = sum(w not in BACKCHANNEL_WORDS for w in words)
    said = np.array(
        [
            not words,
            bool(words) and other == 0,
            bool(words) and words[0] in BACKCHANNEL_WORDS,
            min(other, 4) / 2,
            min(len(words), 6) / 3,
        ],
        float,
    )
    return np.concatenate(
        [[1.0], said, said * (after >= SOME_SEC), said * (after >= MANY_SEC), [after, speech, float(ended)]]
    )
