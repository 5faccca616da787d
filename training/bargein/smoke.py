"""Makes and fits the head of single words on a few sounds. No figure that it prints means anything."""

import subprocess
import sys
import tempfile
from pathlib import Path

import soundfile as sf

from ..shared.audio import RATE, load
from ..steps.workspace import MOONSHINE_ENCODER, REPO, VAD

CALLS = REPO / "corpora/sample-calls/audio"
WORDS = "stop", "no", "off", "yes", "right"
SPEAKERS = 6


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        calls = sorted(CALLS.iterdir())
        for number, word in enumerate(WORDS):
            (folder / "words" / word).mkdir(parents=True)
            for speaker in range(SPEAKERS):
                samples = load(calls[(number + speaker) % len(calls)])
                samples = samples if samples.ndim == 1 else samples[0]
                sf.write(folder / "words" / word / f"s{speaker}_0.wav", samples[: 2 * RATE], RATE)
        sources = (
            ("--whole", folder / "words"),
            ("--pieces", f"{folder}/words/*/*.wav", "--coughs", "--beginnings", folder / "words"),
        )
        for number, source in enumerate(sources):
            shared = "--vad", VAD, "--encoder", MOONSHINE_ENCODER, "--most", 12
            run("word_windows", *shared, *source, "--out", folder / f"{number}.pkl")
        run("word_head", "--windows", folder / "0.pkl", folder / "1.pkl", "--out", folder / "head.onnx")


def run(module: str, *arguments: object) -> None:
    command = [sys.executable, "-m", f"training.bargein.{module}", *map(str, arguments)]
    subprocess.run(command, cwd=REPO, check=True)


if __name__ == "__main__":
    main()
