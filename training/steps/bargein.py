"""Steps that make the heads of barge-in: models/bargein-claim and models/bargein-word."""

from collections.abc import Iterator
from pathlib import Path

from .calls import FOLDERS, label_calls
from .workspace import MOONSHINE, MOONSHINE_ENCODER, TOKENIZER, VAD, Command, Step, Workspace

WORD_WINDOWS = "claims", "claims-again", "more", "said", "read", "near-words", "halves", "coughs", "noises"
RECOGNISER = "--moonshine", MOONSHINE, "--tokenizer", TOKENIZER


def calls(work: Workspace) -> Iterator[Command]:
    yield label_calls(work, "public-samples", "ten-calls.pkl", FOLDERS)
    yield label_calls(work, "harper-valley", "harper-calls.pkl", {"harper": "harper"})


def onsets(work: Workspace) -> Iterator[Command]:
    data = work.data
    readers = f"{data}/resemblyzer/audio_data/librispeech_train-clean-100/*.flac,200"
    read = "--read", readers, f"{data}/speechocean/WAVE/*/*.WAV,150"
    heard = "--calls", data / "ten-calls.pkl", "--turns", data / "turns.jsonl"
    noise = "--noise", f"{data}/noise/*.wav"
    yield work.python("bargein.onsets", "--vad", VAD, *RECOGNISER, *heard, *read, *noise, "--out", data / "onsets.pkl")


def train(work: Workspace) -> Iterator[Command]:
    folds = "--onsets", work.data / "onsets.pkl", "--folds", work.data / "heads"
    yield work.python("bargein.train", *folds, "--out", _shipped(work))


def word_windows(work: Workspace) -> Iterator[Command]:
    data = work.data
    claims, more = data / "speech-commands/claims", data / "speech-commands/more"
    sources: dict[str, tuple[object, ...]] = {
        "claims": ("--whole", claims, "--most", 1000, "--seed", 1),
        "claims-again": ("--whole", claims, "--most", 400, "--copies", 3, "--seed", 5),
        "more": ("--whole", more, "--most", 500, "--copies", 1, "--seed", 2),
        "said": ("--said", "--most", 300, "--seed", 3),
        "read": ("--pieces", f"{data}/speechocean/WAVE/*/*.WAV", "--most", 300, "--seed", 4),
        "near-words": ("--pieces", f"{data}/precise/**/not-wake-words/**/*.wav", "--most", 300, "--seed", 6),
        "halves": ("--beginnings", claims, "--most", 250, "--seed", 7),
        "coughs": ("--coughs", "--most", 400, "--seed", 8),
        "noises": ("--pieces", f"{data}/speech-commands/silence/*.wav", "--most", 200, "--seed", 9),
    }
    for name, source in sources.items():
        shared = "--vad", VAD, "--encoder", MOONSHINE_ENCODER, "--figures", data / "field/words"
        yield work.python("bargein.word_windows", *shared, *source, "--out", data / f"words-{name}.pkl")


def word_head(work: Workspace) -> Iterator[Command]:
    windows = [work.data / f"words-{name}.pkl" for name in WORD_WINDOWS]
    yield work.python(
        "bargein.word_head", "--windows", *windows, "--out", work.models / "bargein-word/bargein-word.onnx"
    )


def measure(work: Workspace) -> Iterator[Command]:
    """Through the whole engine: the ten calls by heads that never saw them, then calls that taught nothing by the
    shipped head."""
    data = work.data
    transcripts = "--transcripts", data / "harper/transcript"
    for name, heads, more in (("call", data / "heads", ()), ("harper", _shipped(work), transcripts)):
        pickled = data / ("ten-calls.pkl" if name == "call" else "harper-calls.pkl")
        out = data / f"{name}-sounds"
        yield work.python("bargein.call_sounds", "--calls", pickled, *RECOGNISER, *more, "--out", out)
        for band in ("as", "telephone"):
            yield work.node("bargein/decisions.mjs", out, heads, band)


def _shipped(work: Workspace) -> Path:
    return work.models / "bargein-claim/bargein-claim.onnx"


STEPS = [
    Step(
        "bargein-calls",
        "labelled calls in two parts",
        "recordings, data/labelled-calls",
        "ten-calls.pkl, harper-calls.pkl",
        calls,
    ),
    Step(
        "bargein-onsets",
        "onsets of speech over an agent",
        "ten-calls.pkl, turns.jsonl, recordings",
        "onsets.pkl",
        onsets,
    ),
    Step("bargein-train", "the head", "onsets.pkl", "heads, models/bargein-claim", train),
    Step(
        "bargein-words",
        "windows of single words and other sounds",
        "speech-commands, speechocean, precise",
        "words-*.pkl",
        word_windows,
    ),
    Step("bargein-word", "the head of single words", "words-*.pkl", "models/bargein-word", word_head),
    Step(
        "bargein-measure",
        "barge-in as the product decides it",
        "*-calls.pkl, heads, models",
        "figures on the screen",
        measure,
    ),
]
