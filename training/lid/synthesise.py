"""Speech for languages that nobody recorded under a free licence: the UDHR, read by espeak-ng and festival.

    python -m training.lid.synthesise --texts DATA/udhr/data/udhr --out DATA/synthetic --clips 120

Texts: the Universal Declaration of Human Rights (unicode-org/udhr), split at sentence ends. Voices: every espeak-ng
variant at random pitch and speed, the same set for every language, so that no quality of a voice gives a language
away; festival diphone voices for Hindi and Italian. Japanese is first written in kana (pykakasi).
"""

import argparse
import re
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np

# language -> (UDHR file, espeak-ng voice); the first 14 are the product's, the rest are "other"
LANGUAGES = {
    "ar": ("arb", "ar"),
    "zh": ("cmn_hans", "cmn"),
    "nl": ("nld", "nl"),
    "en": ("eng", "en-us"),
    "fr": ("fra", "fr"),
    "de": ("deu_1996", "de"),
    "hi": ("hin", "hi"),
    "id": ("ind", "id"),
    "it": ("ita", "it"),
    "ja": ("jpn", "ja"),
    "ko": ("kor", "ko"),
    "pt": ("por_BR", "pt-br"),
    "es": ("spa", "es"),
    "tr": ("tur", "tr"),
    "ru": ("rus", "ru"),
    "pl": ("pol", "pl"),
    "vi": ("vie", "vi"),
    "fi": ("fin", "fi"),
    "hu": ("hun", "hu"),
    "el": ("ell_monotonic", "el"),
    "sw": ("swh", "sw"),
    "sv": ("swe", "sv"),
    "cs": ("ces", "cs"),
    "ro": ("ron_2006", "ro"),
    "fa": ("pes_1", "fa"),
    "bn": ("ben", "bn"),
    "uk": ("ukr", "uk"),
    "da": ("dan", "da"),
}
PRODUCT = list(LANGUAGES)[:14]
ACCENTS = {
    "en": ["en-us", "en-gb", "en-gb-scotland", "en-gb-x-rp", "en-029"],
    "es": ["es", "es-419"],
    "pt": ["pt-br", "pt"],
    "fr": ["fr", "fr-be", "fr-ch"],
}
VARIANTS = [
    "",
    "m1",
    "m2",
    "m3",
    "m4",
    "m5",
    "m6",
    "m7",
    "m8",
    "f1",
    "f2",
    "f3",
    "f4",
    "f5",
    "klatt",
    "klatt2",
    "klatt3",
    "Andy",
    "Annie",
    "Alicia",
    "Denis",
    "Jacky",
    "Lee",
    "Mario",
    "Michael",
    "adam",
    "anika",
    "belinda",
    "david",
    "ed",
    "gustave",
    "john",
    "linda",
    "max",
    "miguel",
    "norbert",
    "pablo",
    "paul",
    "quincy",
    "rob",
    "robert",
    "sandro",
    "shelby",
    "steph",
    "travis",
    "victor",
    "zac",
]


def sentences(folder, name):
    root = ElementTree.parse(folder / f"udhr_{name}.xml").getroot()
    paragraphs = [e.text.strip() for e in root.iter() if e.tag.endswith("}para") and e.text]
    parts = [s.strip() for p in paragraphs for s in re.split(r"(?<=[.;。।؛])\s*", p)]
    return [s for s in parts if len(s) > 12]


def to_kana(text):
    from pykakasi import kakasi

    return "".join(piece["hira"] for piece in kakasi().convert(text))


def speak_espeak(text, voice, rng, path):
    variant = VARIANTS[rng.integers(len(VARIANTS))]
    name = voice + ("+" + variant if variant else "")
    pitch, pace = int(rng.integers(15, 85)), int(rng.integers(125, 205))
    subprocess.run(
        ["espeak-ng", "-v", name, "-p", str(pitch), "-s", str(pace), "-w", str(path), "--stdin"],
        input=text.encode(),
        check=True,
        capture_output=True,
    )


FESTIVAL = {"hi": ["hindi_NSK_diphone"], "it": ["pc_diphone", "lp_diphone"]}


def speak_festival(text, voice, path):
    command = ["text2wave", "-o", str(path), "-eval", f"(voice_{voice})"]
    return subprocess.run(command, input=text.encode(), capture_output=True).returncode == 0


def synthesise(options):
    rng = np.random.default_rng(5)
    for language, (name, voice) in LANGUAGES.items():
        pool = sentences(options.texts, name)
        folder = options.out / language
        folder.mkdir(parents=True, exist_ok=True)
        count = options.clips if language in PRODUCT else options.clips // 3
        for number in range(count):
            text = " ".join(pool[i] for i in rng.choice(len(pool), 2, replace=False))[:260]
            if language == "ja":
                text = to_kana(text)
            accents = ACCENTS.get(language, [voice])
            speak_espeak(text, accents[number % len(accents)], rng, folder / f"espeak-{number:04}.wav")
        for festival in FESTIVAL.get(language, []):
            for number in range(count // 4):
                text = pool[rng.integers(len(pool))]
                speak_festival(text, festival, folder / f"festival-{festival}-{number:04}.wav")
        print(language, len(pool), "sentences", count, "clips", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--clips", type=int, default=120, help="clips a language of the product")
    synthesise(parser.parse_args())
