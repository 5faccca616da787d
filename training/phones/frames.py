"""The language encoder's frames of each recording: OUT/frames-PART.f16 and OUT/frames-PART.json.

    python -m training.phones.frames --out DATA/phones --part 0 --of 2

A frame is 20 ms. Recordings longer than a window of 3 s are heard in windows 2 s apart; of each later window the
first half second is left out.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from ..lid.language_encoder import FRAME_SAMPLES, FRAMES, WIDTH
from ..lid.windows import cut_model
from ..voices.corpora import RATE, read_16k

ROOT = Path(__file__).resolve().parents[2]
# The output of the encoder's last block, `[1, frames, 384]`.
TAP = "/listener/blocks.2/Add_4_output_0"
# Frames from one window to the next, and frames left out at the beginning of a later window.
HOP, WARMING = 100, 25
LEAST_SEC, MOST_SEC, QUIETEST = 0.3, 16, 1e-3


def language_encoder():
    """-> a function from samples, at most 3 s, to [frames, 384]"""
    return cut_model(ROOT / "models/language-encoder/model.onnx", "samples", TAP)


def frames_of(samples, hear):
    """-> [frames, 384] float16"""
    count = len(samples) // FRAME_SAMPLES
    if count <= FRAMES:
        return hear(samples[: count * FRAME_SAMPLES]).astype(np.float16)
    found = np.zeros((count, WIDTH), np.float16)
    for start in [*range(0, count - FRAMES, HOP), count - FRAMES]:
        skipped = WARMING if start else 0
        found[start + skipped : start + FRAMES] = hear(
            samples[start * FRAME_SAMPLES : (start + FRAMES) * FRAME_SAMPLES]
        )[skipped:]
    return found


def store(options):
    hear, rng, kept, at = language_encoder(), np.random.default_rng(options.part), [], 0
    rows = [json.loads(line) for line in open(options.out / "transcripts.jsonl")]
    with open(options.out / f"frames-{options.part}.f16", "wb") as file:
        for number, row in list(enumerate(rows))[options.part :: options.of]:
            samples = read_16k(row["path"])
            if (
                samples is None
                or not LEAST_SEC * RATE < len(samples) < MOST_SEC * RATE
                or np.abs(samples).max() < QUIETEST
            ):
                continue
            # A little of a quiet room follows the speech, as at a pause.
            quiet = rng.standard_normal(rng.integers(RATE // 20, RATE // 3)) * np.abs(samples).max() * 1e-3
            frames = frames_of(np.concatenate([samples, quiet]).astype(np.float32), hear)
            file.write(frames.tobytes())
            kept.append((number, at, len(frames)))
            at += len(frames)
    (options.out / f"frames-{options.part}.json").write_text(json.dumps(kept))
    print(f"{len(kept)} recordings, {at * FRAME_SAMPLES / RATE / 3600:.1f} hours")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder of transcripts.py")
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--of", type=int, default=1)
    store(parser.parse_args())
