"""Writes labelled calls as rooms: both channels mixed to one, and the pauses in which nobody speaks.

Out: rooms.f32 (samples, one call after the other), rooms.jsonl ({call, offset, length}), pauses.jsonl (a labelled
pause a line). An end over which the other person already speaks is no pause of a room.
"""

import argparse
import json
import pickle
from pathlib import Path

import numpy as np

from ..measure.score_point import SHORTEST_SEC, counted

TOUCH_SEC = 0.01


def mixed(channels):
    """The sum of the channels, cut to -1..1."""
    both = np.zeros(max(map(len, channels)), np.float32)
    for samples in channels:
        both[: len(samples)] += samples
    return np.clip(both, -1, 1)


def quiet(row, segments):
    """Whether nobody speaks from the end of a row's speech to what follows."""
    following = row["end"] + row["duration"]
    return row["duration"] >= SHORTEST_SEC and not any(
        a < following - TOUCH_SEC and b > row["end"] + TOUCH_SEC for a, b in segments
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", required=True, help="calls.pkl of calls.labelled")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    calls = pickle.load(open(options.calls, "rb"))
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    offset = 0
    with open(out / "rooms.f32", "wb") as sound, open(out / "rooms.jsonl", "w") as rooms:
        for name, call in calls["sounds"].items():
            both = mixed(list(call["audio"].values()))
            sound.write(both.astype(np.float32).tobytes())
            rooms.write(json.dumps(dict(call=name, offset=offset, length=len(both))) + "\n")
            offset += len(both)
    segments = {
        name: [s for channel in call["all"].values() for s in channel] for name, call in calls["sounds"].items()
    }
    kept = [row for row in counted(calls["rows"]) if quiet(row, segments[row["call"]])]
    with open(out / "pauses.jsonl", "w") as pauses:
        for row in kept:
            pauses.write(
                json.dumps({key: value if isinstance(value, str) else float(value) for key, value in row.items()})
                + "\n"
            )
    held = sum(row["label"] == "hold" for row in kept)
    print(f"{len(calls['sounds'])} calls, {held} pauses, {len(kept) - held} turn ends in which nobody speaks")


if __name__ == "__main__":
    main()
