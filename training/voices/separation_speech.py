"""Speech that the separation network learns from: each person dry, and in two versions with other speeds and rooms.

    python -m training.voices.separation_speech --index DATA/index --responses DATA/responses.npz \\
        --embedder models/voice-lstm/model.onnx --out DATA/separation

Writes for each version `audioN.i16`, every person's utterances behind the other at one level (at most 150 s a person),
`peopleN.tsv` (name, corpus, split, start, samples), and `embeddingsN.npz`, embeddings of up to 12 pieces of 2.2 s a
person with their places. A version of a person counts as a person of its own. The readers of LibriSpeech dev-clean are
training data here, but for one in seven.
"""

import argparse
import hashlib
from pathlib import Path

import numpy as np
import onnxruntime
from scipy.signal import fftconvolve, resample_poly

from .augment import tilt
from .corpora import RATE, read_index
from .room_responses import read as read_responses

VERSIONS = 3
LEVEL = 0.06
MOST = 150 * RATE
PIECE, PIECES = int(2.2 * RATE), 12
# Resampled by these factors, a voice and its pace become higher or lower.
SPEEDS = [(1, 1), (1, 1), (10, 9), (10, 11)]


def split_of(name, corpus):
    bucket = int(hashlib.sha256(name.encode()).hexdigest()[:8], 16) / 2**32
    return "dev" if bucket < (0.15 if corpus == "dev-clean" else 0.12) else "train"


def changed(samples, speed, rooms, rng):
    """One utterance with another speed, from a place in a room, and in three cases of ten by another microphone."""
    if speed != (1, 1):
        samples = resample_poly(samples, *speed).astype(np.float32)
    room = rooms[rng.integers(len(rooms))]
    heard = fftconvolve(samples, room[rng.integers(len(room))])[: len(samples)].astype(np.float32)
    return tilt(heard, rng) if rng.random() < 0.3 else heard


def write_speech(options, version):
    rng = np.random.default_rng(100 + version)
    rows, audio = read_index(options.index)
    rooms = read_responses(options.responses)
    people = {}
    for row in rows:
        if row["split"] != "test":
            people.setdefault(row["speaker"], []).append(row)
    lines, at = [], 0
    with open(options.out / f"audio{version}.i16", "wb") as out:
        for name, utterances in people.items():
            corpus, start = utterances[0]["corpus"], at
            speed = SPEEDS[rng.integers(len(SPEEDS))]
            for place in rng.permutation(len(utterances)):
                if at - start > MOST:
                    break
                row = utterances[place]
                samples = audio[row["start"] : row["start"] + row["samples"]].astype(np.float32) / 32768
                if version:
                    samples = changed(samples, speed, rooms, rng)
                scaled = samples / (np.sqrt((samples**2).mean()) + 1e-9) * LEVEL
                out.write((scaled.clip(-0.99, 0.99) * 32767).astype(np.int16).tobytes())
                at += len(samples)
            lines.append(f"{name}\t{corpus}\t{split_of(name, corpus)}\t{start}\t{at - start}")
    (options.out / f"people{version}.tsv").write_text("\n".join(lines) + "\n")


def read_people(folder, version):
    """Rows of peopleN.tsv: name, corpus, split, start, samples."""
    rows = [line.split("\t") for line in (folder / f"people{version}.tsv").read_text().splitlines()]
    return [(name, corpus, split, int(start), int(samples)) for name, corpus, split, start, samples in rows]


def write_embeddings(options, version):
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(options.embedder), settings, providers=["CPUExecutionProvider"])
    audio = np.memmap(options.out / f"audio{version}.i16", dtype=np.int16, mode="r")
    rng = np.random.default_rng(version)
    places, vectors = [], []
    for number, (_, _, _, start, samples) in enumerate(read_people(options.out, version)):
        offsets = np.arange(0, max(1, samples - PIECE + 1), PIECE)
        for offset in rng.permutation(offsets)[:PIECES]:
            piece = audio[start + offset : start + offset + PIECE].astype(np.float32) / 32768
            vectors.append(session.run(["embedding"], {"samples": piece[None]})[0][0])
            places.append((number, start + offset))
    out = options.out / f"embeddings{version}.npz"
    np.savez(out, places=np.array(places), vectors=np.stack(vectors).astype(np.float32))


def main(options):
    options.out.mkdir(parents=True, exist_ok=True)
    for version in range(VERSIONS):
        write_speech(options, version)
        write_embeddings(options, version)
        print(f"version {version}: {len(read_people(options.out, version))} people", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--responses", type=Path, required=True)
    parser.add_argument("--embedder", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    main(parser.parse_args())
