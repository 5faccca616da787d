"""Runs the steps of the training on tiny data: does each still run, and does its output fit the next one? No network.

    python -m training.smoke [bargein | voices | lid | phones | steps ...]

It needs the packages of training/requirements.txt and a built turnwire (`npm run build`). If one is missing, it says so
and stops. No figure that it prints means anything.
"""

import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from ..shared.manifest import Manifest, faults
from ..steps import calls, languages, sound, text
from ..steps.run import run
from ..steps.workspace import REPO, Command, Step, Workspace
from . import tiny_data

PARTS = ("bargein", "voices", "lid", "phones", "steps")
PACKAGES = "torch", "transformers", "onnx", "onnxruntime", "sklearn", "soundfile", "scipy", "pyroomacoustics"
SMALL = ("--epochs", "1", "--batch", "32")
EXTRA = {
    "text.grammar": ("--count", "600"),
    "text.train": SMALL,
    "text.distil": SMALL,
    "text.reread": (*SMALL, "--unpaused", "20"),
    "text.train_languages": (*SMALL, "--written", "30", "--sentences", "4", "--dialogues", "4"),
    "fusion.languages": ("--repeats", "3"),
    "text.train_teacher": ("--epochs", "1", "--batch", "4"),
    "text.label": ("--most", "40"),
    "fusion.fit": ("--variants", "words", "full"),
    "measure.transcripts": ("--repeats", "10"),
    "measure.report": ("--repeats", "20"),
    "measure.room_report": ("--repeats", "5"),
}
LEFT_OUT = {
    *("text-overlap", "readers-measure", "languages-measure", "languages-windows", "languages-points"),
    *("phones", "phones-train", "phones-export", "policies"),
}
"""Steps that need recordings which cannot be invented, or more pauses than tiny data have. The phones have a smoke run
of their own."""
WRITTEN = (
    *("shipped/eot-text/eot-text.onnx", "shipped/eot-sound/eot-sound.onnx", "shipped/eot-fusion/fusion.json"),
    *("shipped/eot-text-languages/eot-text-languages.onnx", "shipped/eot-fusion-languages/fusion.json"),
    *("shipped/eot-turn-sound/model.onnx", "report/end-of-turn.md", "report/end-of-turn-reliability.svg"),
    *("report/engine.md", "report/rooms.md"),
)


def others(work: Workspace) -> list[Command]:
    """What no step runs: other sources of windows, copies to learn from, and the shipped files on unknown calls."""
    rows, copies = work.data / "rows", work.data / "windows-noise"
    known = "--calls", work.data / "windows", "--text-model", work.data / "text.pt", "--holds", work.data / calls.HOLDS
    sample_rows = REPO / "corpora/sample-calls/rows.jsonl"
    return [
        work.python("calls.windows", "--rows", sample_rows, "--limit", 5, "--out", rows),
        work.node("calls/decode-windows.mjs", rows),
        work.python("fusion.fit", *known, "--copies", copies, "--scores", work.data / "with-copies.jsonl"),
        work.python("measure.shipped", "--calls", work.data / "windows", "--models", work.models, "--repeats", 10),
        work.python("calls.diarization_set", "--calls", work.data / "calls.pkl", "--out", work.data / "call-rooms"),
    ]


def check_output(work: Workspace) -> None:
    missing = [name for name in WRITTEN if not (work.data / name).exists() or not (work.data / name).stat().st_size]
    if missing:
        sys.exit(f"not written: {', '.join(missing)}")
    for endpoint in calls.ENDPOINTS:
        traces = [file for file in (work.data / "traces" / endpoint).glob("*.jsonl") if file.stat().st_size]
        if not traces:
            sys.exit(f"no traces of a {endpoint}")
    if "| ours | cutoff_2pct |" not in (work.reports / "engine.md").read_text():
        sys.exit("engine.md has no line for ours at cutoff_2pct")


def main() -> None:
    missing = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        print(f"training smoke run skipped: {sys.executable} lacks {', '.join(missing)} of training/requirements.txt")
        return
    if not (REPO / "dist/index.js").exists():
        print("training smoke run skipped: build turnwire first (npm run build)")
        return
    parts = sys.argv[1:] or PARTS
    os.environ |= {"OMP_NUM_THREADS": "1", "PYTHONWARNINGS": "ignore"}
    if wrong := faults(Manifest()):
        sys.exit("\n".join(wrong))
    for package in PARTS[:-1]:
        if package in parts:
            subprocess.run([sys.executable, "-m", f"training.{package}.smoke"], cwd=REPO, check=True)
    if "steps" in parts:
        run_steps()
    print("training smoke run passed")


def run_steps() -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        work = Workspace(
            data=data,
            models=data / "shipped",
            reports=data / "report",
            manifest=tiny_data.write(data),
            language_model=(data / tiny_data.LANGUAGE_MODEL).parent,
            extra=EXTRA,
            seeds_at_most=1,
            on_older_processors=False,
        )
        made_by_steps = ("eot-text", "eot-text-languages", "eot-fusion-languages")
        for made in (*(work.models / name for name in made_by_steps), work.reports):
            made.mkdir(parents=True)
        for step in (*text.STEPS, *calls.STEPS, *sound.STEPS, *languages.STEPS):
            if step.name not in LEFT_OUT:
                run(step, work)
        run(Step("others", "", "", "", lambda work: iter(others(work))), work)
        check_output(work)


if __name__ == "__main__":
    main()
