"""Training, calibration and export of both heads on invented encoder frames, in under half a minute, without any corpus.

    python -m training.lid.smoke
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from .encoder_windows import WIDTH as ENCODER_WIDTH
from .network import CLASSES, WIDTH
from .windows import FRAMES


def run(module, *arguments):
    print("+", module, *arguments, flush=True)
    done = subprocess.run([sys.executable, "-m", f"training.lid.{module}", *map(str, arguments)], capture_output=True, text=True)
    print(done.stdout[-1500:], flush=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        folder, rng = Path(name), np.random.default_rng(0)
        centres = rng.standard_normal((len(CLASSES), WIDTH)) * 0.5
        classes = np.repeat(np.arange(len(CLASSES)), 40)
        sources = np.where(np.arange(len(classes)) % 4 == 0, "held", np.where(np.arange(len(classes)) % 2, "espeak", "neural"))
        frames = centres[classes][:, None] + rng.standard_normal((len(classes), FRAMES, WIDTH))
        frames.astype(np.float16).tofile(folder / "frames.f16")
        np.savez(folder / "labels.npz", language=np.array(CLASSES)[classes], source=sources)
        log = run("train", "--windows", folder, "--out", folder / "head", "--hold-out", "held")
        held = float(log.split('"held": ')[-1].split(",")[0])
        if held < 0.5:
            sys.exit(f"invented languages are not told apart: {held} right")
        run("export", "--head", folder / "head" / "head.pt", "--out", folder / "model")
        width = 2 * ENCODER_WIDTH
        features = (rng.standard_normal((len(CLASSES), width)) * 0.5)[classes] + rng.standard_normal((len(classes), width))
        np.savez(folder / "labels.npz", pooled=features, language=np.array(CLASSES)[classes], source=sources)
        log = run("encoder_head", "--windows", folder, "--out", folder / "second", "--hold-out", "held", "--leave-out", "none")
        if float(log.split('"held": ')[-1].split(",")[0]) < 0.5:
            sys.exit("invented languages are not told apart by the second head")
        run("export", "--head", folder / "second" / "head.pt", "--out", folder / "second")
        print("smoke run passed")
