"""Fits the listener's language head on what the listener hears of stored windows, and calibrates it beside lid-head.

    python -m training.lid.train_listener --windows DATA/lid-encoder DATA/lid-encoder-2 DATA/lid-found --listener DATA/listener.pt \\
        --head DATA/lid-head/head.pt --leave-out arsc --out DATA/lid-listener
    python -m training.lid.train_listener --windows DATA/lid-encoder DATA/lid-encoder-2 --teacher smart-turn-v3.2-cpu.onnx --out DATA/lid-teacher-head

The fit is that of train.py. Temperatures come from a second fit that has not seen the sources of `--hold-out`; the listener has heard those
without their language, so that `held` flatters it. With --teacher, a head on the teacher's own frames instead, for distil.py: head.npz.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from .encoder_head import best_temperature, log_softmax, right
from .evaluate import load_head
from .listener import MOONSHINE_WIDTH, Listener, pooled
from .smart_turn import SmartTurnEncoder
from .train import classes_of, fit

AT_ONCE = 64


@torch.inference_mode()
def means_of(rows, hear):
    """Stored rows -> pooled frames [windows, 2 width] of `hear`."""
    parts = (torch.tensor(np.asarray(rows[at : at + AT_ONCE]).astype(np.float32)) for at in range(0, len(rows), AT_ONCE))
    return np.concatenate([pooled(hear(part)).numpy() for part in parts])


def labels_of(folders):
    known = [np.load(folder / "labels.npz") for folder in folders]
    languages, sources = (np.concatenate([one[name] for one in known]) for name in ("language", "source"))
    return classes_of(languages), languages, sources


def features_of(options, name, hear):
    return np.concatenate([means_of(np.load(folder / name, mmap_mode="r"), hear) for folder in options.windows])


def teacher_head(options):
    teacher = SmartTurnEncoder(options.teacher)
    features = features_of(options, "samples.npy", lambda samples: teacher(samples / 32767).clone())
    classes, languages, sources = labels_of(options.windows)
    weight, bias = fit(features, classes, languages, sources, np.arange(len(classes)), options)
    np.savez(options.out / "head.npz", weight=weight, bias=bias)


def train(options):
    options.out.mkdir(parents=True, exist_ok=True)
    if options.teacher:
        return teacher_head(options)
    listener = Listener()
    listener.load_state_dict(torch.load(options.listener, weights_only=True))
    features = features_of(options, "frames.npy", listener.eval())
    classes, languages, sources = labels_of(options.windows)
    held, rows = np.isin(sources, options.hold_out), np.flatnonzero(~np.isin(sources, options.leave_out))
    weight, bias = fit(features, classes, languages, sources, rows[~held[rows]], options)
    logits, truth = features[held] @ weight.T + bias, classes[held]
    temperature = best_temperature(logits, truth)
    said = {"windows": len(rows), "held": right(logits, truth), "temperature": round(temperature, 2)}
    if options.head:
        head = load_head(options.head)
        fourth = features_of(options, "frames.npy", lambda frames: frames[..., MOONSHINE_WIDTH:])[held]
        with torch.inference_mode():
            other = (head.linear(torch.tensor(fourth).float()) / head.temperature).numpy()
        both = log_softmax(logits / temperature) + log_softmax(other)
        said |= {"held, together": right(both, truth), "joint temperature": round(best_temperature(both, truth), 2)}
    weight, bias = fit(features, classes, languages, sources, rows, options)
    bias[-1] += temperature * np.log(options.other_odds)
    kept = {"listener": listener.state_dict(), "weight": torch.tensor(weight), "bias": torch.tensor(bias), "temperature": torch.tensor(temperature)}
    torch.save(kept, options.out / "head.pt")
    print(json.dumps(said))


def add_options(parser):
    parser.add_argument("--windows", type=Path, nargs="+", required=True)
    parser.add_argument("--listener", type=Path)
    parser.add_argument("--head", type=Path, help="lid-head's head.pt, for the temperature of both together")
    parser.add_argument("--teacher", type=Path, help="smart-turn-v3.2-cpu.onnx: a head on its frames instead")
    parser.add_argument("--hold-out", nargs="*", default=["picovoice", "picovoice-2", "amivoice", "azure", "cosyvoice", "riva"])
    parser.add_argument("--leave-out", nargs="*", default=[], help="sources not to learn from")
    parser.add_argument("--strength", type=float, default=0.001)
    parser.add_argument("--nuisance", type=int, default=10)
    parser.add_argument("--real-share", type=float, default=0.5)
    parser.add_argument("--other-odds", type=float, default=1, help="of a language that is none of the 14, for the listener's head")
    parser.add_argument("--out", type=Path, required=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    train(parser.parse_args())
