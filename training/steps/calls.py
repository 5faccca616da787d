"""Steps on the labelled calls: their windows, models/eot-sound and models/eot-fusion, and what they measure."""

from collections.abc import Iterator
from pathlib import Path

from .workspace import VAD, Command, Step, Workspace

FOLDERS = {name: name for name in ("lca", "pca", "google", "shared")}
JUDGEMENTS = {".": (), "second": ("--after", 0.3)}
"""Folder of the windows of the first judgement of a pause and of its recheck -> seconds of silence they end with."""
HOLDS = "en_hold_durations.json"
OLDER = "older-processor"
ENDPOINTS = "stream", "room"


def labelled(work: Workspace) -> Iterator[Command]:
    yield label_calls(work, "all", "calls.pkl", FOLDERS | {"harper": "harper"})


def label_calls(work: Workspace, lists: str, out: str, folders: dict[str, str]) -> Command:
    given = [part for name, folder in folders.items() for part in ("--folder", f"{name}={work.data / folder}")]
    options = "--manifest", work.manifest, "--lists", lists, *given, "--vad", VAD, "--out", work.data / out
    return work.python("calls.labelled", *options)


def windows(work: Workspace) -> Iterator[Command]:
    """Cuts and decodes each pause as the product does at its first judgement and at its recheck. Does the same over a
    telephone, with noise and, on Linux on x64, with the arithmetic of an older processor."""
    data = work.data
    preload = data / OLDER / "libonnxruntime.so.1"
    if work.on_older_processors:
        yield Command("node", ("bench/older-processor.mjs", str(data / OLDER)), may_fail=True)
    for folder, after in JUDGEMENTS.items():
        out = data / "windows" / folder
        yield work.python("calls.windows", "--calls", data / "calls.pkl", *after, "--out", out)
        yield work.node("calls/decode-windows.mjs", out, *(["--large-only"] if after else []))
        for kind in ("telephone", "noise"):
            copy = data / f"windows-{kind}" / folder
            yield work.python("calls.augment", "--windows", out, "--kind", kind, "--copies", 1, "--out", copy)
            yield work.node("calls/decode-windows.mjs", copy, "--large-only")
        if work.on_older_processors and preload.exists():
            copy = data / "windows-older" / folder
            yield Command("mkdir", ("-p", str(copy)))
            links = [str(out.resolve() / name) for name in ("windows.f32", "windows.jsonl")]
            yield Command("ln", ("-sf", *links, str(copy)))
            yield work.node("calls/decode-windows.mjs", copy, "--large-only", preload=preload)
    yield work.node("calls/smart-turn-scores.mjs", data / "windows")


def read_english(work: Workspace) -> Iterator[Command]:
    """Read speech weighs in the sums that judge a turn when nobody is known to have spoken before it."""
    folders = [part for name in ("speechocean", "resemblyzer") for part in ("--folder", f"{name}={work.data / name}")]
    held, out = work.data / "english-mandarin", work.data / "english-read"
    yield _read_speech(work, "english-mandarin", held, *folders[:2])
    yield _read_speech(work, "english-read", out, "--paused", "--without", held, *folders)
    yield work.node("calls/decode-windows.mjs", out, "--large-only")


def _read_speech(work: Workspace, listed: str, out: Path, *options: object) -> Command:
    known = "--manifest", work.manifest, "--list", listed
    return work.python("measure.languages", "windows", *known, *options, "--vad", VAD, "--out", out)


def fusion(work: Workspace) -> Iterator[Command]:
    yield work.python("fusion.fit", *_known(work), "--models", work.models)


def measure(work: Workspace) -> Iterator[Command]:
    data = work.data
    copies = {name: data / f"windows-{name}" for name in ("telephone", "noise", "older")}
    stressed = [f"{name}={folder}" for name, folder in copies.items() if folder.exists()]
    scores = "--scores", data / "scores.jsonl"
    yield work.python("fusion.fit", *_known(work), "--stressed", *stressed, *scores, "--folds", data / "folds")
    known = "--fusion", work.models / "eot-fusion/fusion.json", "--holds", data / HOLDS, "--repeats", 200
    yield work.python("measure.report", *scores, *known, "--out", work.reports)
    yield work.python("measure.slices", *scores)


