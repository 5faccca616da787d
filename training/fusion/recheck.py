"""The recheck of a pause: a pause that lasts SEC is decoded and scored again (src/eot/learned-scorer.ts).

The windows of rechecks lie in the folder `second` inside the windows of the judgements, in the same order
(calls.windows --after 0.3).
"""

import os

import numpy as np

from ..calls import decoded
from ..measure.service import GRID

SEC = 0.3
STANDS_SEC = 0.4
"""The score of the recheck counts from this much silence on, so that it is computed by then."""
OVER_SEC = 0.04
"""Delay of voice activity. A pause inside a turn is rechecked only if it lasts this much longer than SEC."""
MOST = 1.0
"""The recheck moves the log-odds of the judgement by at most this much. If that can end no turn, no recheck is
needed.
"""


def key(row):
    """The key of a pause, the same in every folder of windows."""
    return row["call"], row["speaker"], round(row["end"], 2)


def is_there(folder):
    return os.path.exists(f"{folder}/second/decoded.jsonl")


def lasts_long_enough(row):
    """Whether the speaker is silent long enough for a recheck. After the end of a turn nobody speaks on that
    channel.
    """
    return row["label"] == "eot" or row["duration"] > SEC + OVER_SEC


def matched(rows, again):
    """Returns the indices in `rows` of the pauses that are rechecked, and their rows at the recheck."""
    known = {key(row): row for row in again}
    indices = [i for i, row in enumerate(rows) if lasts_long_enough(row) and key(row) in known]
    return np.array(indices, int), [known[key(rows[i])] for i in indices]


def rechecked(folder, rows):
    """`matched` for a folder of decoded windows. Words before a window are those decoded at the first judgement."""
    return matched(rows, decoded.read(f"{folder}/second", earlier=folder))


def silence_log_odds(line):
    """Log-odds that a silence of SEC adds. The sums of the recheck are fitted on pauses that last so long."""
    return float(np.interp(SEC, [p["sec"] for p in line], [p["logOdds"] for p in line]))


def final_scores(first, indices, second, line):
    """Returns the log-odds that count from STANDS_SEC of silence on. Like `first`, they lack what the silence adds.

    The mean of judgement and recheck, within MOST of the judgement, for the pauses at `indices`; the judgement for
    the others.
    """
    found = np.array(first, float)
    found[indices] += np.clip((second - silence_log_odds(line) - found[indices]) / 2, -MOST, MOST)
    return found


def with_later(rows, standing):
    """Returns the rows, each with the score that counts from the recheck on in its field `later`."""
    return [row | dict(later=float(score)) for row, score in zip(rows, standing)]


def without_recheck(rows):
    """The rows without the scores of rechecks."""
    return [{key: value for key, value in row.items() if key != "later"} for row in rows]


def grid_scores(first, later):
    """Returns the scores [pauses, steps of the grid]: `first` before STANDS_SEC of silence, `later` from then on."""
    return np.where(GRID[None] >= STANDS_SEC - 1e-9, np.asarray(later)[:, None], np.asarray(first)[:, None])
