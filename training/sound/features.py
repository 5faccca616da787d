"""How the end of speech sounds to Moonshine's encoder after its first layer: means of its frames (24 ms) over three spans before the
pause. src/eot/turn-sound.ts does the same."""

import numpy as np

from ..lid.windows import cut_encoder

LAYER, WIDTH, HEARD = 0, 288, 24000
# Frames from the end of a window that ends 0.2 s after speech: the last 0.1 s of speech, the 0.2 s and the 0.3 s before.
SPANS = [(-12, -8), (-20, -12), (-32, -20)]


def pooled(frames):
    """[frames, 288] -> [864]"""
    return np.concatenate([frames[a:b].mean(axis=0) for a, b in SPANS])


class Features:
    def __init__(self, encoder):
        self.encode = cut_encoder(encoder, LAYER)

    def __call__(self, samples):
        """The last 1.5 s of `samples` (16 kHz, ending 0.2 s after speech; silence before shorter sound) -> [864]"""
        last = samples[-HEARD:].astype(np.float32)
        return pooled(self.encode(np.pad(last, (HEARD - len(last), 0))))
