"""Cuts, spoils and stores what the embedding learns from, so that training only reads.

    python -m training.voices.make_crops --index DATA/index --noise DATA/... --teacher pretrained.pt --out DATA/crops

Pass 0 chooses crops of 3 s (about `--crops`, few from a voice with little audio), at speeds 0.9, 1 and 1.1 (a
changed speed is another speaker), and asks the teacher about each clean crop. Every pass then stores one spoiled
version of every crop: `pass-N.f16` [crops, mels, frames], beside `labels.npz` (speaker or -1, teacher vector).
"""

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch

from .augment import speed, spoil
from .corpora import RATE, read_16k, read_index
from .front_end import LogMel
from .teacher import Teacher

SECONDS = 3.0
SAMPLES = int(SECONDS * RATE)
FRAMES = (SAMPLES - 400) // 160 + 1


def streams_of(rows, audio, split):
    """speaker -> all its audio end to end; utterances without a known speaker are streams of their own."""
    parts = defaultdict(list)
    for number, row in enumerate(rows):
        if row["split"] == split:
            key = row["speaker"] or f"?{row['corpus']}-{number}"
            parts[key].append((row["start"], row["samples"]))
    return {key: spans for key, spans in parts.items()}


def cut(spans, audio, rng, factor):
    """3 s of the stream from a random place; a shorter stream is repeated."""
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


def choose(streams, wanted, rng):
    """(stream, factor) pairs: 5.5 s of new audio a crop at most, every voice at three speeds."""
    picks = []
    for key, spans in streams.items():
        seconds = sum(length for _, length in spans) / RATE
        room_for = 1 if key.startswith("?") else int(np.clip(seconds / 2.5, 3, 45))
        picks += [(key, (1, 0.9, 1.1)[n % 3]) for n in range(room_for)]
    rng.shuffle(picks)
    return picks[:wanted]


def noise_source(folder, rng):
    clips = [read_16k(path) for path in sorted(folder.rglob("*.wav"))] if folder else []
    clips = [clip for clip in clips if clip is not None and len(clip) > RATE // 2]

    def draw(length):
        if not clips:
            return rng.standard_normal(length).astype(np.float32)
        clip = clips[rng.integers(len(clips))]
        at = rng.integers(0, max(1, len(clip) - length))
        return np.resize(clip[at : at + length], length)

    return draw


def make(options):
    torch.set_num_threads(1)
    rng = np.random.default_rng(options.seed)
    rows, audio = read_index(options.index)
    streams = streams_of(rows, audio, "train")
    keys = list(streams)
    options.out.mkdir(parents=True, exist_ok=True)
    picks = choose(streams, options.crops, rng)
    clean_path = options.out / "clean.i16"
    if not clean_path.exists():
        teacher = Teacher(options.teacher) if options.teacher else (lambda batch: torch.zeros(len(batch), 256))
        names = sorted({f"{key}@{factor}" for key, factor in picks if not key.startswith("?")})
        number = {name: n for n, name in enumerate(names)}
        labels, targets = [], []
        with open(clean_path, "wb") as file:
            for first in range(0, len(picks), 32):
                batch = np.stack([cut(streams[key], audio, rng, factor) for key, factor in picks[first : first + 32]])
                file.write((batch * 32767).astype(np.int16).tobytes())
                targets.append(teacher(torch.tensor(batch)).numpy().astype(np.float16))
                labels += [number.get(f"{key}@{factor}", -1) for key, factor in picks[first : first + 32]]
        np.savez(options.out / "labels.npz", speaker=np.array(labels), teacher=np.concatenate(targets), names=names)
        print(f"{len(picks)} crops, {len(names)} voices", flush=True)
    clean = np.memmap(clean_path, dtype=np.int16, mode="r").reshape(-1, SAMPLES)
    noises = noise_source(options.noise, rng)

    def voices(length):
        return np.resize(clean[rng.integers(len(clean))][:length].astype(np.float32) / 32768, length)

    log_mel = LogMel()
    for index in range(options.first, options.first + options.passes):
        rng = np.random.default_rng(options.seed + 100 + index)
        path = options.out / f"pass-{index}.f16"
        with open(str(path) + ".part", "wb") as file, torch.inference_mode():
            for first in range(0, len(clean), 32):
                batch = clean[first : first + 32].astype(np.float32) / 32768
                spoiled = np.stack([spoil(one, rng, noises, voices) for one in batch])
                file.write(log_mel(torch.tensor(spoiled)).numpy().astype(np.float16).tobytes())
        Path(str(path) + ".part").rename(path)
        print(f"pass {index} done", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--noise", type=Path)
    parser.add_argument("--teacher", type=Path, help="pretrained.pt; without it the targets are empty (train with --teacher-weight 0)")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--crops", type=int, default=16000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    make(parser.parse_args())