def traced(work: Workspace) -> Iterator[Command]:
    """What each step of the engine saw in the turns and rooms, from which the events of any policy follow."""
    for endpoint in ENDPOINTS:
        yield work.node("measure/trace-calls.mjs", endpoint, work.data)


def refitted(work: Workspace) -> Iterator[Command]:
    """Other fits of sound head and sums judge the traced pauses: how far may a retraining move a figure?"""
    for name, options in _refits(work).items():
        folds = "--folds", work.data / f"folds-{name}"
        yield work.python("fusion.fit", *_known(work), *options, *folds)
        for endpoint in ENDPOINTS:
            yield work.node("measure/rescore-traces.mjs", endpoint, work.data, name)


def _refits(work: Workspace) -> dict[str, tuple[object, ...]]:
    """Name of a fit -> its options: fewer pauses of read speech, or random weights of the pauses of calls."""
    weighed = {f"w{seed}": ("--read-most", 900, "--seed", seed, "--weights", seed) for seed in work.seeds(1, 2, 3)}
    return {"few": ("--read-most", 241, "--seed", 1), **weighed}


def policies(work: Workspace) -> Iterator[Command]:
    """The policies of the profiles, chosen under the public lengths of pauses and measured group by group.

    First by scores. Streams: by those that the engine sends every 0.1 s; the figures of its events under the policies
    that ship go to reports/calibration. Rooms: by held-out scores of pauses. Then by the `turn.end` events that
    a policy would give on traced calls, in every fit: the policies that ship are chosen by these.
    """
    public = "--folds", "--pauses", "public", "--min-holds", "100000"
    wire = _runs(work.data / "wire/learned")
    kept = "--keep", "0.97", "--within", "540,750,1080", "--late", "0.03"
    stream = "bin/turnwire.js", "calibrate", *wire, *public, *kept
    yield Command("node", (*stream, "--out", str(work.data / "policies-stream")))
    run, out = work.data / "held-out-room", str(work.data / "policies-room")
    fusion = work.models / "eot-fusion/fusion.json"
    yield work.node("measure/held-out-run.mjs", work.data / "room-scores.jsonl", fusion, run, "room")
    yield Command("node", ("bin/turnwire.js", "calibrate", str(run), *public, "--margin", "0.7", "--out", out))
    for endpoint in ENDPOINTS:
        fits = "--fits", ",".join(_refits(work)), "--out", work.reports
        yield work.node("measure/event-policies.mjs", endpoint, work.data, *fits)
    yield work.node("measure/event-points.mjs", work.data, work.reports.parent / "calibration")


def _runs(folder: Path) -> list[str]:
    """The run folders of fold-runs.mjs, one for each group of callers."""
    return sorted(map(str, folder.iterdir())) if folder.exists() else [f"{folder}/GROUP"]


def _known(work: Workspace) -> tuple[object, ...]:
    """The text head is text.pt if it was trained here, otherwise the one that ships."""
    data = work.data
    text = data / "text.pt"
    head = text if text.exists() else work.models / "eot-text/eot-text.onnx"
    calls = "--calls", data / "windows", "--read", data / "english-read"
    return *calls, "--text-model", head, "--holds", data / HOLDS


def engine(work: Workspace) -> Iterator[Command]:
    """The engine itself, turn by turn, by `turnwire eval`."""
    data = work.data
    calls = "--calls", data / "calls.pkl", "--windows", data / "windows"
    yield work.python("calls.eval_corpus", *calls, "--out", data / "turns")
    yield work.node("measure/fold-runs.mjs", data / "turns", data / "folds", data)
    yield work.node("measure/engine-report.mjs", data, work.reports)


