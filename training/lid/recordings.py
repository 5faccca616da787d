"""Writes all recordings that the language encoder is trained on into one file, so that training only reads.

    python -m training.lid.recordings --index DATA/index --data DATA --out DATA/lid-recordings

Out: audio.i16 (16 kHz, without silences) and recordings.json, [language, source, first sample, samples] each. The
recordings are those of windows.py and more_sources.py, and its unlabelled ones (at most 700 files of a pattern, 4 000
of the Mandarin words).
"""

import argparse
import json
from pathlib import Path

import numpy as np

from ..voices.corpora import RATE, read_16k, without_silence
from .more_sources import UNLABELLED
from .windows import sources

MOST_FILES, MOST_WORDS, LEAST_SAMPLES = 700, 4000, 1600


def everything(options):
    """Yields (language, source, samples) of every recording."""
    rng = np.random.default_rng(0)
    for (language, source), many in sources(options).items():
        for one in many:
            yield language, source, one()
    for folder, pattern, language, source in UNLABELLED:
        paths = sorted((options.data / folder).glob(pattern))
        most = MOST_WORDS if source == "words" else MOST_FILES
        for i in rng.permutation(len(paths))[:most]:
            samples = read_16k(paths[i])
            if samples is not None:
                yield language, source, without_silence(samples)


def write(options):
    options.out.mkdir(parents=True, exist_ok=True)
    rows, position = [], 0
    with open(options.out / "audio.i16", "wb") as file:
        for language, source, samples in everything(options):
            if len(samples) < LEAST_SAMPLES:
                continue
            file.write((np.clip(samples, -1, 1) * 32767).astype(np.int16).tobytes())
            rows.append([language, source, position, len(samples)])
            position += len(samples)
    (options.out / "recordings.json").write_text(json.dumps(rows))
    print(f"{len(rows)} recordings, {position / RATE / 3600:.1f} h")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.set_defaults(only=None)
    write(parser.parse_args())
