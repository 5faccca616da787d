"""Steps that read the words of other languages than English: models/eot-text-languages, models/eot-fusion-languages."""

from collections.abc import Iterator

from .workspace import VAD, Command, Step, Workspace

FIT, HELD = "words-fit", "words-held"
FOLDERS = {
    FIT: ("gasp", "asp", "kerstin", "nathalie", "lingvo", "stp", "ohf", "rhythm"),
    HELD: ("cuttledoc", "whisperstt", "watson", "speechmatics", "hi", "id", "ko", "deeply"),
}
"""The recordings whose pauses the sums are fitted on, and those that nothing learns from."""


def head(work: Workspace) -> Iterator[Command]:
    """First with everything, then mainly with the written turns."""
    first, trained = work.data / "text-languages-1.pt", work.data / "text-languages.pt"
    known = "--manifest", work.manifest, "--data", work.data
    most = "--written", 4500, "--sentences", 7500, "--dialogues", 3000
    yield work.python("text.train_languages", *known, *most, "--epochs", 2, "--out", first)
    fewer = "--written", 5000, "--sentences", 1200, "--dialogues", 600
    again = "--begin", first, *fewer, "--epochs", 1, "--rate", 1.5e-3
    yield work.python("text.train_languages", *known, *again, "--out", trained)
    out = work.models / "eot-text-languages/eot-text-languages.onnx"
    yield work.python("text.export", "--model", trained, "--out", out)


def windows(work: Workspace) -> Iterator[Command]:
    for out, names in FOLDERS.items():
        folders = [part for name in names for part in ("--folder", f"{name}={work.data / name}")]
        listed = "--list", {FIT: "languages-words", HELD: "languages-words-held"}[out]
        known = "--manifest", work.manifest, *listed, "--vad", VAD, "--paused"
        yield work.python("measure.languages", "windows", *known, *folders, "--out", work.data / out)
        yield work.node("measure/languages.mjs", work.data / out)


def fusion(work: Workspace) -> Iterator[Command]:
    known = "--text", work.data / "text-languages.pt", "--fit", work.data / FIT, "--held", work.data / HELD
    out = work.models / "eot-fusion-languages/fusion.json"
    yield work.python("fusion.languages", *known, "--out", out)


STEPS = [
    Step(
        "languages-text",
        "their text head",
        "common-voice, dialogues, data/grammar",
        "models/eot-text-languages",
        head,
        "8 min",
    ),
    Step("languages-windows", "pauses with their words", "recordings, data/read-speech", "words-*", windows),
    Step("languages-fusion", "their weighted sums", "words-*", "models/eot-fusion-languages", fusion),
]
