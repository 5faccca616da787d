"""The windows of 3 s that the language identifier learns from, and what Moonshine's encoder makes of them.

    python -m training.lid.windows --index DATA/index --data DATA --encoder encoder_model.onnx --out DATA/lid

Sources are kept apart by name (`espeak`, `neural`, `so762`, ...). Training balances languages first and sources
within a language second, because a language with one corpus would otherwise be learned by its microphone. Every
window goes through the voices' augmentation (rooms, noise, telephone band). Out: encoder frames after layer `--layer`
[windows, 123, 288] float16, language, source.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
from onnx.utils import Extractor

from ..shared.audio import session
from ..voices.augment import speed, spoil
from ..voices.corpora import RATE, read_16k, read_index, without_silence
from ..voices.crops import noise_source
from .more_sources import FOUND, MOST
from .synthesise import LANGUAGES, PRODUCT

SAMPLES = 3 * RATE
FRAMES = 123

# Single files of free repositories: (folder, pattern, language, source).
CLIPS = [
    *[
        ("pico", f"*/resources/audio_samples/*_{code}*.wav", code, "picovoice")
        for code in ("de", "es", "fr", "it", "ja", "ko", "pt", "zh")
    ],
    ("azure-sdk", "**/zhcn*.wav", "zh", "azure"),
    ("azure-sdk", "**/console/es-mx.wav", "es", "azure"),
    ("cosy", "**/zero_shot_prompt.wav", "zh", "cosyvoice"),
    ("sherpa", "**/vits-zh-aishell3/*.wav", "zh", "neural"),
    ("amivoice", "audio/test*.wav", "ja", "amivoice"),
    *[
        ("picovoice", f"resources/audio_samples/*_{code}.wav", code, "picovoice-2")
        for code in ("ar", "de", "es", "fr", "hi", "it", "ja", "ko", "nl", "pt", "zh", "fa", "pl", "ru", "sv", "vn")
    ],
    ("riva", "data/examples/de-DE_sample.wav", "de", "riva"),
    ("riva", "data/examples/es-US_sample.wav", "es", "riva"),
    ("riva", "data/examples/ru-RU_sample.wav", "ru", "riva"),
    ("rdh", "samples/*.wav", "nl", "rdh"),
    *[
        ("asterisk", f"{voice}/**/*.wav", voice[:2], "prompts")
        for voice in (
            "it_IT_m_Carlo",
            "it_IT_f_Menardi",
            "es_MX_f_Allison",
            "fr_CA_f_June",
            "en_US_f_Allison",
            "ru_RU_f_IvrvoiceRU",
        )
    ],
    *[
        ("pico/orca", f"**/orca_params_{code}_*.wav", code, "orca")
        for code in ("de", "es", "fr", "it", "ja", "ko", "pt")
    ],
]
KIND = {"mimic3": "neural", "larynx": "neural"}


class Recording:
    """A file that is decoded when it is first asked for and then kept (int16)."""

    def __init__(self, path):
        self.path, self.kept = path, None

    def __call__(self):
        if self.kept is None:
            self.kept = (without_silence(read_16k(self.path)) * 32767).clip(-32767, 32767).astype(np.int16)
        return self.kept.astype(np.float32) / 32768


def cut_model(path, given, said):
    """-> a function from samples to the model's activation `said` for its input `given`: [frames, width]."""
    part = Extractor(onnx.load(path)).extract_model([given], [said])
    model = session(part.SerializeToString(), **{"session.disable_quant_qdq": "1"})
    return lambda samples: model.run([said], {given: samples[None]})[0][0]


def cut_encoder(path, layer):
    """-> a function from samples to Moonshine's frames after the encoder's `layer`: [frames, 288]."""
    return cut_model(path, "input_values", f"/layers.{layer}/Add_1_output_0")


def sources(options):
    """(language, source) -> list of recordings. Short ones are kept too, to be strung together."""
    rows, audio = read_index(options.index)
    found = {}
    for row in rows:
        if row["split"] != "train":
            continue
        if options.only and row["corpus"] not in options.only and KIND.get(row["corpus"]) not in options.only:
            continue
        source = KIND.get(row["corpus"], row["corpus"])
        span = (row["start"], row["samples"])
        found.setdefault((row["language"], source), []).append(
            lambda s=span: audio[s[0] : sum(s)].astype(np.float32) / 32768
        )
    for folder, pattern, language, source in [*CLIPS, *FOUND]:
        for path in sorted((options.data / folder).glob(pattern)):
            found.setdefault((language, source), []).append(Recording(path))
    for language in LANGUAGES:
        for path in sorted((options.data / "synthetic" / language).glob("*.wav")):
            if path.stat().st_size < 16000:
                continue
            found.setdefault((language, path.name.split("-")[0]), []).append(Recording(path))
    return {key: many for key, many in found.items() if not options.only or key[1] in options.only}


