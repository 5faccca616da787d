"""Writes a trained head as models/lid-head/model.onnx: encoder frames in, probabilities out, checked against torch.

python -m training.lid.export --head DATA/lid-head/head.pt --temperature 2.1 --out models/lid-head
"""

import argparse
import hashlib
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from .evaluate import load_head


def export(options):
    head = load_head(options.head)
    if options.temperature:
        head.temperature.fill_(options.temperature)
    options.out.mkdir(parents=True, exist_ok=True)
    path, width = options.out / "model.onnx", head.linear.in_features // 2
    torch.onnx.export(
        head,
        torch.zeros(1, 123, width),
        path,
        dynamo=False,
        opset_version=17,
        input_names=["frames"],
        output_names=["probabilities"],
        dynamic_axes={"frames": {1: "frames"}},
    )
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(0)
    for length in (40, 83, 123):
        frames = rng.standard_normal((1, length, width)).astype(np.float32)
        with torch.inference_mode():
            worst = np.abs(session.run(None, {"frames": frames})[0] - head(torch.tensor(frames)).numpy()).max()
        assert worst < 1e-4, f"onnx and torch differ by {worst} at {length} frames"
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    print(f"{path} {path.stat().st_size / 1e6:.2f} MB temperature {head.temperature.item():.2f} sha256 {digest}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--head", type=Path, required=True)
    parser.add_argument("--temperature", type=float)
    parser.add_argument("--out", type=Path, required=True)
    export(parser.parse_args())
