"""Rooms of unseen voices with exact references: `dev` voices to choose options, `test` voices to measure.

    python -m training.voices.rooms --index DATA/index --out DATA/rooms --count 3
    python -m training.voices.rooms --index DATA/index --out DATA/rooms-chapters --corpora dev-clean --count 10
    python -m training.voices.rooms --index DATA/index --out DATA/rooms-test --split test --sizes 2 4 6 8 --count 5

Speech is cut into stretches of 2 to 5 s. `dev` voices are readers of LibriSpeech train-clean-100 (one utterance
each), of speechocean762 (some 20 sentences) or of LibriSpeech dev-clean (one chapter, or all with `--sittings all`).
`test` voices are readers of LibriSpeech test-other (10 utterances of one chapter). Gaps between stretches are -0.5 to
1.5 s, about one in five an overlap, as in recorded consultations of two people. Levels differ by voice. Two rooms in
five have reverberation; in those each voice stands at a different place (direct-to-reverberant ratio 2 to 12 dB). All
rooms have a little noise. Writes NAME.wav and NAME.rttm.
"""

import argparse
from pathlib import Path

import numpy as np
import soundfile

from .augment import RATE, impulse, room
from .corpora import read_index


def one_sitting(rows, rng):
    """The utterances of one chapter of every reader, if chapters are known."""
    sittings = {}
    for row in rows:
        sittings.setdefault(row["speaker"], dict())[row.get("sitting", "")] = True
    chosen = {
        reader: list(names)[rng.integers(len(names))] if len(names) > 1 else next(iter(names))
        for reader, names in sittings.items()
    }
    return [row for row in rows if row.get("sitting", "") == chosen[row["speaker"]]]


def stretches_of(rows, audio, rng):
    """voice -> its stretches, in random order."""
    found = {}
    for row in rows:
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
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first room of each size: other numbers are other rooms"
    )
    parser.add_argument("--split", default="dev", choices=["dev", "test"])
    parser.add_argument("--corpora", nargs="+", help="default: resemblyzer, and so762 for `dev`")
    parser.add_argument("--sittings", default="one", choices=["one", "all"], help="chapters of a reader in a room")
    parser.add_argument("--sizes", type=int, nargs="+", default=[2, 3, 4, 6, 8])
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rows, audio = read_index(options.index)
    for corpus in options.corpora or (["resemblyzer", "so762"] if options.split == "dev" else ["resemblyzer"]):
        mine = [row for row in rows if row["split"] == options.split and row["corpus"] == corpus]
        for voices in options.sizes:
            for number in range(options.first, options.first + options.count):
                rng = np.random.default_rng(voices * 100 + number)
                said = one_sitting(mine, rng) if options.sittings == "one" else mine
                sound, spans = build(stretches_of(said, audio, rng), voices, rng)
                name = f"{corpus}{voices}_{number}"
                soundfile.write(options.out / f"{name}.wav", sound, RATE, subtype="PCM_16")
                lines = [f"SPEAKER {name} 1 {a:.3f} {b - a:.3f} <NA> <NA> {v} <NA> <NA>" for a, b, v in spans]
                (options.out / f"{name}.rttm").write_text("\n".join(lines) + "\n")
                print(name, round(len(sound) / RATE), "s", len(spans), "turns")
