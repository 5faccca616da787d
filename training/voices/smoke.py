"""Runs every step of the embedder on invented voices, in about a minute, without network or corpora.

    python -m training.voices.smoke

Each "voice" is a pulse train with its own pitch and formants. The trained network must tell unseen invented voices
apart better than chance, and the exported file must agree with torch. No figure here means anything.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np
import soundfile
import torch
from scipy.signal import lfilter

from ..shared.smoke_steps import steps_of
from ..steps.workspace import MOONSHINE_ENCODER
from .segmentation_teacher import Teacher

RATE = 16000

run = steps_of("voices")


def invented_voice(rng, seconds, pitch, formants):
    time = np.arange(int(seconds * RATE))
    contour = pitch * (1 + 0.1 * np.sin(time / RATE * rng.uniform(2, 6)))
    pulses = np.diff(np.floor(np.cumsum(contour) / RATE), prepend=0) + 0.02 * rng.standard_normal(len(time))
    for hz in formants * rng.uniform(0.96, 1.04, len(formants)):
        radius = np.exp(-np.pi * 120 / RATE)
        pulses = lfilter([1 - radius], [1, -2 * radius * np.cos(2 * np.pi * hz / RATE), radius**2], pulses)
    return (pulses / np.abs(pulses).max() * 0.7).astype(np.float32)


def write_index(folder, voices=24, utterances=8):
    rng = np.random.default_rng(0)
    rows, position = [], 0
    with open(folder / "audio.i16", "wb") as audio:
        for voice in range(voices):
            pitch = rng.uniform(80, 260)
            formants = np.array([500, 1500, 2500]) * rng.uniform(0.8, 1.25, 3)
            for _ in range(utterances):
                samples = (invented_voice(rng, 4, pitch, formants) * 32767).astype(np.int16)
                audio.write(samples.tobytes())
                split = "train" if voice < voices - 8 else "dev"
                rows.append(f"so762\tv{voice}\ten\tsynthetic\t{split}\t{position}\t{len(samples)}")
                position += len(samples)
    header = "corpus\tspeaker\tlanguage\tkind\tsplit\tstart\tsamples"
    (folder / "index.tsv").write_text("\n".join([header, *rows]) + "\n")


def invented_segmentation_teacher(path):
    """A file with the shapes of the teacher of segmentation and random numbers."""
    teacher = Teacher.__new__(Teacher)
    teacher.build()
    torch.save({"state_dict": teacher.state_dict()}, path)


def invented_teacher(path):
    """A file with Resemblyzer's shapes and random numbers: it shows that asking a teacher runs, not what a teacher
    knows.
    """
    torch.manual_seed(0)
    parts = {"lstm": torch.nn.LSTM(40, 256, 3), "linear": torch.nn.Linear(256, 256)}
    torch.save(
        {
            "model_state": {
                f"{name}.{key}": value for name, part in parts.items() for key, value in part.state_dict().items()
            }
        },
        path,
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_index(folder)
        invented_teacher(folder / "teacher.pt")
        heard = "--index", folder, "--teacher", folder / "teacher.pt", "--heard", 16, "--batch", 16, "--ring", 640
        run("imitate", *heard, "--out", folder / "imitated.pt", "--minutes", 0.2)
        run(
            "train",
            *heard,
            "--start",
            folder / "imitated.pt",
            "--out",
            folder / "net",
            "--minutes",
            0.5,
            "--first",
            4,
            "--margin-weight",
            1,
            "--last-margin-weight",
            1,
        )
        run("export", "--checkpoint", folder / "net" / "final.pt", "--out", folder / "model")
        run(
            "scatter",
            "--index",
            folder,
            "--model",
            folder / "model" / "model.onnx",
            "--out",
            folder / "model",
            "--dimensions",
            8,
        )
        run("unseen", "--index", folder, "--model", folder / "model" / "model.onnx", "--corpora", "so762")
        run("room_responses", "--rooms", 2, "--out", folder / "responses.npz")
        (folder / "noise").mkdir()
        soundfile.write(folder / "noise/hum.wav", 0.1 * np.sin(np.arange(5 * RATE) / 40), RATE)
        invented_segmentation_teacher(folder / "senko_vad.pt")
        taught = "--encoder", MOONSHINE_ENCODER, "--teacher", folder / "senko_vad.pt", "--count", 3
        made = "--index", folder, "--responses", folder / "responses.npz", "--noise", folder / "noise", *taught
        run("meetings", *made, "--out", folder / "made/train1.npz")
        run("meetings", *made, "--split", "dev", "--out", folder / "made/dev.npz")
        windows = "--meetings", folder / "made", "--minutes", 0.03, "--every", 1, "--batch", 4
        run("segmentation", *windows, "--out", folder / "segmentation")
        speech = folder / "separation"
        given = "--index", folder, "--responses", folder / "responses.npz"
        run("separation_speech", *given, "--embedder", folder / "model/model.onnx", "--out", speech)
        short = "--minutes", 0.03, "--every", 1, "--batch", 2, "--processes", 1, "--held", 4
        mixed = "--speech", speech, "--noise", folder / "noise"
        run("separation", *mixed, *short, "--out", folder / "separator")
        table = run(
            "evaluate",
            "--index",
            folder,
            "--model",
            folder / "model" / "model.onnx",
            "--split",
            "dev",
            "--corpus",
            "so762",
            "--windows",
            8,
            "--seconds",
            2,
        )
        ours = next(line for line in table.splitlines() if line.startswith("ours") and "wide" in line)
        error = float(ours.split("EER")[1].split("%")[0])
        if error > 40:
            sys.exit(f"invented voices are not told apart: EER {error} %")
        print("smoke run passed")
