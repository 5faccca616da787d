"""Writes the turns of labelled calls as a corpus for `turnwire eval`.

A row is a turn that is known to be over: its pauses, and the turn before it as our own recogniser wrote it. The split
of a row is the group of its call, from which one fold of fusion.fit --folds did not learn. The silence after a turn
is the call's own until somebody speaks, then the same silence backwards and forwards, up to TAIL_SEC: a policy may
wait that long.
"""

import argparse
import json
import pickle
from pathlib import Path

import numpy as np
import soundfile as sf

from ..shared.audio import RATE
from . import decoded

LEAD_SEC = 0.5
"""Silence kept before the turn."""
TAIL_SEC = 5.0
NEXT_SPEECH_SEC = 0.1
"""Cut off before the next speech, which begins before voice activity notices it."""


def turns(rows):
    """[[pause]]: the pauses of each turn that is over, in order."""
    found = {}
    for row in rows:
        found.setdefault((row["call"], row["speaker"], row["turn_start"]), []).append(row)
    return [pauses for pauses in found.values() if pauses[-1]["label"] == "eot"]


def cut(pauses, sound):
    """(samples of a turn, second of the call at which they begin)."""
    audio, speech = sound["audio"][pauses[0]["channel"]], sound["all"][pauses[0]["channel"]]
    begin, end = pauses[0]["turn_start"], pauses[-1]["end"]
    before = max((stop for _, stop in speech if stop < begin), default=0.0)
    start = max(0.0, before, begin - LEAD_SEC)
    following = min((other for other, _ in speech if other > end), default=len(audio) / RATE) - NEXT_SPEECH_SEC
    heard = audio[int(start * RATE) : int(min(max(following, end + NEXT_SPEECH_SEC), end + TAIL_SEC) * RATE)]
    silence = heard[int((end - start) * RATE) :]
    to_and_fro = np.concatenate([silence[::-1], silence])
    wanted = int((end - start + TAIL_SEC) * RATE)
    return np.concatenate([heard, np.resize(to_and_fro, max(0, wanted - len(heard)))])[:wanted], start


def row_of(name, pauses, start, context):
    spans = [
        dict(start=round(p["end"] - start, 3), end=round(p["end"] + p["duration"] - start, 3)) for p in pauses[:-1]
    ]
    last = round(pauses[-1]["end"] - start, 3)
    return dict(
        id=name,
        language="en",
        audio=f"audio/{name}.wav",
        silence_spans=[*spans, dict(start=last, end=round(last + TAIL_SEC, 3))],
        messages=[dict(role="assistant", content=context)] if context else [],
        split=pauses[0]["group"],
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", required=True, help="calls.pkl of calls.labelled")
    parser.add_argument("--windows", required=True, help="folder of their decoded windows")
    parser.add_argument("--out", required=True, help="folder of the corpus")
    options = parser.parse_args()
    data = pickle.load(open(options.calls, "rb"))
    contexts = {(r["call"], r["speaker"], r["turn_start"]): r["context"] for r in decoded.read(options.windows)}
    folder = Path(options.out)
    (folder / "audio").mkdir(parents=True, exist_ok=True)
    rows = []
    for pauses in turns(data["rows"]):
        call, speaker, begin = (pauses[0][key] for key in ("call", "speaker", "turn_start"))
        samples, start = cut(pauses, data["sounds"][call])
        name = f"{call}-{speaker}-{begin:.2f}".replace(" ", "_")
        sf.write(
            folder / "audio" / f"{name}.wav", np.clip(np.rint(samples * 32768), -32768, 32767).astype(np.int16), RATE
        )
        rows.append(row_of(name, pauses, start, contexts.get((call, speaker, begin))))
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    print(f"{len(rows)} turns")


if __name__ == "__main__":
    main()
