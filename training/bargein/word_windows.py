"""Sounds of one word, or of none, as the frames of Moonshine tiny's encoder that barge-in reads at a last reading.

A window lasts from 0.3 s before the speech to 0.3 to 0.42 s after it, as recorded or by telephone, at many levels.
`--whole`: a folder for each word, files SPEAKER_*.wav (Speech Commands). `--pieces`: 0.12 to 0.9 s from anywhere in
recordings, which is no word. `--beginnings`: the first half of whole words. `--said`: hums and backchannels, espeak-ng.
`--coughs`: bursts of noise like coughs.
"""

import argparse
import glob
import pickle
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from scipy.signal import firwin, lfilter, resample_poly

from ..shared.audio import RATE, Vad, load, session
from .onsets import BACKCHANNELS, ESPEAK, HUMS, say

BEFORE_SEC = 0.3
AFTER_SEC = 0.3, 0.42
LONGEST_SEC = 2.2
TELEPHONE = firwin(401, [300, 3400], fs=RATE, pass_zero=False)
SPEEDS = 0.88, 0.94, 1.0, 1.0, 1.06, 1.12
SOUNDS = "oh", "ah", "uh", "huh", "hm", "mm", "mhm", "oh", "uh-huh", "um", "eh", "aha"
FRAME = RATE // 100
COUNTED = {"stop": 60, "no": 60, "off": 60, "yes": 50, "right": 50}
"""Speakers of each word that `npm run report:barge-in` counts (scripts/barge-in/single-sounds.mjs)."""


def speakers_of_figures(folder: Path) -> set[str]:
    """At even distances among the sorted ones, as scripts/barge-in/recordings.mjs takes them."""
    speakers = set()
    for word, count in COUNTED.items():
        of_word = sorted({path.name.split("_")[0] for path in folder.glob(f"{word}/*.wav")})
        step = max(1.0, len(of_word) / count)
        speakers |= {of_word[int(i * step)] for i in range(min(count, len(of_word)))}
    return speakers


def active_level(samples):
    """dBFS of the frames of 10 ms within 30 dB of the loudest."""
    frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)
    levels = 10 * np.log10((frames**2).mean(1) + 1e-12)
    return 10 * np.log10((10 ** (levels[levels > levels.max() - 30] / 10)).mean())


def mu_law(samples):
    clipped = np.clip(samples, -1, 1)
    coded = np.round(np.sign(clipped) * np.log1p(255 * np.abs(clipped)) / np.log(256) * 127) / 127
    return np.sign(coded) * np.expm1(np.abs(coded) * np.log(256)) / 255


