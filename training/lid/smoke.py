"""Trains, calibrates and exports the heads on invented frames, and the language encoder on invented sound.

    python -m training.lid.smoke

It takes under a minute and needs no corpus.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch

from ..shared.smoke_steps import steps_of
from ..voices.corpora import RATE
from . import distil, imitate
from .network import CLASSES, WIDTH
from .smart_turn import FRAME_SAMPLES
from .smart_turn import WIDTH as ENCODER_WIDTH
from .windows import FRAMES, SAMPLES

run = steps_of("lid")


class InventedTeacher:
    """Stands for Smart Turn's encoder: fixed random features of every 20 ms of sound, layer by layer."""

    def __init__(self, _):
        drawn = torch.Generator().manual_seed(0)
        self.features = [
            torch.randn(size, ENCODER_WIDTH, generator=drawn) * 0.05 for size in (FRAME_SAMPLES, *3 * [ENCODER_WIDTH])
        ]

    def states(self, samples):
        found = [torch.tanh(samples.reshape(len(samples), -1, FRAME_SAMPLES) @ self.features[0])]
        for features in self.features[1:]:
            found.append(found[-1] + torch.tanh(found[-1] @ features))
        return found

    def __call__(self, samples):
        return self.states(samples)[-1]


def taught(module, given):
    module.SmartTurnEncoder = InventedTeacher
    parser = argparse.ArgumentParser()
    module.add_options(parser)
    options = parser.parse_args(
        [
            "--smart-turn",
            "none",
            "--batch",
            "4",
            "--heard",
            "4",
            "--first",
            "2",
            "--held",
            "4",
            "--ring",
            "64",
            *map(str, given),
        ]
    )
    getattr(module, module.__name__.split(".")[-1])(options)


def teach(folder, rng):
    """-> the language encoder after some steps on noises of changing colour."""
    audio = (rng.standard_normal(20 * SAMPLES).cumsum() % 1.0 - 0.5) * rng.uniform(0.05, 0.6, 20).repeat(SAMPLES)
    (audio * 32767).astype(np.int16).tofile(folder / "audio.i16")
    rows = [["en", f"invented-{i % 3}", i * SAMPLES, SAMPLES] for i in range(20)]
    (folder / "recordings.json").write_text(json.dumps(rows))
    np.savez(
        folder / "teacher.npz",
        weight=rng.standard_normal((len(CLASSES), 2 * ENCODER_WIDTH)) * 0.01,
        bias=np.zeros(len(CLASSES)),
    )
    begun = folder / "imitated.pt"
    taught(imitate, ["--recordings", folder, "--minutes", 0.1, "--out", begun])
    taught(
        distil,
        [
            "--recordings",
            folder,
            "--start",
            begun,
            "--teacher-head",
            folder / "teacher.npz",
            "--minutes",
            0.05,
            "--out",
            folder / "language-encoder.pt",
        ],
    )
    return folder / "language-encoder.pt"


def tones(classes, rng):
    """Windows of 3 s, int16: noise under a tone whose pitch is the class."""
    time = np.arange(SAMPLES) / RATE
    hz = 200 * 1.25 ** classes[:, None] * rng.uniform(0.97, 1.03, (len(classes), 1))
    return ((np.sin(2 * np.pi * hz * time) * 0.5 + rng.standard_normal((len(classes), SAMPLES)) * 0.1) * 16000).astype(
        np.int16
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        folder, rng = Path(name), np.random.default_rng(0)
        centres = rng.standard_normal((len(CLASSES), WIDTH)) * 0.5
        classes = np.repeat(np.arange(len(CLASSES)), 40)
        sources = np.where(
            np.arange(len(classes)) % 4 == 0, "held", np.where(np.arange(len(classes)) % 2, "espeak", "neural")
        )
        frames = centres[classes][:, None] + rng.standard_normal((len(classes), FRAMES, WIDTH))
        frames.astype(np.float16).tofile(folder / "frames.f16")
        np.savez(folder / "labels.npz", language=np.array(CLASSES)[classes], source=sources)
        log = run("train", "--windows", folder, "--out", folder / "head", "--hold-out", "held")
        held = float(log.split('"held": ')[-1].split(",")[0])
        if held < 0.5:
            sys.exit(f"invented languages are not told apart: {held} right")
        run("export", "--head", folder / "head" / "head.pt", "--out", folder / "model")
        width = 2 * ENCODER_WIDTH
        features = (rng.standard_normal((len(CLASSES), width)) * 0.5)[classes] + rng.standard_normal(
            (len(classes), width)
        )
        np.savez(folder / "labels.npz", pooled=features, language=np.array(CLASSES)[classes], source=sources)
        log = run(
            "smart_turn_head",
            "--windows",
            folder,
            "--out",
            folder / "second",
            "--hold-out",
            "held",
            "--leave-out",
            "none",
        )
        if float(log.split('"held": ')[-1].split(",")[0]) < 0.5:
            sys.exit("invented languages are not told apart by the second head")
        run("export", "--head", folder / "second" / "head.pt", "--out", folder / "second")
        language_encoder = teach(folder, rng)
        np.save(folder / "frames.npy", frames.astype(np.float16))
        np.save(folder / "samples.npy", tones(classes, rng))
        log = run(
            "train_language_encoder",
            "--windows",
            folder,
            "--language-encoder",
            language_encoder,
            "--head",
            folder / "head" / "head.pt",
            "--out",
            folder / "third",
            "--hold-out",
            "held",
        )
        if float(log.split('"held": ')[-1].split(",")[0]) < 0.3:
            sys.exit("invented languages are not told apart by the language encoder")
        run(
            "export_language_encoder",
            "--head",
            folder / "third" / "head.pt",
            "--windows",
            folder,
            "--out",
            folder / "third",
        )
        print("smoke run passed")
