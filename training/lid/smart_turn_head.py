"""Fits the head on the encoder inside Smart Turn v3.2, and calibrates it and lid-head together.

    python -m training.lid.smart_turn_head --windows DATA/lid-encoder DATA/lid-encoder-2 \\
        --head-windows DATA/lid DATA/lid-more DATA/lid-prompts --encoder encoder_model.onnx --leave-out arsc \\
        --out DATA/lid-encoder-head

The fit is that of train.py: nuisance directions taken out, languages and sources weighted, temperatures from a second
fit that has not seen the sources of `--hold-out`. Both heads together give the product of their probabilities,
flattened by one more temperature. `--leave-out arsc`: Arabic's only real source is single words strung together, and
other strung-together words were taken for Arabic.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from .network import LanguageHead
from .smart_turn import WIDTH
from .smart_turn_windows import pooled
from .train import Calibrated, add_options, best_temperature, fit, labels_of, load, right
from .windows import FRAMES, cut_encoder


def known_of(folders):
    """-> pooled frames [windows, 768], class, language, source."""
    pools = [np.load(folder / "labels.npz")["pooled"] for folder in folders]
    return np.concatenate(pools).astype(np.float32), *labels_of(folders)


def moonshine_logits(options, held):
    """Logits of lid-head, fitted without the held-out sources, on the held-out windows."""
    features, classes, languages, sources = load(options.head_windows)
    rows = np.flatnonzero(~np.isin(sources, options.hold_out))
    turned, bias = fit(features, classes, languages, sources, rows, options)
    samples = np.concatenate([np.load(folder / "samples.npy", mmap_mode="r") for folder in options.windows])[held]
    encode = cut_encoder(options.encoder, 3)
    heard = [pooled(encode(one.astype(np.float32) / 32767)[:FRAMES]) for one in samples]
    return np.stack(heard) @ turned.T + bias


def train(options):
    head = Calibrated(options, *known_of(options.windows))
    said = head.said
    if options.head_windows:
        other = moonshine_logits(options, head.held)
        temperature = best_temperature(other, head.truth)
        said |= {
            "held, other head": right(other, head.truth),
            "other temperature": round(temperature, 2),
        } | head.beside(other / temperature)
    options.out.mkdir(parents=True, exist_ok=True)
    torch.save(
        LanguageHead(head.weight, head.bias, head.temperature, width=WIDTH).state_dict(), options.out / "head.pt"
    )
    print(json.dumps(said))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser)
    parser.add_argument("--head-windows", type=Path, nargs="*", default=[])
    parser.add_argument("--encoder", type=Path, help="Moonshine tiny's encoder_model.onnx")
    train(parser.parse_args())
