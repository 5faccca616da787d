"""Writes the pauses of measure.languages as a corpus for `turnwire eval`: a recording is a turn.

    python -m training.measure.read_turns WORK --folder hi=... --folder ko=... --out CORPUS [--most 50 [--rest]]

WORK: a folder of `measure.languages windows`, whose --folder options these repeat. What follows the last word is room
tone, TAIL_SEC of it, because a policy may wait that long. The split of a row is its source. `--most` spreads
what it takes of a language evenly over its recordings. `--rest` takes the others, to choose policies on.
"""

import argparse
import json
from collections import Counter
from itertools import groupby
from pathlib import Path

import numpy as np
import soundfile as sf

from ..calls.eval_corpus import TAIL_SEC, row_of
from ..shared.audio import RATE, load, room_tone
from .languages import AFTER_SEC, LONGEST_RECORDING_SEC


def turn(path, end, rng):
    """The samples of a recording up to the end of its speech, and room tone after it."""
    samples = load(path)
    samples = (samples if samples.ndim == 1 else samples.mean(0))[: LONGEST_RECORDING_SEC * RATE]
    heard = samples[: int((end + AFTER_SEC) * RATE)]
    tone = room_tone(samples, int(np.ceil((end + TAIL_SEC) * RATE)) - len(heard), rng)
    return np.concatenate([heard, tone])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", help="folder of windows")
    parser.add_argument("--folder", action="append", default=[], help="name=path of a folder of recordings")
    parser.add_argument("--most", type=int, help="recordings of a language, at most")
    parser.add_argument("--rest", action="store_true", help="only the recordings that --most leaves out")
    parser.add_argument("--out", required=True, help="folder of the corpus")
    options = parser.parse_args()
    folders = dict(spec.split("=", 1) for spec in options.folder)
    out, rng = Path(options.out), np.random.default_rng(6)
    (out / "audio").mkdir(parents=True, exist_ok=True)
    windows = [json.loads(line) for line in open(f"{options.work}/windows.jsonl", encoding="utf8")]
    rows, seen = [], Counter()
    turns = [list(group) for _, group in groupby(windows, key=lambda row: row["call"])]
    count = Counter(pauses[0]["language"] for pauses in turns)
    for pauses in turns:
        language, call = pauses[0]["language"], pauses[0]["call"]
        seen[language] += 1
        share = min(1, (options.most or len(turns)) / count[language])
        is_taken = int(seen[language] * share) > int((seen[language] - 1) * share)
        if is_taken == options.rest:
            continue
        source, rest = call.split("/", 1)
        name = f"{language}-{seen[language]:03d}"
        samples = turn(f"{folders[source]}/{rest}", pauses[-1]["end"], rng)
        sf.write(out / "audio" / f"{name}.wav", np.clip(samples, -1, 1), RATE, "PCM_16")
        row = row_of(name, [pause | dict(group=source) for pause in pauses], 0.0, None)
        rows.append(row | dict(language=language, tags=dict(recording=call)))
    (out / "rows.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    print(f"{len(rows)} turns")


if __name__ == "__main__":
    main()
