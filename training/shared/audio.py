"""Loads recordings at 16 kHz and finds the speech in them with Silero VAD."""

import numpy as np
import onnxruntime as ort
import soundfile as sf
from scipy.signal import resample_poly

RATE = 16000
FRAME = 512  # Silero's hop at 16 kHz, 32 ms
CONTEXT = 64


def session(path_or_bytes, **entries):
    """An ONNX session with one thread, as the product runs its models."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    for key, value in entries.items():
        options.add_session_config_entry(key, value)
    return ort.InferenceSession(path_or_bytes, options, providers=["CPUExecutionProvider"])


def load(path):
    """The samples of a file: float32 at 16 kHz, -1..1. One channel comes back as a vector, several as rows."""
    samples, rate = sf.read(path, dtype="float32", always_2d=True)
    samples = samples.T
    if rate != RATE:
        divisor = np.gcd(rate, RATE)
        samples = resample_poly(samples, RATE // divisor, rate // divisor, axis=1).astype(np.float32)
    return samples[0] if len(samples) == 1 else samples


def telephone(samples):
    """What a telephone call leaves of the samples: 8 kHz, mu-law and back to 16 kHz."""
    narrow = np.clip(resample_poly(samples, 1, 2), -1, 1)
    coded = np.round(np.sign(narrow) * np.log1p(255 * np.abs(narrow)) / np.log(256) * 127) / 127
    decoded = np.sign(coded) * np.expm1(np.abs(coded) * np.log(256)) / 255
    return resample_poly(decoded, 2, 1)[: len(samples)].astype(np.float32)


def room_tone(samples, length, rng):
    """The quietest 0.1 s of the recording, repeated from random starts up to `length` samples."""
    size = RATE // 10
    if len(samples) <= size:
        return np.zeros(length, np.float32)
    energy = np.convolve(samples**2, np.ones(size), "valid")
    start = int(energy[::80].argmin()) * 80
    quiet = samples[start : start + size]
    return np.concatenate([np.roll(quiet, rng.integers(size)) for _ in range(length // size + 1)])[:length]


class Vad:
    """Silero v6: the probability of speech in each frame of 32 ms. Frame i covers samples [512 i, 512 (i + 1))."""

    def __init__(self, path):
        self.session = session(path)

    def probabilities(self, samples):
        frames = len(samples) // FRAME
        state = np.zeros((2, 1, 128), np.float32)
        padded = np.concatenate([np.zeros(CONTEXT, np.float32), samples])
        out = np.empty(frames, np.float32)
        rate = np.array(RATE, np.int64)
        for i in range(frames):
            window = padded[None, i * FRAME : i * FRAME + FRAME + CONTEXT]
            probability, state = self.session.run(None, {"input": window, "state": state, "sr": rate})
            out[i] = probability[0, 0]
        return out

    def segments(self, samples, **options):
        return segments(self.probabilities(samples), **options)


def segments(probabilities, threshold=0.5, neg_threshold=0.35, min_speech=0.1, min_silence=0.1):
    """[[start, end]] in seconds. A segment opens at `threshold` and closes after `min_silence` s under
    `neg_threshold`.
    """
    found, start, silent = [], None, 0
    step = FRAME / RATE
    for i, p in enumerate(probabilities):
        if start is None:
            if p >= threshold:
                start, silent = i, 0
        elif p < neg_threshold:
            silent += 1
            if silent * step >= min_silence:
                found.append([start * step, (i + 1 - silent) * step])
                start = None
        else:
            silent = 0
    if start is not None:
        found.append([start * step, len(probabilities) * step])
    return [s for s in found if s[1] - s[0] >= min_speech]