def window(recordings, rng):
    """3 s from one recording, or from several of the source strung together if they are short."""
    pieces, have = [], 0
    while have < SAMPLES * 1.12:
        one = recordings[rng.integers(len(recordings))]()
        if len(one) > SAMPLES * 1.12:
            at = rng.integers(0, int(len(one) - SAMPLES * 1.12) + 1)
            one = one[at : at + int(SAMPLES * 1.12) + 1]
        pieces.append(one / (np.abs(one).max() + 1e-6))
        have += len(one)
    joined = np.concatenate(pieces)
    factor = (1, 1, 0.9, 1.1)[rng.integers(4)]
    return (joined if factor == 1 else speed(joined, factor))[:SAMPLES]


def budget(language, source, recordings, scale):
    """How many windows a source gives; what it holds bounds that."""
    if language not in PRODUCT:
        return int({"espeak": 60, "neural": 60}.get(source, 40) * scale)
    most = {
        "espeak": 450,
        "neural": 350,
        "festival": 80,
        "picovoice": 160,
        "so762": 700,
        "resemblyzer": 300,
        "arsc": 450,
        "kerstin": 350,
        "pico/s2i": 250,
        "pico/wwb": 150,
        "precise": 150,
        "azure": 80,
        "orca": 150,
        "amivoice": 80,
        "prompts": 240,
        **MOST,
    }
    return int(min(most.get(source, 80), 40 * len(recordings)) * scale)


# Sources of a few clips each. `small_scale` may take more of them.
SMALL = {"picovoice", "picovoice-2", "azure", "amivoice", "cosyvoice", "riva", "rdh", "prompts"}


def spoiled_windows(options):
    """Yields (language, source, samples) of every planned window, in random order."""
    rng = np.random.default_rng(options.seed)
    found = sources(options)
    noises = noise_source(options.noise, rng)
    pool = [one for (_, source), many in found.items() if source == "so762" for one in many]
    pool = pool or [one for many in found.values() for one in many]

    def voices(length):
        return np.resize(pool[rng.integers(len(pool))](), length)

    plan = []
    for (language, source), many in found.items():
        scale = options.small_scale or options.scale if source in SMALL else options.scale
        plan += [(language, source)] * budget(language, source, many, scale)
    if not options.only:
        plan += [("none", "noise")] * int(250 * options.scale)
    rng.shuffle(plan)
    print(len(plan), "windows planned", flush=True)
    for language, source in map(tuple, plan):
        if language == "none":
            clean = noises(SAMPLES) * 0.3 + rng.standard_normal(SAMPLES).astype(np.float32) * rng.uniform(0.001, 0.1)
        else:
            clean = window(found[(language, source)], rng)
        yield language, source, spoil(clean.astype(np.float32), rng, noises, voices, heavy=0.8)


def make(options):
    encode = cut_encoder(options.encoder, options.layer)
    options.out.mkdir(parents=True, exist_ok=True)
    languages, origins, count = [], [], {}
    with open(options.out / "frames.f16", "wb") as file:
        for number, (language, source, samples) in enumerate(spoiled_windows(options)):
            file.write(encode(samples)[:FRAMES].astype(np.float16).tobytes())
            languages.append(language)
            origins.append(source)
            count[f"{language}/{source}"] = count.get(f"{language}/{source}", 0) + 1
            if number % 1000 == 0:
                print(number, flush=True)
    np.savez(options.out / "labels.npz", language=np.array(languages), source=np.array(origins))
    (options.out / "sources.json").write_text(json.dumps(count, indent=1, sort_keys=True))


def add_options(parser):
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--noise", type=Path)
    parser.add_argument("--only", nargs="*", help="sources to take, if a few are added later")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--small-scale", type=float, help="the same for sources of a few clips")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--out", type=Path, required=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser)
    parser.add_argument("--encoder", type=Path, required=True, help="Moonshine tiny's encoder_model.onnx")
    parser.add_argument("--layer", type=int, default=3)
    make(parser.parse_args())
