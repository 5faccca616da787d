"""The log-mel the teacher reads: Whisper's front end at unit variance, as src/dsp/whisper-mel.ts has it."""

import numpy as np

FFT, HOP, MELS, RATE = 400, 160, 80, 16000


def _to_mel(hz):
    hz = np.asarray(hz, dtype=np.float64)
    return np.where(hz < 1000, 3 * hz / 200, 15 + np.log(np.maximum(hz, 1) / 1000) * 27 / np.log(6.4))


def _to_hz(mel):
    return np.where(mel < 15, 200 * mel / 3, 1000 * np.exp(np.log(6.4) / 27 * (mel - 15)))


def _filters():
    bins = np.linspace(0, RATE / 2, FFT // 2 + 1)
    edges = _to_hz(np.linspace(0, _to_mel(RATE / 2), MELS + 2))
    rise = (bins[None] - edges[:-2, None]) / np.diff(edges)[:-1, None]
    fall = (edges[2:, None] - bins[None]) / np.diff(edges)[1:, None]
    return np.maximum(0, np.minimum(rise, fall)) * (2 / (edges[2:] - edges[:-2]))[:, None]


FILTERS = _filters()
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
