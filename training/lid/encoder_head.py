"""Fits the second language head, on the frames of an encoder that knows many languages, and calibrates both heads together.

    python -m training.lid.encoder_head --windows DATA/lid-encoder DATA/lid-encoder-2 --head-windows DATA/lid DATA/lid-more DATA/lid-prompts \\
        --encoder encoder_model.onnx --leave-out arsc --out DATA/lid-encoder-head

The fit is that of train.py: nuisance directions taken out, languages and sources weighted, temperatures from a second fit that has not
seen the sources of `--hold-out`. Together: the product of both probabilities, over one more temperature. `--leave-out arsc`: Arabic's only
real source is single words strung together, and what is strung together was taken for Arabic.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from .encoder_windows import WIDTH, pooled
from .network import LanguageHead
from .train import classes_of, fit, load, log_loss
from .windows import FRAMES, cut_encoder

TEMPERATURES = np.linspace(0.6, 5, 89)


def known_of(folders):
    """-> pooled frames [windows, 768], class, language, source."""
    known = [np.load(folder / "labels.npz") for folder in folders]
    languages, sources = (np.concatenate([one[name] for one in known]) for name in ("language", "source"))
    return np.concatenate([one["pooled"] for one in known]).astype(np.float32), classes_of(languages), languages, sources


def best_temperature(logits, truth):
    return float(min(TEMPERATURES, key=lambda t: log_loss(logits, truth, t)))


def log_softmax(logits):
    shifted = logits - logits.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def moonshine_logits(options, held):
    """Logits of the other head, fit without the held-out sources, on the held-out windows."""
    features, classes, languages, sources = load(options.head_windows)
    rows = np.flatnonzero(~np.isin(sources, options.hold_out))
    turned, bias = fit(features, classes, languages, sources, rows, options)
    samples = np.concatenate([np.load(folder / "samples.npy", mmap_mode="r") for folder in options.windows])[held]
    encode = cut_encoder(options.encoder, 3)
    heard = [pooled(encode(one.astype(np.float32) / 32767)[:FRAMES]) for one in samples]
    return np.stack(heard) @ turned.T + bias


def right(logits, truth):
    return round(float((logits.argmax(axis=1) == truth).mean()), 3)


def train(options):
    features, classes, languages, sources = known_of(options.windows)
    held, rows = np.isin(sources, options.hold_out), np.flatnonzero(~np.isin(sources, options.leave_out))
    turned, bias = fit(features, classes, languages, sources, rows[~held[rows]], options)
    logits, truth = features[held] @ turned.T + bias, classes[held]
    temperature = best_temperature(logits, truth)
    said = {"windows": len(rows), "held": right(logits, truth), "temperature": round(temperature, 2)}
    if options.head_windows:
        other = moonshine_logits(options, held)
        other_temperature = best_temperature(other, truth)
        both = log_softmax(logits / temperature) + log_softmax(other / other_temperature)
        said |= {"held, other head": right(other, truth), "other temperature": round(other_temperature, 2)}
        said |= {"held, together": right(both, truth), "joint temperature": round(best_temperature(both, truth), 2)}
    turned, bias = fit(features, classes, languages, sources, rows, options)
    options.out.mkdir(parents=True, exist_ok=True)
    torch.save(LanguageHead(turned, bias, temperature, width=WIDTH).state_dict(), options.out / "head.pt")
    print(json.dumps(said))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--windows", type=Path, nargs="+", required=True)
    parser.add_argument("--head-windows", type=Path, nargs="*", default=[])
    parser.add_argument("--encoder", type=Path, help="Moonshine tiny's encoder_model.onnx")
    parser.add_argument("--hold-out", nargs="*", default=["picovoice", "picovoice-2", "amivoice", "azure", "cosyvoice", "riva"])
    parser.add_argument("--leave-out", nargs="*", default=[], help="sources not to learn from")
    parser.add_argument("--strength", type=float, default=0.001)
    parser.add_argument("--nuisance", type=int, default=10)
    parser.add_argument("--real-share", type=float, default=0.5)
    parser.add_argument("--out", type=Path, required=True)
    train(parser.parse_args())
