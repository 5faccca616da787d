"""How the end of speech sounds to Moonshine's encoder after its first layer, as src/eot/turn-sound.ts has it.

The features are means of frames (24 ms) over three spans before the pause.
"""

import numpy as np

from ..lid.windows import cut_encoder

LAYER, WIDTH, HEARD = 0, 288, 24000
# Frames counted from the end of a window that ends 0.2 s after speech: the last 0.1 s of speech, and the 0.2 s and 0.3
# s before that.
SPANS = [(-12, -8), (-20, -12), (-32, -20)]


def pooled(frames):
    """[frames, 288] -> [864]"""
    return np.concatenate([frames[a:b].mean(axis=0) for a, b in SPANS])


class Features:
    def __init__(self, encoder):
        self.encode = cut_encoder(encoder, LAYER)

    def __call__(self, samples):
        """The last 1.5 s of `samples` (16 kHz, ending 0.2 s after speech) -> [864]. Shorter sound gets silence before
        it.
        """
        last = samples[-HEARD:].astype(np.float32)
        return pooled(self.encode(np.pad(last, (HEARD - len(last), 0))))
