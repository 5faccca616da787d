"""Conversations of two readers with known overlap, and what Moonshine's first layer makes of them.

    python -m training.voices.overlap_mixes --data DATA/resemblyzer/audio_data --encoder encoder_model.onnx \\
        --out DATA/overlap

8 s each: a hand-over with up to 2.5 s of overlap or a gap (45 %), a short insertion (30 %), both throughout (10 %), one
voice alone (15 %); rooms, noise, telephone band and levels drawn. A frame is an overlap when both clean sources are
active in it. `train` and `held` are different speakers of LibriSpeech train-clean-100, `other` readers of test-other.
"""

import argparse
from functools import cache
from pathlib import Path

import numpy as np
import soundfile

from ..lid.windows import cut_encoder

RATE, FRAME = 16000, 384
LENGTH = 8 * RATE
COUNTS = {"train": 700, "held": 120, "other": 120}


@cache
def load(path):
    """The samples of a file at one level. Every file is kept once it is read."""
    samples, _ = soundfile.read(path, dtype="float32")
    return samples / (np.sqrt((samples**2).mean()) + 1e-9) * 0.05


def active(clean):
    """Frames of one clean source with speech; gaps up to five frames are speech."""
    frames = clean[: len(clean) // FRAME * FRAME].reshape(-1, FRAME)
    loud = np.sqrt((frames**2).mean(axis=1)) > 0.003
    at = np.flatnonzero(loud)
    for a, b in zip(at[:-1], at[1:]):
        if b - a <= 6:
            loud[a:b] = True
    return loud


def crop(samples, length, rng):
    if len(samples) <= length:
        return np.pad(samples, (0, length - len(samples)))
    start = rng.integers(0, len(samples) - length)
    return samples[start : start + length]


def in_room(samples, rng):
    if rng.random() < 0.35:
        return samples
    length = int(rng.uniform(0.1, 0.7) * RATE)
    response = rng.standard_normal(length) * np.exp(-6.9 * np.arange(length) / length)
    response *= rng.uniform(0.15, 1.2) / np.sqrt((response**2).sum())
    response[0] = 1
    size = 1 << int(np.ceil(np.log2(len(samples) + length)))
    return np.fft.irfft(np.fft.rfft(samples, size) * np.fft.rfft(response, size), size)[: len(samples)]


def conversation(first, second, rng):
    """-> samples, number of voices by frame."""
    one, two = np.zeros(LENGTH, np.float32), np.zeros(LENGTH, np.float32)
    kind = rng.random()
    if kind < 0.45:
        end = rng.uniform(2, 6)
        start = max(0, int((end - rng.uniform(-0.4, 2.5)) * RATE))
        one[: int(end * RATE)] = crop(first, int(end * RATE), rng)
        two[start:] = crop(second, LENGTH - start, rng)
    elif kind < 0.75:
        start = int(rng.uniform(0.5, 6) * RATE)
        length = min(LENGTH - start, int(rng.uniform(0.4, 3) * RATE))
        one[:] = crop(first, LENGTH, rng)
        two[start : start + length] = crop(second, length, rng)
    else:
        one[:] = crop(first, LENGTH, rng)
        if kind < 0.85:
            two[:] = crop(second, LENGTH, rng)
    voices = active(one).astype(np.uint8) + active(two)
    mixed = in_room(one, rng) + 10 ** (rng.uniform(-7, 7) / 20) * in_room(two, rng)
    if rng.random() < 0.7:
        mixed = mixed + rng.standard_normal(LENGTH) * 10 ** (rng.uniform(-60, -32) / 20)
    if rng.random() < 0.3:
        spectrum, hz = np.fft.rfft(mixed), np.fft.rfftfreq(LENGTH, 1 / RATE)
        spectrum[(hz < 280) | (hz > 3500)] = 0
        mixed = np.fft.irfft(spectrum, LENGTH)
    return np.clip(mixed * 10 ** (rng.uniform(-14, 6) / 20), -1, 1).astype(np.float32), voices


def main(options):
    rng = np.random.default_rng(3)
    read = sorted((options.data / "librispeech_train-clean-100").glob("*.flac"))
    other = {}
    for path in sorted((options.data / "librispeech_test-other").glob("*/*.flac")):
        other.setdefault(path.parent.name, []).append(path)
    speakers = {"train": [[p] for p in read[:200]], "held": [[p] for p in read[200:]], "other": list(other.values())}
    encode = cut_encoder(options.encoder, 0)
    options.out.mkdir(parents=True, exist_ok=True)
    for split, count in COUNTS.items():
        count = max(4, int(count * options.scale))
        frames, labels = [], []
        for _ in range(count):
            pair = rng.choice(len(speakers[split]), 2, replace=False)
            first, second = (load(speakers[split][i][rng.integers(len(speakers[split][i]))]) for i in pair)
            mixed, voices = conversation(first, second, rng)
            encoded = encode(mixed)
            frames.append(encoded.astype(np.float16))
            labels.append(voices[: len(encoded)])
        np.savez(options.out / f"{split}.npz", frames=np.stack(frames), voices=np.stack(labels))
        print(split, count, f"overlap {np.mean(np.stack(labels) == 2):.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--encoder", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scale", type=float, default=1)
    main(parser.parse_args())
