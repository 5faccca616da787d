"""The second look at a pause: heard again with SEC of silence, where it lasts that long (src/eot/learned-scorer.ts).

Windows of a second look lie in the folder `second` of those of the first, in the same order: windows.py --after 0.3.
"""
import os

import numpy as np

from ..calls import decoded
from ..measure.service import GRID

SEC = 0.3
STANDS_SEC = 0.4
"""Its score stands from here on, so that it is worked out by then."""
OVER_SEC = 0.04
"""Voice activity tells speech so late: a pause inside a turn is heard again where it lasts so much longer than SEC."""
MOST = 1.0
"""The second look moves the log-odds of the first by so much at most: one that could end no turn by it need not be taken."""


def place(row):
    """What a pause is known by, whoever heard it."""
    return row["call"], row["speaker"], round(row["end"], 2)


def is_there(folder):
    return os.path.exists(f"{folder}/second/decoded.jsonl")


def lasts(row):
    """Whether the speaker is silent for so long. After a turn's end nobody on that channel speaks."""
    return row["label"] == "eot" or row["duration"] > SEC + OVER_SEC


def matched(rows, again):
    """(places in `rows` of the pauses that are heard again, their rows of the second look)."""
    known = {place(row): row for row in again}
    indices = [i for i, row in enumerate(rows) if lasts(row) and place(row) in known]
    return np.array(indices, int), [known[place(rows[i])] for i in indices]


def heard_again(folder, rows):
    """The same of a folder of decoded windows: words before the window as they were heard at first."""
    return matched(rows, decoded.read(f"{folder}/second", earlier=folder))


def worth(line):
    """What a silence of SEC is worth by the line of fusion.json: the second sums are fitted on pauses that last so long."""
    return float(np.interp(SEC, [p["sec"] for p in line], [p["logOdds"] for p in line]))


def standing(first, indices, second, line):
    """Log-odds from STANDS_SEC of silence on, at the first silence point as `first` is: the mean of both looks within MOST of the first, where there is a second one."""
    found = np.array(first, float)
    found[indices] += np.clip((second - worth(line) - found[indices]) / 2, -MOST, MOST)
    return found


def with_later(rows, standing):
    """The rows with what their scores come to from the second look on."""
    return [row | dict(later=float(score)) for row, score in zip(rows, standing)]


def one_look(rows):
    """The rows without it."""
    return [{key: value for key, value in row.items() if key != "later"} for row in rows]


def steps(first, later):
    """[pauses, steps of the grid]: `first`, from STANDS_SEC on `later`."""
    return np.where(GRID[None] >= STANDS_SEC - 1e-9, np.asarray(later)[:, None], np.asarray(first)[:, None])
