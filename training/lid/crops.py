"""What the language encoder learns from: 3 s of any recording, clean and spoiled, cut in a process of its own.

Sources are drawn by a root of their minutes, synthetic voices a quarter as often. A crop is resampled by 0.8 to 1.2,
and one in 17 runs backwards. One recording in 37 and the sources of HELD are held out.
"""

import json
from pathlib import Path

import numpy as np
import torch
from scipy.signal import resample_poly
from torch.utils.data import DataLoader, IterableDataset

from ..voices.augment import spoil
from ..voices.crops import batches_of, noise_source
from .windows import SAMPLES

HELD, HELD_EVERY, SYNTHETIC = {"riva", "rdh"}, 37, {"espeak", "festival"}
SPEEDS = (80, 85, 90, 95, 100, 100, 100, 105, 110, 115, 120)


class Crops(IterableDataset):
    """Endless pairs (clean samples [48000] float16, the same spoiled) of the recordings that are held out, or of the
    others.
    """

    def __init__(self, options, held, seed):
        self.options, self.held, self.seed = options, held, seed

    def pools(self):
        found = {}
        for number, (language, source, start, length) in enumerate(
            json.loads((self.options.recordings / "recordings.json").read_text())
        ):
            if (source in HELD or number % HELD_EVERY == 0) == self.held:
                found.setdefault((language, source), []).append((start, length))
        minutes = np.array([sum(length for _, length in many) / 960000 for many in found.values()])
        share = np.minimum(minutes, 120) ** 0.6 * np.array([0.25 if source in SYNTHETIC else 1 for _, source in found])
        return list(found.values()), share / share.sum()

    def __iter__(self):
        torch.set_num_threads(1)
        rng = np.random.default_rng(self.seed)
        audio = np.memmap(self.options.recordings / "audio.i16", dtype=np.int16, mode="r")
        (pools, share), noises = self.pools(), noise_source(self.options.noise, rng)

        def speech(length):
            pieces, have, pool = [], 0, pools[rng.choice(len(pools), p=share)]
            while have < length:
                start, total = pool[rng.integers(len(pool))]
                taken = min(total, length)
                at = start + rng.integers(0, total - taken + 1)
                piece = audio[at : at + taken].astype(np.float32)
                pieces.append(piece / (np.abs(piece).max() + 1e-6))
                have += taken
            return np.concatenate(pieces)[:length]

        while True:
            factor = SPEEDS[rng.integers(len(SPEEDS))]
            clean = resample_poly(speech(int(SAMPLES * factor / 100) + 200), 100, factor)
            clean = np.resize(clean, SAMPLES).astype(np.float32)
            if rng.random() < 0.06:
                clean = clean[::-1].copy()
            if rng.random() < 0.15:
                clean = spoil(clean, rng, noises, speech, heavy=0.5)
            heard = spoil(clean, rng, noises, speech, heavy=0.7)[:SAMPLES] if rng.random() < 0.85 else clean
            yield torch.from_numpy(clean * 0.5).half(), torch.from_numpy(heard * 0.5).half()


def fresh_of(options):
    """Endless batches to learn from: clean and spoiled samples, [--heard, 48000] each."""
    return batches_of(Crops(options, False, options.seed), options)


def held_of(options):
    """-> clean, spoiled [--held, 48000] float32 of recordings that nothing is learned from"""
    clean, heard = next(iter(DataLoader(Crops(options, True, 999), batch_size=options.held)))
    return clean.float(), heard.float()


def add_crop_options(parser):
    parser.add_argument("--recordings", type=Path, required=True, help="folder of recordings.py")
    parser.add_argument("--noise", type=Path)
    parser.add_argument("--smart-turn", type=Path, required=True, help="smart-turn-v3.2-cpu.onnx, the teacher")
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--heard", type=int, default=32, help="fresh windows at a time")
    parser.add_argument("--replay", type=int, default=7, help="about how often a window is learned from")
    parser.add_argument("--ring", type=int, default=1536, help="windows kept to learn from again")
    parser.add_argument("--held", type=int, default=64, help="held-out windows")
    parser.add_argument("--every", type=float, default=180, help="seconds between reports")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
