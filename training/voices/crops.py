"""What the embedder learns from: crops of 3 s, spoiled, and the clean ones that the teacher hears.

A crop is resampled by 0.8 to 1.25, and any speed is a voice of its own. A known voice at 0.9 and 1.1 has a name of
its own too. Recordings of speakers that nobody counted (lid/recordings.py, the sources of STRANGERS) are learned from
the teacher alone.
"""

import json
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset

from .augment import speed, spoil
from .corpora import RATE, read_16k, read_index

SECONDS = 3.0
SAMPLES = int(SECONDS * RATE)

NAMED, SPEEDS = (100, 90, 110), np.arange(80, 126)
STRANGERS = {
    "cmn",
    "stories",
    "msc",
    "nathalie",
    "flemishguy",
    "fleurs",
    "common-voice",
    "crowd",
    "ohf",
    "phrases",
    "librivox",
    "seedlingo",
    "piper",
    "sce",
    "azure",
    "amivoice",
}
SHARES = {"real": 0.5, "synthetic": 0.2, "strangers": 0.3}


def streams_of(rows, split):
    """speaker -> all its audio end to end. An utterance without a known speaker is a stream of its own."""
    parts = defaultdict(list)
    for number, row in enumerate(rows):
        if row["split"] == split:
            key = row["speaker"] or f"?{row['corpus']}-{number}"
            parts[key].append((row["start"], row["samples"]))
    return dict(parts)


def cut(spans, audio, rng, factor):
    """3 s of the stream from a random place. A shorter stream is repeated."""
    need = int(SAMPLES * factor) + 8
    total = sum(length for _, length in spans)
    at = rng.integers(0, max(1, total - need))
    pieces, have = [], 0
    for start, length in spans:
        if at >= length:
            at -= length
            continue
        pieces.append(audio[start + at : start + length])
        have += length - at
        at = 0
        if have >= need:
            break
    joined = np.concatenate(pieces).astype(np.float32) / 32768
    joined = np.resize(joined, max(need, len(joined)))[:need]
    return (joined if factor == 1 else speed(joined, factor))[:SAMPLES]


def noise_source(folder, rng):
    """-> a function of a length that gives a piece of a recording of `folder`, or white noise without a folder."""
    clips = [read_16k(path) for path in sorted(folder.rglob("*.wav"))] if folder else []
    clips = [clip for clip in clips if clip is not None and len(clip) > RATE // 2]

    def draw(length):
        if not clips:
            return rng.standard_normal(length).astype(np.float32)
        clip = clips[rng.integers(len(clips))]
        at = rng.integers(0, max(1, len(clip) - length))
        return np.resize(clip[at : at + length], length)

    return draw


def voices_of(rows):
    """-> the known voices of training in order, each with its kind."""
    kinds = {row["speaker"]: row["kind"] for row in rows if row["split"] == "train" and row["speaker"]}
    return sorted(kinds.items())


class Crops(IterableDataset):
    """Endless (clean samples [48000] int16, the same spoiled, voice or -1)."""

    def __init__(self, options):
        self.options = options

    def pools(self, rows, audio):
        """kind -> list of (voice or -1, audio, spans, how likely)."""
        streams, number = streams_of(rows, "train"), {name: n for n, (name, _) in enumerate(voices_of(rows))}
        found = {"real": [], "synthetic": [], "strangers": []}
        for name, kind in voices_of(rows):
            found[kind].append((number[name], audio, streams[name], 1.0))
        unknown = [spans for name, spans in streams.items() if name.startswith("?")]
        found["strangers"] += [(-1, audio, spans, 0.3) for spans in unknown]
        if self.options.recordings:
            more = np.memmap(self.options.recordings / "audio.i16", dtype=np.int16, mode="r")
            for _, source, start, length in json.loads((self.options.recordings / "recordings.json").read_text()):
                if source in STRANGERS and length > SAMPLES // 2:
                    found["strangers"].append((-1, more, [(start, length)], min(length / RATE / 20, 1.0)))
        return {kind: many for kind, many in found.items() if many}

    def __iter__(self):
        rng = np.random.default_rng(self.options.seed)
        torch.set_num_threads(1)
        pools, noises = self.pools(*read_index(self.options.index)), noise_source(self.options.noise, rng)
        kinds = list(pools)
        share = np.array([SHARES[kind] for kind in kinds])
        chances = {
            kind: np.array([one[3] for one in many]) / sum(one[3] for one in many) for kind, many in pools.items()
        }

        def draw(factor):
            kind = kinds[rng.choice(len(kinds), p=share / share.sum())]
            voice, audio, spans, _ = pools[kind][rng.choice(len(pools[kind]), p=chances[kind])]
            return voice, np.resize(cut(spans, audio, rng, factor / 100), SAMPLES)

        def others(length):
            return np.resize(draw(100)[1], length)

        while True:
            factor = int(rng.choice(NAMED if rng.random() < 0.7 else SPEEDS))
            voice, clean = draw(factor)
            heard = spoil(clean, rng, noises, others) if rng.random() < 0.9 else clean
            label = NAMED.index(factor) + len(NAMED) * voice if voice >= 0 and factor in NAMED else -1
            yield whole(clean), whole(heard), label


def whole(samples):
    return torch.from_numpy((np.clip(samples, -1, 1) * 32767).astype(np.int16))


def batches_of(crops, options):
    """Batches, cut in a process of its own."""
    return iter(DataLoader(crops, batch_size=options.heard, num_workers=1, prefetch_factor=6))


def add_crop_options(parser):
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--noise", type=Path)
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--recordings", type=Path, help="folder of training.lid.recordings: speech of strangers")
    parser.add_argument("--heard", type=int, default=64, help="fresh crops at a time")
    parser.add_argument("--every", type=float, default=150, help="seconds between reports")
    parser.add_argument("--seed", type=int, default=1)
