"""How much wider embeddings scatter for readers the network has never heard, and between sittings of a reader.

    python -m training.voices.unseen --index DATA/index --model models/voice-lstm/model.onnx \\
        --corpora resemblyzer so762 dev-clean

Prints the variance of windows of 1.5 s in the coordinates of `point`, in which it is one for the voices of training
(scatter.py): between windows of one utterance that do not overlap, between two utterances of one sitting, and between
two sittings. Each is a mean over readers and coordinates.
"""

import argparse
from pathlib import Path

import numpy as np
import onnxruntime

from .corpora import RATE, read_index

SECONDS = 1.5
LENGTH = int(SECONDS * RATE)
UTTERANCES, WINDOWS = 12, 6


def points_of(session, rows, audio, rng):
    """-> points of one reader, and (sitting, utterance, start in seconds) of each."""
    points, places, sittings = [], [], {}
    for row in rows:
        if row["samples"] >= LENGTH:
            sittings.setdefault(row.get("sitting", ""), []).append(row)
    for sitting, said in enumerate(sittings[name] for name in sorted(sittings)):
        rng.shuffle(said)
        for utterance, row in enumerate(said[:UTTERANCES]):
            samples = audio[row["start"] : row["start"] + row["samples"]].astype(np.float32) / 32768
            count = max(1, min(WINDOWS, len(samples) // RATE - 1))
            for at in np.linspace(0, len(samples) - LENGTH, count).astype(int):
                points.append(session.run(["point"], {"samples": samples[None, at : at + LENGTH]})[0][0])
                places.append((sitting, utterance, at / RATE))
    return np.array(points), np.array(places)


def variances(points, places):
    """Half the mean square between two windows: in one utterance, in one sitting, in two sittings. nan without such
    pairs.
    """
    a, b = np.triu_indices(len(points), 1)
    apart = ((points[a] - points[b]) ** 2).mean(axis=1) / 2
    sitting, utterance = places[a, 0] == places[b, 0], places[a, 1] == places[b, 1]
    far = np.abs(places[a, 2] - places[b, 2]) >= SECONDS
    return [
        apart[kind].mean() if kind.any() else np.nan
        for kind in (sitting & utterance & far, sitting & ~utterance, ~sitting)
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--corpora", nargs="+", default=["resemblyzer", "so762"])
    parser.add_argument("--splits", nargs="+", default=["train", "dev"])
    options = parser.parse_args()
    rows, audio = read_index(options.index)
    one_thread = onnxruntime.SessionOptions()
    one_thread.intra_op_num_threads = 1
    session, rng = onnxruntime.InferenceSession(str(options.model), one_thread), np.random.default_rng(1)
    for corpus in options.corpora:
        for split in options.splits:
            readers = {}
            for row in rows:
                if row["corpus"] == corpus and row["split"] == split:
                    readers.setdefault(row["speaker"], []).append(row)
            found = [points_of(session, readers[name], audio, rng) for name in sorted(readers)]
            kinds = np.array([variances(*one) for one in found if len(one[0]) > 1])
            if len(kinds) == 0:
                continue
            means = [f"{kind[~np.isnan(kind)].mean():.2f}" if (~np.isnan(kind)).any() else "-" for kind in kinds.T]
            print(
                f"{corpus} {split}: {len(kinds)} readers, {sum(len(one[0]) for one in found)} windows; "
                f"one utterance {means[0]}, one sitting {means[1]}, two sittings {means[2]}"
            )
