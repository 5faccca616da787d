"""Training, calibration and export of the heads on invented encoder frames, and a few steps of teaching the listener on invented
sound by an invented teacher, in under a minute, without any corpus.

    python -m training.lid.smoke
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch

from . import distil
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


ENCODER = Path("node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized/encoder_model.onnx")


class InventedTeacher:
    """In the place of Smart Turn's encoder: fixed random features of the sound of every 20 ms."""

    def __init__(self, _):
        self.features = torch.randn(320, 384, generator=torch.Generator().manual_seed(0))

    def __call__(self, samples):
        return torch.tanh(samples.reshape(len(samples), -1, 320) @ self.features)


def teach(folder, rng):
    """-> the listener after some steps on noises of changing colour."""
    audio = (rng.standard_normal(20 * 48000).cumsum() % 1.0 - 0.5) * rng.uniform(0.05, 0.6, 20).repeat(48000)
    (audio * 32767).astype(np.int16).tofile(folder / "audio.i16")
    rows = [["en", f"invented-{i % 3}", i * 48000, 48000] for i in range(20)]
    (folder / "recordings.json").write_text(json.dumps(rows))
    np.savez(folder / "teacher.npz", weight=rng.standard_normal((len(CLASSES), 768)) * 0.01, bias=np.zeros(len(CLASSES)))
    distil.SmartTurnEncoder = InventedTeacher
    parser = argparse.ArgumentParser()
    distil.add_options(parser)
    given = f"--recordings {folder} --encoder {ENCODER} --smart-turn none --teacher-head {folder}/teacher.npz --minutes 0.05 --batch 4 --first 2 --held 4"
    distil.train(parser.parse_args([*given.split(), "--out", str(folder / "listener.pt")]))
    return folder / "listener.pt"


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
        listener = teach(folder, rng)
        heard = np.concatenate([frames * 0.5, frames], axis=2).astype(np.float16)
        np.save(folder / "frames.npy", heard)
        log = run("train_listener", "--windows", folder, "--listener", listener, "--head", folder / "head" / "head.pt", "--out", folder / "third", "--hold-out", "held")
        if float(log.split('"held": ')[-1].split(",")[0]) < 0.3:
            sys.exit("invented languages are not told apart by the listener")
        run("export_listener", "--head", folder / "third" / "head.pt", "--frames", folder / "frames.npy", "--out", folder / "third")
        print("smoke run passed")