def rooms(work: Workspace) -> Iterator[Command]:
    data = work.data
    yield work.python("calls.rooms", "--calls", data / "calls.pkl", "--out", data / "rooms")
    yield work.node("calls/run-rooms.mjs", data / "rooms")
    heard = "--calls", data / "windows", "--rooms", data / "rooms", "--read", data / "english-read"
    scores = "--scores", data / "room-scores.jsonl"
    yield work.python("measure.room_report", *heard, *scores, "--models", work.models, "--out", work.reports)


def readers(work: Workspace) -> Iterator[Command]:
    yield work.python("measure.readers", "--calls", work.data / "windows")


def in_other_languages(work: Workspace) -> Iterator[Command]:
    """Smart Turn v3.2 and ours on read speech, monologue and acted dialogue; nothing learns from these recordings."""
    data = work.data
    ko, hi = ("--folder", f"ko={data / 'korean'}"), ("--folder", f"hi={data / 'hindi'}")
    first = [part for name in ("watson", "speechmatics") for part in ("--folder", f"{name}={data / name}")]
    languages, more, rest = (data / name for name in ("languages", "languages-more", "languages-rest"))
    yield _read_speech(work, "languages", languages, *first, *hi, *ko)
    others = *hi, *ko, "--folder", f"id={data / 'indonesian'}"
    yield _read_speech(work, "languages-more", more, "--without", languages, *others)
    yield _read_speech(work, "languages-rest", rest, "--without", languages, more, *ko)
    deeply, native = data / "languages-dialogue", data / "english-native"
    yield _read_speech(work, "languages-dialogue", deeply, "--folder", f"deeply={data / 'deeply'}")
    yield _read_speech(work, "english-native", native, "--folder", f"resemblyzer={data / 'resemblyzer'}")
    for folder in (languages, more, rest, deeply, data / "english-mandarin", native):
        yield work.node("measure/languages.mjs", folder)
        yield work.python("measure.languages", "report", folder)
    yield work.node("measure/languages.mjs", data / "windows")
    known = "--calls", data / "windows", "--models", work.models, "--shipped", work.reports / "end-of-turn.json"
    yield work.python("measure.language_policies", *known, languages, more, deeply)


STEPS = [
    Step("calls", "labelled pauses and turn ends", "recordings, data/labelled-calls", "calls.pkl", labelled),
    Step(
        "calls-windows",
        "what the recogniser writes there",
        "calls.pkl",
        "windows, windows-{telephone,noise,older}",
        windows,
    ),
    Step(
        "read-english",
        "pauses of read English",
        "speechocean, resemblyzer",
        "english-mandarin, english-read",
        read_english,
    ),
    Step(
        "fusion",
        "sound head and weighted sums",
        "windows, english-read, text.pt",
        "models/eot-sound, models/eot-fusion",
        fusion,
    ),
    Step(
        "fusion-measure",
        "our score, others, held out",
        "windows*, english-read, text.pt",
        "scores.jsonl, folds, report",
        measure,
    ),
    Step(
        "engine-measure",
        "the engine, by `turnwire eval`",
        "calls.pkl, windows, folds",
        "turns, runs, wire, a report",
        engine,
    ),
    Step(
        "rooms-measure",
        "the same calls in one channel",
        "calls.pkl, windows, english-read",
        "rooms, room-scores, a report",
        rooms,
    ),
    Step(
        "calls-traced",
        "what the engine saw, step by step",
        "turns, rooms, folds",
        "traces",
        traced,
    ),
    Step(
        "calls-refitted",
        "other fits on what was traced",
        "windows, english-read, traces",
        "folds-*, traces-*",
        refitted,
    ),
    Step(
        "policies",
        "the profiles of streams and rooms",
        "wire, room-scores, traces*",
        "policies-*, two reports",
        policies,
    ),
    Step(
        "readers-measure",
        "readers instead of the text head",
        "windows, data/readings",
        "a table on the screen",
        readers,
    ),
    Step(
        "languages-measure",
        "our score and others in other languages",
        "recordings, data/read-speech",
        "languages*, tables",
        in_other_languages,
    ),
]
