"""Makes varied copies of labelled pauses: other channels, levels, rates, noise and lengths of silence.

Reads a folder of calls/windows.py and writes another one of the same form. `of` is the index of the window that a copy
was made from; the copy keeps its label, context and earlier text. Copies are for training, or for measuring with noise.
Figures for clean calls include no copy.
"""

import argparse
import json

import numpy as np
from scipy.signal import resample_poly

from ..shared.audio import RATE, room_tone, telephone
from .windows import SILENCE_SEC, Writer, judged_at


def varied(samples, rng, silent):
    """A copy at another rate, level, band and noise, with 0.1 to 0.3 s of its silence."""
    speed = int(rng.integers(92, 109))
    spoken, silence = samples[:-silent], samples[-silent:]
    heard = int(rng.uniform(0.1, 0.3) * RATE)
    tail = np.concatenate([silence[:heard], room_tone(samples, max(0, heard - silent), rng)])
    out = np.concatenate([resample_poly(spoken, 100, speed), tail]).astype(np.float32)
    if len(out) > 4 * RATE and rng.random() < 0.3:  # a window that begins later
        out = out[int(rng.uniform(0, len(out) - 3 * RATE)) :]
    if rng.random() < 0.5:
        out = telephone(out)
    level = np.sqrt((out**2).mean()) + 1e-6
    if rng.random() < 0.7:
        noise = rng.standard_normal(len(out)).astype(np.float32)
        if rng.random() < 0.5:  # low-pass: noise of a room rather than a hiss
            noise = np.convolve(noise, np.ones(8) / np.sqrt(8), "same").astype(np.float32)
        out = out + noise * level * 10 ** (-rng.uniform(12, 35) / 20)
    peak = np.abs(out).max() + 1e-6
    return out * min(10 ** rng.uniform(-0.6, 0.4), 0.98 / peak)


def noisy(samples, rng, _, decibels=10):
    """The samples with noise like that of a room, 10 dB under the speech."""
    noise = np.convolve(rng.standard_normal(len(samples)), np.ones(8) / np.sqrt(8), "same")
    return (samples + noise * np.sqrt((samples**2).mean()) * 10 ** (-decibels / 20)).astype(np.float32)


KINDS = {"varied": varied, "telephone": lambda samples, *_: telephone(samples), "noise": noisy}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--windows", required=True, help="folder of calls.windows")
    parser.add_argument("--kind", choices=list(KINDS), default="varied", help="telephone and noise are for measuring")
    parser.add_argument("--copies", type=int, default=6)
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    rows = [json.loads(line) for line in open(f"{options.windows}/windows.jsonl", encoding="utf8")]
    sound = np.memmap(f"{options.windows}/windows.f32", np.float32, "r")
    out = Writer(options.out)
    for copy in range(options.copies):
        for i, row in enumerate(rows):
            if row["kind"] != "pause" or row["label"] == "aside":
                continue
            samples = np.array(sound[row["offset"] + row.get("skip", 0) : row["offset"] + row["length"]])
            if len(samples) <= SILENCE_SEC * RATE + 1600:
                continue
            meta = {k: v for k, v in row.items() if k not in ("offset", "length", "skip")}
            silent = int((judged_at(row["end"]) - row["end"]) * RATE)
            out.add(KINDS[options.kind](samples, rng, silent), of=i, copy=copy, **meta)
    print(f"{out.count} windows")


if __name__ == "__main__":
    main()
