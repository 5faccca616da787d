"""Steps that make the text head: models/eot-text."""

from collections.abc import Iterator
from pathlib import Path

from .workspace import Command, Step, Workspace

ALL_PLACES = "places-held", "places-general-held"


def corpora(work: Workspace) -> Iterator[Command]:
    data = work.data
    turns, spoken, general = work.corpora
    for_turns = {"sgd": "sgd", "taskmaster": "taskmaster", "evi": "evi", "primock57": "primock57/transcripts"}
    for_general = {name: data / name for name in ("clinc", "nlu", "topical")}
    agents = {"agents": work.manifest.parent / "agent-turns"}
    yield _corpora(work, {name: data / folder for name, folder in for_turns.items()}, turns)
    yield _corpora(work, {name: data / name for name in ("dstc10", "dstc11")}, spoken)
    yield _corpora(work, for_general | agents, general)
    rules = work.manifest.parent / "grammar/en.txt"
    yield work.python("text.grammar", "--rules", rules, "--count", 40000, "--out", data / "grammar.jsonl")


def _corpora(work: Workspace, folders: dict[str, Path], out: Path) -> Command:
    options = [part for name, folder in folders.items() for part in (f"--{name}", folder)]
    return work.python("text.corpora", *options, "--out", out)


def overlap(work: Workspace) -> Iterator[Command]:
    made = "--made", work.data / "grammar.jsonl", "--written", work.corpora[0]
    yield work.python("text.overlap", *_manifest(work), "--calls", work.data / "windows", *made)


def base(work: Workspace) -> Iterator[Command]:
    turns = work.corpora[0], work.data / "grammar.jsonl"
    learned = "--turns", *turns, "--written", "first", "--epochs", 3
    yield work.python("text.train", *_manifest(work), *learned, "--out", work.data / "text-base.pt")


def teacher(work: Workspace) -> Iterator[Command]:
    first, second, third = (work.data / name for name in ("teacher-1.pt", "teacher-2.pt", "teacher.pt"))
    fast = "--rate", 1.5e-4
    yield _teacher(work, "--files", "first", "--held", "held-from-first", "--epochs", 2, *fast, "--out", first)
    themes = "--files", "second", "--others", 250, "--held", "held-from-second"
    yield _teacher(work, "--begin", first, *themes, "--out", second)
    short = "--files", "third", "--others", 100, "--held", "held-from-third"
    yield _teacher(work, "--begin", second, *short, *fast, "--out", third)


def label(work: Workspace) -> Iterator[Command]:
    labelled = "--without", "long", "asked", "--turns", work.corpora[0], "--out", work.data / "labelled.jsonl"
    teacher_of = "--language-model", work.teacher, "--teacher", work.data / "teacher.pt"
    yield work.python("text.label", *_manifest(work), *teacher_of, *labelled)


def distil(work: Workspace) -> Iterator[Command]:
    learned = "--labelled", work.data / "labelled.jsonl", "--model", work.data / "text-base.pt"
    rehearsed = "--often", "short", "--rehearsed", work.data / "grammar.jsonl"
    held = "--held", "held-from-third"
    yield work.python("text.distil", *_manifest(work), *learned, *held, *rehearsed, "--out", _head(work, "taught"))


def readings(work: Workspace) -> Iterator[Command]:
    """First the readings of all calls, then those of long answers more often, then what a question asks for."""
    yield _reread(work, "taught", "read", "--held", "held", "long")
    yield _reread(work, "read", "figures", "--held", "held", "--often", "long", "--epochs", 2, "--rate", 8e-4)
    seeds = work.seeds(7, 14, 21)
    for seed in seeds:
        yield _reread(work, "figures", f"asked-{seed}", *_asked(4), "--seed", seed)
    yield _mean(work, "asked", {f"asked-{seed}": 1 for seed in seeds})


def places(work: Workspace) -> Iterator[Command]:
    """Places in the middle of phrases: at the pauses somebody wrote alone, the head never meets them."""
    real = work.seeds(7, 21)
    doubtful = work.seeds(14, 28)
    known = *_asked(4), "--corpora", *work.corpora[:2]
    for seed in real:
        learned = "--places", "places-real", "--times", 4
        yield _reread(work, "asked", f"places-{seed}", *known, *learned, "--seed", seed)
    for seed in doubtful:
        both = "--places", "places-real", "places-doubtful", "--times", 2, "--unpaused", 25000
        yield _reread(work, "asked", f"places-{seed}", *known, *both, "--seed", seed)
    yield _mean(work, "calls", {"asked": 2} | {f"places-{seed}": 1 for seed in sorted((*real, *doubtful))})


