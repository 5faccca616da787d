"""Steps that make the language identifiers: models/lid-head, models/language-encoder, models/lid-encoder."""

from collections.abc import Iterator

from .workspace import MOONSHINE_ENCODER, Command, Step, Workspace

ENCODER = "--encoder", MOONSHINE_ENCODER
MORE_SOURCES = (
    *("fleurs", "common-voice", "crowd", "ohf", "phrases", "piper", "nathalie", "flemishguy", "stories"),
    *("librivox", "seedlingo", "sce"),
)


def synthesise(work: Workspace) -> Iterator[Command]:
    texts = "--texts", work.data / "udhr/data/udhr"
    yield work.python("lid.synthesise", *texts, "--out", work.data / "synthetic", "--clips", 120)


def head(work: Workspace) -> Iterator[Command]:
    data = work.data
    made = {
        "lid": ("--scale", 0.5),
        "lid-more": ("--only", "picovoice-2", "riva", "rdh"),
        "lid-prompts": ("--only", "prompts"),
    }
    for name, options in made.items():
        yield work.python("lid.windows", *_sources(work), *ENCODER, *options, "--out", data / name)
    yield work.python("lid.train", "--windows", *(data / name for name in made), "--out", data / "lid-head")
    yield work.python("lid.export", "--head", data / "lid-head/head.pt", "--out", work.models / "lid-head")


def smart_turn_windows(work: Workspace) -> Iterator[Command]:
    """The windows as Smart Turn's encoder hears them: for its own head, and for the language encoder."""
    common = *_sources(work), *_smart_turn(work)
    made = {
        "lid-encoder": ("--scale", 0.5, "--small-scale", 1, "--seed", 22, "--most", 7001),
        "lid-encoder-2": ("--scale", 0.3, "--small-scale", 0.6, "--seed", 21, "--most", 2801),
        "lid-found": ("--only", *MORE_SOURCES, "--seed", 31),
    }
    for name, options in made.items():
        yield work.python("lid.smart_turn_windows", *common, *options, "--out", work.data / name)


def smart_turn_head(work: Workspace) -> Iterator[Command]:
    data = work.data
    windows = "--windows", data / "lid-encoder", data / "lid-encoder-2"
    beside = "--head-windows", data / "lid", data / "lid-more", data / "lid-prompts"
    out = data / "lid-encoder-head"
    yield work.python("lid.smart_turn_head", *windows, *beside, *ENCODER, "--leave-out", "arsc", "--out", out)
    yield work.python("lid.export", "--head", out / "head.pt", "--out", work.models / "lid-encoder")


def recordings(work: Workspace) -> Iterator[Command]:
    known = "--index", work.data / "index", "--data", work.data
    yield work.python("lid.recordings", *known, "--out", work.data / "lid-recordings")


def language_encoder(work: Workspace) -> Iterator[Command]:
    """The language encoder imitates Smart Turn's, block by block and then as a whole, and gets a head of its own."""
    data = work.data
    windows = data / "lid-encoder", data / "lid-encoder-2"
    found = data / "lid-found"
    smart_turn = _smart_turn(work)
    yield work.python("lid.frames", *ENCODER, *windows, found)
    teacher = data / "lid-teacher-head"
    learned = "--windows", *windows, "--teacher", smart_turn[1]
    yield work.python("lid.train_language_encoder", *learned, "--out", teacher)
    crops = "--recordings", data / "lid-recordings", "--noise", data / "noise", *smart_turn
    imitated, encoder, out = data / "imitated.pt", data / "language-encoder.pt", data / "language-encoder"
    yield work.python("lid.imitate", *crops, "--minutes", 48, "--out", imitated)
    known = "--start", imitated, "--teacher-head", teacher / "head.npz"
    yield work.python("lid.distil", *crops, *known, "--minutes", 15, "--out", encoder)
    weights = "--leave-out", "arsc", "--accented", 8, "--odds", "other=0.35", "ar=0.25"
    heads = "--language-encoder", encoder, "--head", data / "lid-head/head.pt"
    yield work.python("lid.train_language_encoder", "--windows", *windows, found, *heads, *weights, "--out", out)
    head = "--head", out / "head.pt", "--windows", found
    yield work.python("lid.export_language_encoder", *head, "--out", work.models / "language-encoder")


def measure(work: Workspace) -> Iterator[Command]:
    data = work.data
    known = "--shared", work.shared_audio, "--index", data / "index", "--cache", data / "lid-test.npz"
    both = "--head", data / "lid-head/head.pt", *ENCODER, *known, "--more", data / "measured-only"
    yield work.python("lid.evaluate", *both)
    yield work.python("lid.evaluate", *both, "--language-encoder", data / "language-encoder/head.pt")
    second = "--encoder-head", data / "lid-encoder-head/head.pt", *_smart_turn(work)
    yield work.python("lid.evaluate", *both, *second)


def switching(work: Workspace) -> Iterator[Command]:
    """English, Spanish, English: what a room makes of them."""
    data = work.data
    known = "--data", data, "--index", data / "index", "--shared", work.shared_audio
    yield work.python("lid.switching", *known, "--out", data / "switching")
    yield work.node("lid/switching.mjs", data / "switching", "--read")


def _sources(work: Workspace) -> tuple[object, ...]:
    return "--index", work.data / "index", "--data", work.data, "--noise", work.data / "noise"


def _smart_turn(work: Workspace) -> tuple[object, ...]:
    return "--smart-turn", work.data / "models/smart-turn-v3.2-cpu.onnx"


STEPS = [
    Step("lid-synthesise", "speech of espeak-ng and festival", "udhr", "synthetic", synthesise),
    Step(
        "lid-head",
        "the head on Moonshine's frames",
        "index, noise, synthetic, recordings",
        "lid*, models/lid-head",
        head,
    ),
    Step(
        "lid-smart-turn-windows",
        "frames of Smart Turn's encoder",
        "index, noise, recordings",
        "lid-encoder*, lid-found",
        smart_turn_windows,
    ),
    Step(
        "lid-smart-turn-head",
        "a head on these frames",
        "lid-encoder*, lid, lid-more, lid-prompts",
        "models/lid-encoder",
        smart_turn_head,
    ),
    Step(
        "lid-recordings",
        "all recordings of voices and languages in one file",
        "index, recordings",
        "lid-recordings",
        recordings,
    ),
    Step(
        "lid-language-encoder",
        "the encoder and its head",
        "lid-recordings, lid-encoder*",
        "models/language-encoder",
        language_encoder,
        "63 min",
    ),
    Step("lid-measure", "accuracy and calibration", "heads, index, measured-only", "figures on the screen", measure),
    Step(
        "lid-switching",
        "changes of language in a room",
        "index, the Spanish recogniser",
        "switching, figures",
        switching,
    ),
]
