"""Pauses and ends of recordings in many languages, as Moonshine's encoder hears them.

    python -m training.sound.windows --data DATA --vad VAD --encoder encoder_model.onnx --seed 1 --most 4000 \\
        --out DATA/turn-sound

A pause inside a recording is a hold, its end is a turn end. Both are followed by the same looped room tone: an end
has no silence of its own, and what comes after a pause must not give it away. Out: features [windows, 864], and what
is known of each window.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from scipy.signal import resample_poly

from ..shared.audio import RATE, Vad, room_tone, segments, telephone
from ..voices.augment import add_at, coloured_noise, room, tilt
from ..voices.corpora import read_16k
from .features import Features
from .sources import sources

SILENCE_SEC, LEAST_SPEECH_SEC, LONGEST_RECORDING_SEC, MOST_PAUSES, SHARD = 0.2, 0.5, 20, 5, 250
# Resampling ratios: another pace and another vocal tract.
SPEEDS = [(1, 1), (1, 1), (10, 9), (10, 11), (6, 5), (6, 7)]


def spoil(samples, rng):
    if rng.random() < 0.2:
        samples = room(samples, rng)
    if rng.random() < 0.4:
        samples = tilt(samples, rng)
    if rng.random() < 0.3:
        samples = add_at(samples, coloured_noise(len(samples), rng), rng.uniform(10, 35))
    if rng.random() < 0.3:
        samples = telephone(samples)
    return (samples / (np.abs(samples).max() + 1e-9) * 10 ** rng.uniform(-1.2, -0.05)).astype(np.float32)


def windows_of(samples, vad, rng):
    """Yields (sound that ends 0.2 s after speech, label, length of the pause) for the end and for some of the
    pauses.
    """
    spoken = segments(vad.probabilities(samples), min_silence=0.19)
    if not spoken or spoken[-1][1] - spoken[0][0] < LEAST_SPEECH_SEC:
        return
    pauses = [(a[1], "hold", b[0] - a[1]) for a, b in zip(spoken, spoken[1:]) if 0.2 <= b[0] - a[1] <= 5]
    tone = room_tone(samples, int((SILENCE_SEC - 0.02) * RATE), rng)
    for end, label, after in [
        (spoken[-1][1], "eot", 0.0),
        *(pauses[i] for i in rng.permutation(len(pauses))[:MOST_PAUSES]),
    ]:
        begin = max(0, int((end - 4) * RATE))
        yield np.concatenate([samples[begin : int((end + 0.02) * RATE)], tone]), label, after


def recordings(data, rng):
    """Yields (language, source, speaker, samples) at random speeds. A third of the short ones follow another of the
    same voice.
    """
    listed = sources(data, rng)
    by_voice = {}
    for _, _, speaker, path in listed:
        by_voice.setdefault(speaker, []).append(path)
    for language, source, speaker, path in listed:
        samples = read_16k(path)
        if samples is None or len(samples) < RATE // 2:
            continue
        others = by_voice[speaker]
        before = (
            read_16k(others[rng.integers(len(others))]) if len(samples) < 5 * RATE and rng.random() < 0.35 else None
        )
        if before is not None:
            gap = room_tone(samples, int(rng.uniform(0.05, 0.8) * RATE), rng)
            samples = np.concatenate([before[-4 * RATE :], gap, samples])
        up, down = SPEEDS[rng.integers(len(SPEEDS))]
        yield (
            language,
            source,
            speaker,
            resample_poly(samples[: LONGEST_RECORDING_SEC * RATE], up, down).astype(np.float32),
        )


class Shards:
    """Writes files of 250 windows each, so that a stopped run is of use."""

    def __init__(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.count, self.features, self.rows = folder, 0, [], []

    def add(self, features, **row):
        self.features.append(features)
        self.rows.append(row)
        if len(self.rows) == SHARD:
            self.flush()

    def flush(self):
        if self.rows:
            np.save(self.folder / f"features-{self.count:03d}.npy", np.stack(self.features).astype(np.float32))
            (self.folder / f"rows-{self.count:03d}.jsonl").write_text(
                "".join(json.dumps(row) + "\n" for row in self.rows)
            )
            print(self.count, len(self.rows), flush=True)
        self.count, self.features, self.rows = self.count + 1, [], []


def make(options):
    rng, vad, hear, out = (
        np.random.default_rng(options.seed),
        Vad(options.vad),
        Features(options.encoder),
        Shards(options.out),
    )
    for language, source, speaker, samples in recordings(options.data, rng):
        for window, label, after in windows_of(spoil(samples, rng), vad, rng):
            out.add(
                hear(window), language=language, source=source, speaker=speaker, label=label, duration=round(after, 3)
            )
        if options.most and out.count * SHARD >= options.most:
            break
    out.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--vad", required=True)
    parser.add_argument("--encoder", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, help="number of windows, if fewer than all are wanted")
    parser.add_argument("--out", type=Path, required=True)
    make(parser.parse_args())