def general(work: Workspace) -> Iterator[Command]:
    """Talk to other agents than a company's: a second teacher learns from places, and the head learns from both."""
    first, second = work.data / "teacher-places.pt", work.data / "teacher-general.pt"
    known = "--corpora", *work.corpora, "--held-places", "places-general-held", "places-held", "--batch", 16
    learned = "--places", "places-general", "places-real", "places-doubtful", "--most", 13408
    yield _teacher(work, *learned, *known, "--rate", 1.5e-4, "--out", first)
    yield _teacher(work, "--begin", first, "--places", "places-general-more", *known, "--out", second)
    labelled = work.data / "general-labelled.jsonl"
    apart = "--apart", work.corpora[2], "--held-places", "places-general-held", "--out", labelled
    yield work.python("text.label", *_manifest(work), "--language-model", work.teacher, "--teacher", second, *apart)
    seeds = work.seeds(7, 14, 21, 28)
    known = *_asked(3), "--corpora", *work.corpora, "--places", "general", "--times", 2, "--labelled", labelled
    for seed in seeds:
        yield _reread(work, "calls", f"general-{seed}", *known, "--seed", seed)
    yield work.python(
        "text.mean_head",
        *("--models", _head(work, "calls"), *(_head(work, f"general-{seed}") for seed in seeds)),
        *("--counted", 4, *(1 for _ in seeds), "--out", work.data / "text.pt"),
    )


def measure(work: Workspace) -> Iterator[Command]:
    models = "--models", _head(work, "calls"), work.data / "text.pt"
    for held in ALL_PLACES:
        known = "--places", held, "--corpora", *work.corpora
        yield work.python("text.places", *_manifest(work), *known, *models)
    models = "--models", _head(work, "figures"), work.data / "text.pt"
    transcripts = "--data", work.data / "harper-valley/data"
    yield work.python("measure.transcripts", *_manifest(work), *transcripts, *models)


def export(work: Workspace) -> Iterator[Command]:
    out = work.models / "eot-text/eot-text.onnx"
    yield work.python("text.export", "--model", work.data / "text.pt", "--out", out)


def _manifest(work: Workspace) -> tuple[object, ...]:
    return ("--manifest", work.manifest)


def _head(work: Workspace, name: str) -> Path:
    return work.data / f"text-{name}.pt"


def _teacher(work: Workspace, *options: object) -> Command:
    return work.python("text.train_teacher", *_manifest(work), "--language-model", work.teacher, *options)


def _reread(work: Workspace, begin: str, end: str, *options: object) -> Command:
    heads = "--model", _head(work, begin), "--out", _head(work, end)
    return work.python("text.reread", *_manifest(work), *heads, *options)


def _asked(epochs: int) -> tuple[object, ...]:
    """Options of rereading with what a question asks for."""
    return "--held", "held", "--written", "asked", "--often", "asked", "--epochs", epochs, "--rate", 1.2e-3


def _mean(work: Workspace, out: str, counted: dict[str, int]) -> Command:
    """The mean of some heads, each counted as often as told."""
    models = "--models", *(_head(work, name) for name in counted)
    return work.python("text.mean_head", *models, "--counted", *counted.values(), "--out", _head(work, out))


STEPS = [
    Step(
        "text-corpora",
        "turns of dialogues",
        "corpora, data/agent-turns, data/grammar",
        "turns.jsonl and three more",
        corpora,
    ),
    Step("text-base", "the first text head", "turns.jsonl, grammar.jsonl, written calls", "text-base.pt", base),
    Step(
        "text-teacher",
        "a language model that judges pauses",
        "SmolLM2, written calls",
        "teacher.pt",
        teacher,
        "1 h, bfloat16",
    ),
    Step(
        "text-label",
        "its judgement after every word",
        "teacher.pt, written calls, turns.jsonl",
        "labelled.jsonl",
        label,
    ),
    Step("text-distil", "the head learns that judgement", "text-base.pt, labelled.jsonl", "text-taught.pt", distil),
    Step(
        "text-readings",
        "the head learns blind readings",
        "text-taught.pt, readings, written calls",
        "text-asked.pt",
        readings,
    ),
    Step(
        "text-places",
        "the head learns middles of phrases",
        "text-asked.pt, readings, *.jsonl of turns",
        "text-calls.pt",
        places,
    ),
    Step(
        "text-general",
        "the head learns talk to other agents",
        "text-calls.pt, readings, *.jsonl of turns",
        "text.pt",
        general,
    ),
    Step(
        "text-measure",
        "the head on unseen data",
        "text*.pt, readings, harper-valley",
        "figures on the screen",
        measure,
    ),
    Step("text-export", "the head as ONNX", "text.pt", "models/eot-text", export),
    Step(
        "text-overlap",
        "phrases shared with the calls",
        "windows, grammar.jsonl, written calls",
        "a list on the screen",
        overlap,
    ),
]
