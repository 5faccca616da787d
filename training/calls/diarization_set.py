"""Writes calls of two people as rooms for voices/diarize.mjs: each call in one channel, with its RTTM.

If a call has a channel for each person, speech is the voice activity of each channel, segments set aside included. A
call in one channel has the speakers that its list names, without segments set aside. Calls of which only one side is
known are left out.
"""

import argparse
import pickle
from pathlib import Path

import soundfile as sf

from ..shared.audio import RATE
from .rooms import mixed


def speech(call, rows):
    """Returns the speech of a call as [(start, end, speaker)], in seconds."""
    if len(call["all"]) > 1:
        return [(start, end, channel) for channel, spans in call["all"].items() for start, end in spans]
    return [(row["start"], row["end"], row["speaker"]) for row in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", required=True, help="calls.pkl of calls.labelled")
    parser.add_argument("--out", required=True, help="folder for NAME.wav and NAME.rttm")
    options = parser.parse_args()
    calls = pickle.load(open(options.calls, "rb"))
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    written = 0
    for name, call in calls["sounds"].items():
        spans = sorted(speech(call, [row for row in calls["rows"] if row["call"] == name]))
        if len({speaker for *_, speaker in spans}) < 2:
            continue
        sf.write(out / f"{name}.wav", mixed(list(call["audio"].values())), RATE, subtype="PCM_16")
        lines = [
            f"SPEAKER {name} 1 {start:.3f} {end - start:.3f} <NA> <NA> {speaker} <NA> <NA>\n"
            for start, end, speaker in spans
        ]
        (out / f"{name}.rttm").write_text("".join(lines))
        written += 1
    print(f"{written} calls of {len(calls['sounds'])}")


if __name__ == "__main__":
    main()
