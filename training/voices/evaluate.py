"""Verification error of ours, of the teacher and of two baselines on voices nobody trained on, as one table.

    python -m training.voices.evaluate --index DATA/index --model models/voice-.../model.onnx --teacher pretrained.pt \\
        --encoder encoder_model.onnx --out table.json

Baselines: mean and deviation of 20 cepstra (scaled on voices of training), and the mean of Moonshine's first encoder
layer. Each length is measured wide-band, and through an 8 kHz mu-law telephone band on one or on both sides.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from scipy.fft import dct

from .augment import telephone
from .corpora import read_index
from .front_end import LogMel
from .teacher import Teacher
from .trials import report, windows


def cepstra():
    log_mel = LogMel()

    def embed(samples):
        with torch.inference_mode():
            mel = log_mel(torch.tensor(samples[None]))[0].numpy()
        coefficients = dct(mel, axis=0, norm="ortho")[1:21]
        return np.concatenate([coefficients.mean(axis=1), coefficients.std(axis=1)])

    return embed


def ours(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return lambda samples: session.run(["embedding"], {"samples": samples[None]})[0][0]


def taught(path):
    teacher = Teacher(path)
    return lambda samples: teacher(torch.tensor(samples[None]))[0].numpy()


def moonshine(path, layer=0):
    from ..lid.windows import cut_encoder

    encode = cut_encoder(path, layer)
    return lambda samples: encode(samples).mean(axis=0)


def scaled(embed, rows, audio):
    """-> the embedding less its mean over 200 windows of training, divided by its deviation over them."""
    samples, _, _ = windows(rows, audio, "train", "so762", 2.0, 1)
    vectors = np.stack([embed(one) for one in samples[:200]])
    mean, deviation = vectors.mean(axis=0), vectors.std(axis=0) + 1e-6
    return lambda one: (embed(one) - mean) / deviation


def table(options):
    torch.set_num_threads(1)
    rows, audio = read_index(options.index)
    systems = {"cepstral statistics": scaled(cepstra(), rows, audio)}
    if options.encoder:
        systems["Moonshine layer 0 mean"] = scaled(moonshine(options.encoder), rows, audio)
    if options.teacher:
        systems["teacher (Resemblyzer)"] = taught(options.teacher)
    for path in options.model or []:
        systems[f"ours ({path.parent.name})"] = ours(path)
    found = []
    for seconds in options.seconds:
        base, speakers, utterances = windows(rows, audio, options.split, options.corpus, seconds, options.windows)
        rng = np.random.default_rng(4)
        narrow = np.stack([telephone(one, rng) for one in base])
        half = np.where(rng.random(len(base))[:, None] < 0.5, base, narrow)
        for band, samples in (("wide", base), ("telephone", narrow), ("mixed", half)):
            for name, embed in systems.items():
                vectors = np.stack([embed(one) for one in samples])
                row = {"system": name, "seconds": seconds, "band": band, **report(vectors, speakers, utterances)}
                found.append(row)
                print(
                    "{system:28} {seconds:4.1f} s {band:9} EER {eer:6.2%} [{low:.2%}, {high:.2%}] "
                    "same {same} different {different} voices {voices} threshold {threshold:.3f}".format(**row),
                    flush=True,
                )
    if options.out:
        options.out.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--model", type=Path, nargs="*")
    parser.add_argument("--teacher", type=Path)
    parser.add_argument("--encoder", type=Path)
    parser.add_argument("--split", default="test")
    parser.add_argument("--corpus", default="resemblyzer")
    parser.add_argument("--windows", type=int, default=30, help="windows a voice")
    parser.add_argument("--seconds", type=float, nargs="+", default=[1.0, 1.5, 2.0, 3.0])
    parser.add_argument("--out", type=Path)
    table(parser.parse_args())
