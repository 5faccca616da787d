"""Turns a taught listener and its head into models/lid-listener/model.onnx: int8 weights, Moonshine's frames in, probabilities out.

    python -m training.lid.export_listener --head DATA/lid-listener/head.pt --frames DATA/lid-frames --out models/lid-listener
"""

import argparse
import hashlib
import tempfile
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from .listener import MOONSHINE_WIDTH, LanguageListener, Listener


def load(path):
    """The listener with its head, as train_listener.py kept them."""
    kept = torch.load(path, weights_only=True)
    listener = Listener()
    listener.load_state_dict(kept["listener"])
    return LanguageListener(listener, kept["weight"], kept["bias"], float(kept["temperature"])).eval()


def export(options):
    model = load(options.head)
    options.out.mkdir(parents=True, exist_ok=True)
    path, inputs = options.out / "model.onnx", ["second", "fourth"]
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        torch.onnx.export(
            model, (torch.zeros(1, 123, MOONSHINE_WIDTH),) * 2, plain, dynamo=False, opset_version=17,
            input_names=inputs, output_names=["probabilities"], dynamic_axes={name: {1: "frames"} for name in inputs},
        )  # fmt: skip
        quantize_dynamic(plain, path, weight_type=QuantType.QInt8, per_channel=True, op_types_to_quantize=["MatMul", "Gemm"])
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    stored = np.load(options.frames, mmap_mode="r")
    worst, same, count = 0.0, 0, min(len(stored), 200)
    for row in stored[:count]:
        second, fourth = (row[None, :, part].astype(np.float32) for part in (slice(0, MOONSHINE_WIDTH), slice(MOONSHINE_WIDTH, None)))
        said = session.run(None, {"second": second, "fourth": fourth})[0]
        with torch.inference_mode():
            meant = model(torch.tensor(second), torch.tensor(fourth)).numpy()
        worst, same = max(worst, float(np.abs(said - meant).max())), same + int(said.argmax() == meant.argmax())
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    print(f"{path} {path.stat().st_size / 1e6:.2f} MB; against torch: same language in {same} of {count}, worst difference {worst:.3f}; sha256 {digest}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--head", type=Path, required=True)
    parser.add_argument("--frames", type=Path, required=True, help="Moonshine frames of windows, to compare both on")
    parser.add_argument("--out", type=Path, required=True)
    export(parser.parse_args())
