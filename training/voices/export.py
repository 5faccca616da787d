"""Writes a checkpoint as models/voice-lstm/model.onnx: samples in, embedding out, float16 weights.

python -m training.voices.export --checkpoint DATA/voice/final.pt --out models/voice-lstm
"""

import argparse
import hashlib
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch

from ..shared.half_precision import halved
from .network import SpeakerNetwork


def export(checkpoint, out):
    network = SpeakerNetwork()
    network.load_state_dict(torch.load(checkpoint, weights_only=True)["network"])
    network.eval()
    out.mkdir(parents=True, exist_ok=True)
    path = out / "model.onnx"
    torch.onnx.export(
        network,
        torch.zeros(1, 32000),
        path,
        dynamo=False,
        opset_version=17,
        input_names=["samples"],
        output_names=["embedding"],
        dynamic_axes={"samples": {1: "samples"}},
    )
    model = halved(onnx.load(path))
    onnx.checker.check_model(model)
    onnx.save(model, path)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(0)
    for length in (8000, 16000, 27777, 64000):
        samples = rng.standard_normal((1, length)).astype(np.float32) * 0.1
        ours = session.run(None, {"samples": samples})[0]
        with torch.inference_mode():
            theirs = network(torch.tensor(samples)).numpy()
        worst = float(np.abs(ours - theirs).max())
        assert worst < 3e-3, f"onnx and torch differ by {worst} at {length} samples"
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    print(f"{path} {path.stat().st_size / 1e6:.2f} MB sha256 {digest}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    export(options.checkpoint, options.out)
