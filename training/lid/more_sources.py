"""More sources of speech: (folder of DATA, pattern, language, source), laid out as in their repositories.

| folder | repository | licence |
|---|---|---|
| cuttledoc | sebastian-software/cuttledoc (FLEURS clips) | CC BY 4.0 |
| whisperstt | victorchentw/WhisperSTT (FLEURS clips) | CC BY 4.0 |
| lingvo-lab | google-research/lingvo-lab (Common Voice, recorded sentences) | Apache-2.0, CC0 |
| ohf-voices | OHF-Voice/voice-datasets, one clip a voice | CC0 |
| speech-to-phrase | OHF-Voice/speech-to-phrase (commands; `generated` by Piper) | Apache-2.0 |
| nathalie, flemishguy | rhasspy/dataset-voice-nathalie, dataset-voice-flemishguy | CC0 |
| gasp, asp | global-asp/gasp-audio, asp-audio (African Storybook, without stories under CC BY-NC) | CC BY |
| css10 | Kyubyong/css10, MOS/ref (LibriVox) | Apache-2.0, public domain |
| speech-rhythm | fdeloche/fdeloche.github.io, LibriVox and Common Voice files only | public domain, CC0 |
| seedlingo | nodepa/seedlingo | CC BY-SA 4.0 |
| sce-tts | sce-tts/sce-tts.github.io (one synthetic voice) | free for all purposes |
| msc | smc/msc (Malayalam) | CC BY-SA 4.0 |

The FLEURS clips are other recordings than those that test_set.py measures on (checked by cross-correlation). Who
reads them is not published.
"""

FIXTURES = "packages/cuttledoc/fixtures/fleurs-{}-0*.ogg"
RHYTHM = "files/speech_rhythm_demo/"

FOUND = [
    *[("cuttledoc", FIXTURES.format(code), code, "fleurs") for code in ("es", "pt", "de", "fr", "en")],
    *[
        ("whisperstt", f"WhisperiOS/Models/benchmark-clips/fleurs_{code}_[0-9]*.wav", code, "fleurs")
        for code in ("ja", "zh")
    ],
    *[("lingvo-lab", f"translatotron2/covost/{code}_src/*.wav", code, "common-voice") for code in ("es", "fr", "de")],
    *[
        ("lingvo-lab", pattern, "es", "crowd")
        for pattern in (
            "translatotron/grdt_source/*.wav",
            "translatotron2/conv/src/*.wav",
            "translatotron3/examples/cm-e/*/src.wav",
        )
    ],
    *[("ohf-voices", f"{code}_*/*/*.mp3", code, "ohf") for code in ("nl", "pt", "es", "it", "zh", "de")],
    *[("speech-to-phrase", f"tests/wav/{code}/*.wav", code, "phrases") for code in ("fr", "es", "en")],
    *[
        ("speech-to-phrase", f"tests/wav/{code}/generated/*.wav", code[:2], "piper")
        for code in ("nl", "it", "es", "fr", "tr", "hi", "pt_PT", "de")
    ],
    ("nathalie", "verified/*.flac", "nl", "nathalie"),
    ("flemishguy", "wavs/*.wav", "nl", "flemishguy"),
    *[("gasp", f"{code}/*/mp3/*.mp3", code, "stories") for code in ("ar", "zh", "es")],
    *[("asp", f"{code}/*/mp3/*.mp3", code, "stories") for code in ("fr", "en")],
    *[
        ("css10", f"MOS/ref/{folder}/*.wav", code, "librivox")
        for folder, code in (
            ("es", "es"),
            ("it", "it"),
            ("nl", "nl"),
            ("jp", "ja"),
            ("zh", "zh"),
            ("de", "de"),
            ("fr", "fr"),
            ("ru", "ru"),
            ("fi", "fi"),
            ("el", "el"),
            ("hu", "hu"),
        )
    ],
    *[
        ("speech-rhythm", RHYTHM + pattern, code, source)
        for pattern, code, source in (
            ("reader6513*", "nl", "librivox"),
            ("reader7407*", "pt", "librivox"),
            ("reader4091*", "ru", "librivox"),
            ("reader5698*", "fi", "librivox"),
            ("6e13*slice19*", "tr", "common-voice"),
            ("72076*slice5*", "es", "common-voice"),
        )
    ],
    ("seedlingo", "content/audio/instructions/*.mp3", "zh", "seedlingo"),
    ("sce-tts", "v*/_media/*.mp3", "ko", "sce"),
]

# Recordings that only the language encoder is trained on (distil.py), not the heads: with more languages in their class
# "other", the heads took Indonesian for "other".
UNLABELLED = [
    ("cmn", "*/hsk/*.mp3", "zh", "words"),
    ("msc", "audio/*.webm", "ml", "msc"),
    *[("gasp", f"{code}/*/mp3/*.mp3", code, "stories") for code in ("fa", "gu", "no", "sv", "tl", "eo")],
    *[("asp", f"{code}/*/mp3/*.mp3", code, "stories") for code in ("lg", "myx")],
    ("lingvo-lab", "translatotron2/covost/ca_src/*.wav", "ca", "common-voice"),
    *[("ohf-voices", f"{code}_*/*/*.mp3", code, "ohf") for code in ("pl", "ru", "hu", "ro", "bg", "sk", "ne")],
    *[("speech-to-phrase", f"tests/wav/{code}/*.wav", code, "phrases") for code in ("el", "ru")],
    *[
        ("speech-to-phrase", f"tests/wav/{code}/generated/*.wav", code, "piper")
        for code in ("ca", "eu", "sl", "cs", "ro")
    ],
]

# Windows of 3 s that a source gives at most, for each of the patterns above.
MOST = {
    "fleurs": 140,
    "common-voice": 50,
    "crowd": 60,
    "ohf": 100,
    "phrases": 50,
    "piper": 60,
    "nathalie": 250,
    "flemishguy": 250,
    "stories": 300,
    "librivox": 20,
    "seedlingo": 60,
    "sce": 80,
}
REAL = set(MOST) - {"piper", "sce"}
