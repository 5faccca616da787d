"""Writes models/eot-phones/model.onnx and models/eot-endings-ko/model.onnx, with large weights as float16.

python -m training.phones.export --out DATA/phones --models models
"""

import argparse
import hashlib
import math
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from ..lid.language_encoder import WIDTH
from ..shared.half_precision import halved
from ..sound.fit import PRIOR
from .endings import LAST, Endings
from .recogniser import OUTPUTS, PhoneRecogniser

# What people say is less certain than what they write: after a whole sentence they may go on.
CERTAINTY = 0.75


class CalibratedEndings(nn.Module):
    """Log-odds with ends as frequent as models/eot-fusion expects. The network was trained with as many ends as
    pauses.
    """

    def __init__(self, endings):
        super().__init__()
        self.endings = endings

    def forward(self, phones):
        return CERTAINTY * self.endings(phones) + math.log(PRIOR / (1 - PRIOR))


def written(network, given, path, given_name, said_name, axes):
    path.parent.mkdir(parents=True, exist_ok=True)
    names = dict(
        input_names=[given_name],
        output_names=[said_name],
        dynamic_axes={name: axes for name in (given_name, said_name) if axes},
    )
    torch.onnx.export(network.eval(), given, path, dynamo=False, opset_version=17, **names)
    onnx.save(halved(onnx.load(path)), path)
    said = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"]).run(
        None, {given_name: given.numpy()}
    )[0]
    with torch.inference_mode():
        worst = float(np.abs(said - network(given).numpy()).max())
    assert worst < 0.05, f"onnx and torch differ by {worst}"
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    print(f"{path} {path.stat().st_size / 1e6:.2f} MB; against torch at most {worst:.4f}; sha256 {digest}")


def export(options):
    torch.manual_seed(0)
    recogniser, endings = PhoneRecogniser(), Endings()
    recogniser.load_state_dict(torch.load(options.out / "recogniser.pt", weights_only=False)["network"])
    endings.load_state_dict(torch.load(options.out / "endings-ko.pt", weights_only=True))
    written(
        recogniser,
        torch.randn(1, 100, WIDTH),
        options.models / "eot-phones/model.onnx",
        "frames",
        "logits",
        {1: "frames"},
    )
    phones = torch.randint(1, OUTPUTS, (1, LAST))
    written(CalibratedEndings(endings), phones, options.models / "eot-endings-ko/model.onnx", "phones", "logit", None)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder with recogniser.pt and endings-ko.pt")
    parser.add_argument("--models", type=Path, required=True)
    export(parser.parse_args())
