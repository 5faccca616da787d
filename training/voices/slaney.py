"""Mel filters on Slaney's scale with equal areas, as librosa makes them."""

import numpy as np


def slaney_filters(mels, fft, rate):
    """[mels, fft // 2 + 1] float64."""

    def to_mel(hz):
        hz = np.asarray(hz, dtype=float)
        return np.where(hz < 1000, hz * 3 / 200, 15 + 27 * np.log(np.maximum(hz, 1000) / 1000) / np.log(6.4))

    def to_hz(mel):
        return np.where(mel < 15, mel * 200 / 3, 1000 * np.exp((mel - 15) * np.log(6.4) / 27))

    edges = to_hz(np.linspace(0, to_mel(rate / 2), mels + 2))
    bins = np.arange(fft // 2 + 1) * rate / fft
    rise = (bins[None] - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    fall = (edges[2:, None] - bins[None]) / (edges[2:] - edges[1:-1])[:, None]
    area = 2 / (edges[2:] - edges[:-2])
    return np.maximum(0, np.minimum(rise, fall)) * area[:, None]
