"""Steps that make the heads for other languages: models/eot-turn-sound, models/eot-phones, models/eot-endings-ko."""

from collections.abc import Iterator

from .workspace import MOONSHINE_ENCODER, VAD, Command, Step, Workspace


def windows(work: Workspace) -> Iterator[Command]:
    for seed, most in ((1, 3500), (2, 3250))[: work.seeds_at_most]:
        known = "--data", work.data, "--vad", VAD, "--encoder", MOONSHINE_ENCODER
        out = work.data / f"turn-sound-{seed}"
        yield work.python("sound.windows", *known, "--seed", seed, "--most", most, "--out", out)


def train(work: Workspace) -> Iterator[Command]:
    folders = sorted(work.data.glob("turn-sound-*"))
    calls = "--calls", work.data / "windows", "--encoder", MOONSHINE_ENCODER
    yield work.python("sound.fit", "--windows", *folders, *calls, "--out", work.models / "eot-turn-sound")


def phones(work: Workspace) -> Iterator[Command]:
    out = "--out", work.data / "phones"
    yield work.python("phones.transcripts", "--data", work.data, *out)
    for part in (0, 1):
        yield work.python("phones.frames", *out, "--part", part, "--of", 2)


def phones_train(work: Workspace) -> Iterator[Command]:
    """First without the Korean person, to learn how a recogniser mishears one whom it does not know."""
    out = "--out", work.data / "phones"
    yield work.python("phones.train", *out, "--without", "zeroth", "--minutes", 4)
    yield work.python("phones.train", *out, "--minutes", 10)
    yield work.python("phones.measure", *out, "--korean", work.data / "korean")


def phones_ship(work: Workspace) -> Iterator[Command]:
    out = "--out", work.data / "phones"
    dialogues = "--dialogues", work.data / "chatbot-ko/ChatbotData.csv"
    reviews = "--reviews", work.data / "nsmc/raw"
    yield work.python("phones.endings", *out, *dialogues, *reviews, "--minutes", 5)
    yield work.python("phones.export", *out, "--models", work.models)


STEPS = [
    Step(
        "sound-windows",
        "pauses in many languages",
        "recordings of sound/sources.py",
        "turn-sound-1, turn-sound-2",
        windows,
    ),
    Step("sound-train", "the head on sound alone", "turn-sound-*, windows", "models/eot-turn-sound", train),
    Step("phones", "recordings with known words", "recordings of phones/transcripts.py", "phones", phones),
    Step("phones-train", "the recogniser of phones", "phones, korean", "phones", phones_train, "14 min"),
    Step(
        "phones-export",
        "Korean endings, ONNX",
        "phones, chatbot-ko, nsmc",
        "models/eot-phones, models/eot-endings-ko",
        phones_ship,
        "5 min",
    ),
]
