"""Whisper's log-mel in the graph: windows of 400 samples every 160, magnitudes by a convolution, 80 bands, the
loudest 8 decades.

Source: openai/whisper `audio.py`, `log_mel_spectrogram`; bands are Slaney's, as librosa makes them.
"""

import numpy as np

RATE, FFT, HOP = 16_000, 400, 160


def slaney_filters(bands):
    """`[bands, FFT / 2 + 1]` float32, each of unit area."""
    bins = np.linspace(0, RATE / 2, FFT // 2 + 1)
    edges = to_hz(np.linspace(0, to_mel(RATE / 2), bands + 2))
    rise = (bins - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    fall = (edges[2:, None] - bins) / (edges[2:] - edges[1:-1])[:, None]
    filters = np.maximum(0, np.minimum(rise, fall)) * (2 / (edges[2:] - edges[:-2]))[:, None]
    return filters.astype(np.float32)


def to_mel(hz):
    return 15 + 27 * np.log(hz / 1000) / np.log(6.4)


def to_hz(mel):
    return np.where(mel < 15, mel * 200 / 3, 1000 * np.exp(np.log(6.4) * (mel - 15) / 27))


def waves():
    """Cosines and sines of the FFT's frequencies under a Hann window, `[402, 1, 400]` float32."""
    taper = np.hanning(FFT + 1)[:-1]
    angle = 2 * np.pi * np.outer(np.arange(FFT // 2 + 1), np.arange(FFT)) / FFT
    return np.concatenate([np.cos(angle), -np.sin(angle)]).astype(np.float64)[:, None] * taper


def log_mel(g, samples, bands):
    """`[1, n]` to `[1, bands, n / 160]`; n is a multiple of 160."""
    sound = g.add("Pad", [samples, g.ints(0, FFT // 2, 0, FFT // 2)], "mel/padded", mode="reflect")
    sound = g.add("Unsqueeze", [sound, g.ints(1)], "mel/channel")
    parts = g.add("Conv", [sound, g.constant("mel/waves", waves().astype(np.float32))], "mel/parts", strides=[HOP])
    parts = g.add("Slice", [parts, g.ints(0), g.ints(-1), g.ints(2)], "mel/frames")
    parts = g.add("Reshape", [parts, g.ints(1, 2, FFT // 2 + 1, -1)], "mel/pairs")
    power = g.add("ReduceSumSquare", [parts], "mel/power", axes=[1], keepdims=0)
    level = g.add("MatMul", [g.constant("mel/filters", slaney_filters(bands)), power], "mel/bands")
    level = g.add("Log", [g.add("Max", [level, g.float(1e-10)], "mel/floored")], "mel/nepers")
    level = g.add("Mul", [level, g.float(float(1 / np.log(10)))], "mel/decades")
    loudest = g.add("ReduceMax", [level], "mel/loudest", keepdims=0)
    level = g.add("Max", [level, g.add("Sub", [loudest, g.float(8.0)], "mel/least")], "mel/above")
    level = g.add("Add", [level, g.float(4.0)], "mel/raised")
    return g.add("Mul", [level, g.float(0.25)], "mel/out")
