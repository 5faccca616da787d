"""The log-mel that the teacher reads: Whisper's front end at unit variance, as src/dsp/whisper-mel.ts has it."""

import numpy as np

from ..voices.corpora import RATE
from ..voices.slaney import slaney_filters

FFT, HOP, MELS = 400, 160, 80
FILTERS = slaney_filters(MELS, FFT, RATE)
TAPER = np.hanning(FFT + 1)[:-1]


def whisper_mel(samples):
    """[n] -> [80, n / 160] float32."""
    sound = samples.astype(np.float64)
    sound = (sound - sound.mean()) / np.sqrt(sound.var() + 1e-7)
    padded = np.pad(sound, FFT // 2, mode="reflect")
    frames = np.lib.stride_tricks.sliding_window_view(padded, FFT)[::HOP][:-1]
    power = np.abs(np.fft.rfft(frames * TAPER, axis=1)) ** 2
    level = np.log10(np.maximum(FILTERS @ power.T, 1e-10))
    return ((np.maximum(level, level.max() - 8) + 4) / 4).astype(np.float32)
