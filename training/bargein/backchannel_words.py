"""What the words heard since an onset say about it, the same in `src/bargein/listener-words.ts`."""
import re

import numpy as np

LISTENER = set("uh huh um hum mm mhm hmm hm yeah yep yup yes ok okay right alright sure oh ah all i see got it great good perfect cool wow really exactly goodness".split())
SOME_SEC, MANY_SEC = 0.35, 0.45
"""From when on the words weigh more: before, a recogniser has heard half a word."""


def word_numbers(text, after, speech, ended):
    """[19]: heard at all; no word, listener's words only, one of them first, other words, words; the same once there is some sound
    and once there is more; time. All zero where nobody listened (text None)."""
    if text is None:
        return np.zeros(19)
    words = re.findall(r"[a-z']+", text.lower())
    other = sum(w not in LISTENER for w in words)
    said = np.array([not words, bool(words) and other == 0, bool(words) and words[0] in LISTENER, min(other, 4) / 2, min(len(words), 6) / 3], float)
    return np.concatenate([[1.0], said, said * (after >= SOME_SEC), said * (after >= MANY_SEC), [after, speech, float(ended)]])
