"""Writes the language encoder and its head as models/language-encoder/model.onnx: int8 weights, probabilities out.

    python -m training.lid.export_language_encoder --head DATA/language-encoder/head.pt --windows DATA/lid-found \\
        --out models/language-encoder
"""

import argparse
import hashlib
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from ..shared.half_precision import halved
from ..shared.unsigned_weights import unsigned
from .language_encoder import LanguageEncoder, LanguageEncoderWithHead
from .windows import SAMPLES


def load(path):
    """The language encoder with its head, as train_language_encoder.py saved them."""
    kept = torch.load(path, weights_only=True)
    encoder = LanguageEncoder()
    encoder.load_state_dict(kept["encoder"])
    return LanguageEncoderWithHead(encoder, kept["weight"], kept["bias"], float(kept["temperature"])).eval()


def export(options):
    model = load(options.head)
    options.out.mkdir(parents=True, exist_ok=True)
    path = options.out / "model.onnx"
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        torch.onnx.export(
            model,
            torch.zeros(1, SAMPLES),
            plain,
            dynamo=False,
            opset_version=17,
            input_names=["samples"],
            output_names=["probabilities"],
            dynamic_axes={"samples": {1: "samples"}},
        )
        quantize_dynamic(
            plain, path, weight_type=QuantType.QInt8, per_channel=True, op_types_to_quantize=["MatMul", "Gemm"]
        )
    onnx.save(unsigned(halved(onnx.load(path))), path)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    stored = np.load(options.windows / "samples.npy", mmap_mode="r")
    worst, same, count = 0.0, 0, min(len(stored), 200)
    for number, row in enumerate(stored[:count]):
        samples = row[None, : SAMPLES - 640 * (number % 50)].astype(np.float32) / 32767
        said = session.run(None, {"samples": samples})[0]
        with torch.inference_mode():
            meant = model(torch.tensor(samples)).numpy()
        worst, same = max(worst, float(np.abs(said - meant).max())), same + int(said.argmax() == meant.argmax())
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    print(
        f"{path} {path.stat().st_size / 1e6:.2f} MB; against torch: same language in {same} of "
        f"{count}, worst difference {worst:.3f}; sha256 {digest}"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--head", type=Path, required=True)
    parser.add_argument(
        "--windows", type=Path, required=True, help="folder of smart_turn_windows.py, to compare both on"
    )
    parser.add_argument("--out", type=Path, required=True)
    export(parser.parse_args())
