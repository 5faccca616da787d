"""Steps that read the words of other languages than English: models/eot-text-languages, models/eot-fusion-languages."""

from collections.abc import Iterator

from .workspace import VAD, Command, Step, Workspace

FIT, HELD = "words-fit", "words-held"
FOLDERS = {
    FIT: ("gasp", "asp", "kerstin", "nathalie", "lingvo", "stp", "ohf", "rhythm"),
    HELD: ("cuttledoc", "whisperstt", "watson", "speechmatics", "hi", "id", "ko", "deeply", "flemishguy"),
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


STREAM_MOST, ROOM_MOST = 60, 6
"""Recordings of a language that a run of the engine takes, at most. A room decodes more, so its run takes longer."""


def _folders(work: Workspace, names: tuple[str, ...]) -> list[str]:
    return [part for name in names for part in ("--folder", f"{name}={work.data / name}")]


def windows(work: Workspace) -> Iterator[Command]:
    for out, names in FOLDERS.items():
        folders = _folders(work, names)
        listed = "--list", {FIT: "languages-words", HELD: "languages-words-held"}[out]
        known = "--manifest", work.manifest, *listed, "--vad", VAD, "--paused"
        yield work.python("measure.languages", "windows", *known, *folders, "--out", work.data / out)
        yield work.node("measure/languages.mjs", work.data / out)


def fusion(work: Workspace) -> Iterator[Command]:
    known = "--text", work.data / "text-languages.pt", "--fit", work.data / FIT, "--held", work.data / HELD
    out = work.models / "eot-fusion-languages/fusion.json"
    yield work.python("fusion.languages", *known, "--out", out)


def points(work: Workspace) -> Iterator[Command]:
    """Scores and events of the engine as it ships, on recordings that taught nothing."""
    held, turns, fewer = (work.data / name for name in (HELD, "read-turns", "read-turns-room"))
    yield work.python("measure.languages", "report", held)
    for out, most in ((turns, STREAM_MOST), (fewer, ROOM_MOST)):
        yield work.python("measure.read_turns", held, *_folders(work, FOLDERS[HELD]), "--most", most, "--out", out)
    yield Command("node", ("scripts/read-speech-points.mjs", str(turns), str(fewer)))


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
    Step(
        "languages-points",
        "the engine on read speech",
        "words-held, recordings",
        "read-turns*, published points",
        points,
    ),
]