def surrounded(samples, rng, by_telephone):
    """The sound between silences, at a random level, in noise; perhaps through 300 to 3400 Hz and mu-law."""
    silence = [np.zeros(int(seconds * RATE), np.float32) for seconds in (rng.uniform(0.4, 1.0), 1.0)]
    sound = np.concatenate([silence[0], samples, silence[1]])
    if by_telephone or rng.random() < 0.5:
        sound = sound * 10 ** ((rng.uniform(-34, -14) - active_level(samples)) / 20)
    hiss = np.random.default_rng(rng.randrange(1 << 30)).standard_normal(len(sound))
    sound = sound + hiss * 10 ** (rng.uniform(-72, -56) / 20)
    if by_telephone:
        narrow = lfilter(TELEPHONE, 1, sound)[len(TELEPHONE) // 2 :: 2]
        kernel = firwin(2 * rng.choice((16, 32, 64)) + 1, rng.uniform(0.42, 0.52))
        sound = resample_poly(mu_law(narrow), 2, 1, window=kernel)
    return np.clip(sound, -1, 1).astype(np.float32)


def at_speed(samples, factor):
    places = np.linspace(0, len(samples) - 1, int(len(samples) / factor))
    return np.interp(places, np.arange(len(samples)), samples).astype(np.float32)


def window_of(sound, vad, rng, anyway=False):
    """The window of the longest speech, else of what is loud if `anyway`; None if there is none, or too much."""
    found = vad.segments(sound, min_speech=0.03) or (loud_part(sound) if anyway else [])
    if not found:
        return None
    start, end = max(found, key=lambda segment: segment[1] - segment[0])
    first, last = int((start - BEFORE_SEC) * RATE), int((end + rng.uniform(*AFTER_SEC)) * RATE)
    window = np.concatenate([np.zeros(max(0, -first), np.float32), sound[max(0, first) : last]])
    return window if len(window) <= LONGEST_SEC * RATE else None


def loud_part(sound):
    levels = (sound[: len(sound) // FRAME * FRAME].reshape(-1, FRAME) ** 2).mean(1)
    loud = np.flatnonzero(levels > levels.max() / 100)
    return [[loud[0] * FRAME / RATE, (loud[-1] + 1) * FRAME / RATE]]


def faded(samples, seconds):
    size = min(len(samples) // 3, int(seconds * RATE))
    ramp = np.linspace(0, 1, size, dtype=np.float32)
    return np.concatenate([samples[:size] * ramp, samples[size:-size], samples[-size:] * ramp[::-1]])


def mono(path):
    samples = load(path)
    return samples if samples.ndim == 1 else samples[0]


def whole(folder, unused, copies, most, rng):
    files = [path for path in sorted(Path(folder).glob("*/*.wav")) if path.name.split("_")[0] not in unused]
    for path in rng.sample(files, min(most, len(files))):
        samples = mono(path)
        if active_level(samples) < -60:
            continue
        for copy in range(copies):
            altered = at_speed(samples, rng.choice(SPEEDS) if copy else 1.0)
            yield path.parent.name, path.name.split("_")[0], altered


def pieces(pattern, most, rng):
    files = sorted(glob.glob(pattern, recursive=True))
    for path in rng.sample(files, min(most, len(files))):
        samples = mono(path)
        size = int(rng.uniform(0.12, 0.9) * RATE)
        at = rng.randrange(max(1, len(samples) - size))
        piece = samples[at : at + size]
        if len(piece) >= RATE // 10 and active_level(piece) > -55:
            yield "_piece", Path(path).stem, faded(piece, 0.015)


def beginnings(folder, unused, most, vad, rng):
    for word, speaker, samples in whole(folder, unused, 1, most, rng):
        found = vad.segments(samples, min_speech=0.03)
        if found:
            start, end = found[0]
            size = max(0.08, (end - start) * rng.uniform(0.3, 0.6))
            yield f"_half of {word}", speaker, faded(samples[: int((start + size) * RATE)], 0.04)


def said(most, rng) -> Iterator[tuple[str, str, np.ndarray]]:
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(most):
            text = rng.choice(HUMS) if rng.random() < 0.4 else rng.choice((*BACKCHANNELS, *SOUNDS))
            voice = rng.choice(ESPEAK)
            yield "_said", voice, at_speed(say(text, voice, rng, f"{folder}/say.wav"), rng.choice(SPEEDS))


def coughs(most, rng):
    """Bursts of noise through four resonances, some with a voice in them, once or twice."""
    for number in range(most):
        noise = np.random.default_rng(rng.randrange(1 << 30))
        bursts = []
        for _ in range(rng.choice((1, 1, 2))):
            size = int(rng.uniform(0.1, 0.4) * RATE)
            time = np.arange(size) / RATE
            sound = noise.standard_normal(size)
            if rng.random() < 0.4:
                voice = np.sign(np.sin(2 * np.pi * rng.uniform(90, 260) * time * (1 + noise.normal() * 0.1)))
                sound = sound + voice * rng.uniform(0.5, 3) * np.exp(-time * rng.uniform(0, 12))
            mixed = sound * rng.uniform(0.0, 0.3)
            for low, high in ((300, 900), (900, 1800), (1800, 3000), (3000, 5500)):
                centre, width = rng.uniform(low, high), rng.uniform(120, 900)
                radius = np.exp(-np.pi * width / RATE)
                poles = [1, -2 * radius * np.cos(2 * np.pi * centre / RATE), radius**2]
                mixed = mixed + lfilter([1 - radius], poles, sound) * rng.uniform(0.2, 1.5)
            shape = np.minimum(1, time / rng.uniform(0.004, 0.04)) * np.exp(-time * rng.uniform(4, 22))
            bursts += [mixed * shape / (np.abs(mixed * shape).max() + 1e-9) * 0.3, np.zeros(int(0.06 * RATE))]
        yield "_cough", f"made {number}", np.concatenate(bursts).astype(np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vad", required=True)
    parser.add_argument("--encoder", required=True)
    parser.add_argument("--whole", help="folder of words")
    parser.add_argument("--beginnings", help="folder of words")
    parser.add_argument("--pieces", help="pattern of recordings")
    parser.add_argument("--said", action="store_true")
    parser.add_argument("--coughs", action="store_true", help="made ones")
    parser.add_argument("--figures", help="words that figures are counted on: their speakers are left out")
    parser.add_argument("--most", type=int, default=1000, help="recordings at most")
    parser.add_argument("--copies", type=int, default=2, help="of each whole word")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    vad = Vad(options.vad)
    encoder = session(str(options.encoder), **{"session.disable_quant_qdq": "1"})
    unused = speakers_of_figures(Path(options.figures)) if options.figures else set()
    sources = []
    if options.whole:
        sources.append(whole(options.whole, unused, options.copies, options.most, rng))
    if options.beginnings:
        sources.append(beginnings(options.beginnings, unused, options.most, vad, rng))
    if options.pieces:
        sources.append(pieces(options.pieces, options.most, rng))
    if options.said:
        sources.append(said(options.most, rng))
    if options.coughs:
        sources.append(coughs(options.most, rng))
    rows = []
    for number, (word, speaker, samples) in enumerate(row for source in sources for row in source):
        window = window_of(surrounded(samples, rng, number % 2 == 1), vad, rng, anyway=word.startswith("_"))
        if window is not None:
            frames = encoder.run(None, {"input_values": window[None]})[0][0].astype(np.float16)
            rows.append({"word": word, "speaker": speaker, "frames": frames})
    pickle.dump(rows, open(options.out, "wb"))
    print(f"{len(rows)} windows of {len({row['word'] for row in rows})} words: {options.out}")


if __name__ == "__main__":
    main()
