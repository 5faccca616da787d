"""Real clips that no language model here is trained on, as windows of 3 s and 10 s of speech.

clips(SHARED) -> [(file name, language, samples)] from shared/audio: watson and speechmatics/languages.
"""

from pathlib import Path

import numpy as np

from ..voices.corpora import RATE, read_16k, without_silence

# First letters of the Watson and FLEURS file names. Files whose name gives no language are left out.
NAMES = {
    "ar-AR": "ar",
    "de-DE": "de",
    "de_de": "de",
    "en-": "en",
    "english": "en",
    "Us_English": "en",
    "uk-EN": "en",
    "es-ES": "es",
    "Es_ES": "es",
    "es_419": "es",
    "fr-FR": "fr",
    "fr_fr": "fr",
    "it-IT": "it",
    "ja-JP": "ja",
    "sample-Ja": "ja",
    "ja_jp": "ja",
    "ko-KR": "ko",
    "pt-BR": "pt",
    "zh-CN": "zh",
    "cmn": "zh",
    "he_il": "he",
    "th_th": "th",
}


def clips(shared):
    for path in sorted([*Path(shared).glob("watson/*.*"), *Path(shared).glob("speechmatics/languages/*.wav")]):
        language = next((code for start, code in NAMES.items() if path.name.startswith(start)), None)
        if language is None:
            continue
        samples = read_16k(path)
        if samples is not None:
            samples = without_silence(samples)
            yield path.name, language, samples / (np.abs(samples).max() + 1e-9) * 0.9


def cut(samples, seconds, hop):
    length = int(seconds * RATE)
    return [samples[at : at + length] for at in range(0, len(samples) - length + 1, int(hop * RATE))]
