"""The recheck of a pause: it is heard again with SEC of silence, if it lasts that long (src/eot/learned-scorer.ts).

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
    """The key of a pause, whoever heard it."""
    return row["call"], row["speaker"], round(row["end"], 2)


def is_there(folder):
    return os.path.exists(f"{folder}/second/decoded.jsonl")


def lasts_long_enough(row):
    """Whether the speaker is silent long enough for a recheck. After the end of a turn nobody speaks on that
    channel.
    """
    return row["label"] == "eot" or row["duration"] > SEC + OVER_SEC


def matched(rows, again):
    """(places in `rows` of the pauses that are rechecked, their rows at the recheck)."""
    known = {key(row): row for row in again}
    indices = [i for i, row in enumerate(rows) if lasts_long_enough(row) and key(row) in known]
    return np.array(indices, int), [known[key(rows[i])] for i in indices]


def rechecked(folder, rows):
    """The same from a folder of decoded windows. Words before the window are those heard at the judgement."""
    return matched(rows, decoded.read(f"{folder}/second", earlier=folder))


def silence_log_odds(line):
    """Log-odds that a silence of SEC adds. The sums of the recheck are fitted on pauses that last so long."""
    return float(np.interp(SEC, [p["sec"] for p in line], [p["logOdds"] for p in line]))


def final_scores(first, indices, second, line):
    """Log-odds that count from STANDS_SEC of silence on, without what the silence adds, as in `first`.

    The mean of judgement and recheck, within MOST of the judgement, for the pauses at `indices`; the judgement for
    the others.
    """
    found = np.array(first, float)
    found[indices] += np.clip((second - silence_log_odds(line) - found[indices]) / 2, -MOST, MOST)
    return found


def with_later(rows, standing):
    """The rows with the score that counts from the recheck on, as `later`."""
    return [row | dict(later=float(score)) for row, score in zip(rows, standing)]


def without_recheck(rows):
    """The rows without the scores of rechecks."""
    return [{key: value for key, value in row.items() if key != "later"} for row in rows]


def grid_scores(first, later):
    """[pauses, steps of the grid]: `first`, and from STANDS_SEC on `later`."""
    return np.where(GRID[None] >= STANDS_SEC - 1e-9, np.asarray(later)[:, None], np.asarray(first)[:, None])
