"""Rooms of unseen voices with exact references: of `dev` voices to tune how voices are told apart, of `test` voices to measure it.

    python -m training.voices.rooms --index DATA/index --out DATA/rooms --count 3
    python -m training.voices.rooms --index DATA/index --out DATA/rooms-test --split test --sizes 2 4 6 8 --count 5

Voices: `dev` readers of LibriSpeech (one utterance each, cut into turns of 2 to 5 s) or of speechocean762; `test` readers of LibriSpeech test-other. Gaps between
turns: -0.5 to 1.5 s, about one in five an overlap, as in two-party consultations. Levels differ by voice, two rooms of five are
reverberant with every voice at its own place (direct to reverberant 2 to 12 dB), all have a little noise. Writes NAME.wav and NAME.rttm.
"""

import argparse
from pathlib import Path

import numpy as np
import soundfile

from .augment import RATE, impulse, room
from .corpora import read_index


def turns_of(rows, audio, corpus, rng, split="dev"):
    """voice -> its turns, in a random order."""
    found = {}
    for row in rows:
        if row["split"] != split or row["corpus"] != corpus:
            continue
        samples = audio[row["start"] : row["start"] + row["samples"]].astype(np.float32) / 32768
        while len(samples) > 1.5 * RATE:
            length = min(len(samples), int(rng.uniform(2, 5) * RATE))
            found.setdefault(row["speaker"], []).append(samples[:length])
            samples = samples[length:]
    for turns in found.values():
        rng.shuffle(turns)
    return found


def place(rng):
    """A seat at a table with a microphone: the direct sound 2 to 12 dB over everything that follows."""
    response = impulse(rng)
    response[1:] *= 10 ** (-rng.uniform(2, 12) / 20) / np.sqrt((response[1:] ** 2).sum())
    return response


def build(turns, voices, rng):
    """-> samples, [(start, end, voice)] of one room."""
    chosen = rng.choice([v for v in turns if len(turns[v]) >= 3], voices, replace=False)
    left = {v: [*turns[v]] for v in chosen}
    order, last = list(chosen), None
    while any(left[v] for v in chosen) and len(order) < voices * 7:
        options = [v for v in chosen if v != (order[-1] if order else last)]
        order.append(options[rng.integers(len(options))])
    level = {v: 10 ** rng.uniform(-0.25, 0.25) for v in chosen}
    reverberant = rng.random() < 0.4
    places = {v: place(rng) for v in chosen}
    sound, spans, at = np.zeros(RATE * 600, np.float32), [], int(0.5 * RATE)
    for voice in order:
        if not left[voice]:
            continue
        turn = left[voice].pop()
        turn = turn / (np.sqrt((turn**2).mean()) + 1e-9) * 0.06 * level[voice]
        gap = rng.uniform(-0.5, 0) if rng.random() < 0.2 else rng.exponential(0.5)
        start = max(0, at + int(min(gap, 1.5) * RATE))
        heard = room(turn, rng, places[voice]) if reverberant else turn
        sound[start : start + len(turn)] += heard[: len(turn)]
        at = start + len(turn)
        spans.append((start / RATE, at / RATE, voice))
    sound = sound[: at + RATE] + rng.normal(0, 4e-4, at + RATE).astype(np.float32)
    return sound / np.abs(sound).max() * 0.7, spans


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=3, help="rooms of each size and corpus")
    parser.add_argument("--first", type=int, default=0, help="number of the first room of each size: other numbers are other rooms")
    parser.add_argument("--split", default="dev", choices=["dev", "test"])
    parser.add_argument("--sizes", type=int, nargs="+", default=[2, 3, 4, 6, 8])
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rows, audio = read_index(options.index)
    for corpus in ("resemblyzer", "so762") if options.split == "dev" else ("resemblyzer",):
        for voices in options.sizes:
            for number in range(options.first, options.first + options.count):
                rng = np.random.default_rng(voices * 100 + number)
                sound, spans = build(turns_of(rows, audio, corpus, rng, options.split), voices, rng)
                name = f"{corpus}{voices}_{number}"
                soundfile.write(options.out / f"{name}.wav", sound, RATE, subtype="PCM_16")
                lines = [f"SPEAKER {name} 1 {a:.3f} {b - a:.3f} <NA> <NA> {v} <NA> <NA>" for a, b, v in spans]
                (options.out / f"{name}.rttm").write_text("\n".join(lines) + "\n")
                print(name, round(len(sound) / RATE), "s", len(spans), "turns")
