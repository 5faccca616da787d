"""Fits the language encoder's head on stored windows, and calibrates it beside lid-head.

    python -m training.lid.train_language_encoder --windows DATA/lid-encoder DATA/lid-encoder-2 DATA/lid-found \\
        --language-encoder DATA/language-encoder.pt --head DATA/lid-head/head.pt --leave-out arsc \\
        --out DATA/language-encoder
    python -m training.lid.train_language_encoder --windows DATA/lid-encoder DATA/lid-encoder-2 \\
        --teacher smart-turn-v3.2-cpu.onnx --out DATA/lid-teacher-head

The fit is that of train.py. Temperatures come from a second fit that has not seen the sources of `--hold-out`. The
encoder has heard those sources without their language, so the figure `held` flatters it. --teacher fits a head on the
teacher's own frames instead, for distil.py: head.npz.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from .evaluate import load_head
from .language_encoder import LanguageEncoder, pooled
from .network import CLASSES
from .smart_turn import SmartTurnEncoder
from .train import Calibrated, add_options, fit, labels_of
from .windows import SAMPLES

AT_ONCE = 64


@torch.inference_mode()
def means_of(rows, hear):
    """Stored rows -> pooled frames [windows, 2 width] of the encoder `hear`."""
    parts = (
        torch.tensor(np.asarray(rows[at : at + AT_ONCE]).astype(np.float32)) for at in range(0, len(rows), AT_ONCE)
    )
    return np.concatenate([pooled(hear(part)).numpy() for part in parts])


def features_of(options, name, hear):
    return np.concatenate([means_of(np.load(folder / name, mmap_mode="r"), hear) for folder in options.windows])


def heard_by(options, hear):
    """The sound of the stored windows -> pooled frames of the encoder `hear`."""
    return features_of(options, "samples.npy", lambda samples: hear(samples[:, :SAMPLES] / 32767))


def teacher_head(options):
    features = heard_by(options, SmartTurnEncoder(options.teacher))
    classes, languages, sources = labels_of(options.windows)
    weight, bias = fit(features, classes, languages, sources, np.arange(len(classes)), options)
    np.savez(options.out / "head.npz", weight=weight, bias=bias)


def train(options):
    options.out.mkdir(parents=True, exist_ok=True)
    if options.teacher:
        return teacher_head(options)
    encoder = LanguageEncoder()
    encoder.load_state_dict(torch.load(options.language_encoder, weights_only=True))
    ours = Calibrated(options, heard_by(options, encoder.eval()), *labels_of(options.windows))
    said = ours.said
    if options.head:
        head = load_head(options.head)
        fourth = features_of(options, "frames.npy", lambda frames: frames)[ours.held]
        with torch.inference_mode():
            said |= ours.beside((head.linear(torch.tensor(fourth).float()) / head.temperature).numpy())
    for language, odds in (one.split("=") for one in options.odds):
        ours.bias[CLASSES.index(language)] += ours.temperature * np.log(float(odds))
    kept = {name: torch.tensor(getattr(ours, name)) for name in ("weight", "bias", "temperature")}
    torch.save(kept | {"encoder": encoder.state_dict()}, options.out / "head.pt")
    print(json.dumps(said))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    parser.add_argument("--language-encoder", type=Path)
    parser.add_argument("--head", type=Path, help="lid-head's head.pt, for the temperature of both together")
    parser.add_argument("--teacher", type=Path, help="smart-turn-v3.2-cpu.onnx: a head on its frames instead")
    parser.add_argument(
        "--odds",
        nargs="*",
        default=[],
        help="LANGUAGE=FACTOR: how much rarer than its windows a language is taken to be",
    )
    train(parser.parse_args())
