"""Real speech whose terms allow measuring but no shipped weights, in languages that test_set.py lacks.

    windows_of(FOLDER) -> [(source, speaker, language, samples)]
    FOLDER is laid out as in RULES: clone, then copy or unzip there.

| folder | repository | terms |
|---|---|---|
| hi | shivam-shukla/Speech-Dataset-in-Hindi-Language, TestingAudio | none stated |
| id | s-sakti/data_indsp_teldialog_svcsr, telephone sentences, unzipped | CC BY-NC-SA |
| tr | Xeonen/TurEV-DB, acted words | NC-ND |
| ko | emotiontts/emotiontts_open_db, up to six sentences of a folder | CC BY-NC-SA |
| gcompris/LANGUAGE | gcompris/GCompris-voices, words and short instructions | GPL |

Clips shorter than a window are strung together within one speaker, or within one folder if the speaker is not named.
"""

from collections import defaultdict
from pathlib import Path

import numpy as np

from ..voices.corpora import RATE, read_16k, without_silence

GCOMPRIS = {
    "ar": "ar",
    "hi": "hi",
    "id": "id",
    "it": "it",
    "nl": "nl",
    "pt": "pt",
    "pt_BR": "pt",
    "tr": "tr",
    "zh_CN": "zh",
    "zh_TW": "zh",
}

# (source, pattern, language, function from a path to the name of the speaker)
RULES = [
    ("shivam-hi", "hi/**/*.wav", "hi", lambda p: p.stem.split("_")[0]),
    ("indsp-id", "id/wav/*.wav", "id", lambda p: p.stem.split("_")[0]),
    ("turev-tr", "tr/*/*/*.wav", "tr", lambda p: p.stem.split("_")[1]),
    ("emotiontts-ko", "ko/**/*.wav", "ko", lambda p: p.parts[-3]),
    *[
        (f"gcompris-{code}", f"gcompris/{folder}/*/*.ogg", code, lambda p: f"{p.parts[-3]}-{p.parts[-2]}")
        for folder, code in GCOMPRIS.items()
    ],
]


def windows_of(folder, seconds=3, most=6, seed=5):
    """At most `most` windows of every speaker."""
    rng, length = np.random.default_rng(seed), int(seconds * RATE)
    for source, pattern, language, speaker_of in RULES:
        files = defaultdict(list)
        for path in sorted(Path(folder).glob(pattern)):
            files[speaker_of(path)].append(path)
        for speaker, paths in sorted(files.items()):
            rng.shuffle(paths)
            stream, taken = np.zeros(0, np.float32), 0
            for path in paths:
                samples = read_16k(path)
                if samples is None or len(samples) < RATE // 5:
                    continue
                samples = without_silence(samples)
                stream = np.concatenate([stream, samples / (np.abs(samples).max() + 1e-6) * 0.9])
                while len(stream) >= length and taken < most:
                    yield source, speaker, language, stream[:length].astype(np.float32)
                    stream, taken = stream[length:], taken + 1
                if taken >= most:
                    break
