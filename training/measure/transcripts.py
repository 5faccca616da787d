"""Measures how well the text head tells turn ends from pauses, in transcripts of calls that it was not trained on.

Reads transcripts of HarperValleyBank (github.com/cricketclub/gridspace-stanford-harper-valley, its folder `data`; CC
BY 4.0): the calls in `--calls`, by default those among its first hundred whose people speak in none of the labelled
calls.

A pause is a silence longer than 0.2 s (SHORTEST_SEC) between two segments of one person with nothing of the other
between. A turn end is the last segment before the other's.
"""

import argparse
import json
import re
from pathlib import Path

import numpy as np
import torch

from ..fusion.heads import log_loss
from ..shared.manifest import Manifest, add_manifest_option
from ..text.model import load, score_words
from ..text.words import words
from .score_point import SHORTEST_SEC, auc

HEARD = {"transcript": "as a recogniser wrote them", "human_transcript": "as people wrote them"}
NOISES = re.compile(r"\[[^]]*\]|<[^>]*>")


def pauses(segments, heard):
    """[(words of the other's last turn, words of this turn so far, whether the turn is over there)] of a call."""
    said = [
        (
            s["speaker_role"],
            s["offset_ms"] / 1000,
            (s["offset_ms"] + s["duration_ms"]) / 1000,
            words(NOISES.sub("", s[heard])),
        )
        for s in segments
    ]
    said = sorted((s for s in said if s[3]), key=lambda s: s[1])
    found, before, turn = [], [], []
    for k, (who, _, end, spoken) in enumerate(said):
        if k and said[k - 1][0] != who:
            before, turn = turn, []
        turn = turn + spoken
        over = k + 1 == len(said) or said[k + 1][0] != who
        if over or said[k + 1][1] - end > SHORTEST_SEC:
            found.append((before, turn, over))
    return found


def measured(calls, model, repeats, rng):
    """Returns a text: counts, AUC and log loss, each with its 95 % interval over calls; calls: [[pause]]."""
    scores = [score_words(model, call) for call in calls]
    over = [np.array([pause[2] for pause in call]) for call in calls]

    def figures(chosen):
        s, y = np.concatenate([scores[k] for k in chosen]), np.concatenate([over[k] for k in chosen])
        return auc(s[~y], s[y]), log_loss(s, y)

    value = figures(range(len(calls)))
    low, high = np.quantile(
        [figures(rng.integers(0, len(calls), len(calls))) for _ in range(repeats)], [0.025, 0.975], axis=0
    )
    ends = sum(int(y.sum()) for y in over)
    counts = f"{len(calls)} calls, {ends} turn ends, {sum(map(len, over)) - ends} pauses"
    return counts + "".join(
        f", {name} {v:.3f} [{lo:.3f}, {hi:.3f}]" for name, v, lo, hi in zip(("AUC", "log loss"), value, low, high)
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True, help="the folder `data` of a checkout")
    parser.add_argument(
        "--calls", default="harper-valley-transcripts", help="names of calls: a list in the manifest, or a path"
    )
    add_manifest_option(parser)
    parser.add_argument("--models", nargs="+", required=True, help="text heads (.pt)")
    parser.add_argument("--repeats", type=int, default=1000)
    options = parser.parse_args()
    torch.set_num_threads(1)
    folder = Path(options.data, "transcript")
    segments = [
        json.loads((folder / f"{name}.json").read_text())
        for name in json.loads(Manifest(options.manifest).path("labelled-calls", options.calls).read_text())
    ]
    for path in options.models:
        model = load(path)
        for heard, how in HEARD.items():
            found = measured(
                [pauses(call, heard) for call in segments], model, options.repeats, np.random.default_rng(1)
            )
            print(
                f"{path}, words {how}: {found}",
                flush=True,
            )


if __name__ == "__main__":
    main()
