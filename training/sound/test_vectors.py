"""Writes test/eot/turn-sound.json: what the head says at places of a shipped recording, for the TypeScript test.

python -m training.sound.test_vectors --encoder encoder_model.onnx
"""

import argparse
import json
from pathlib import Path

import onnxruntime

from ..voices.corpora import RATE, read_16k
from .features import Features

ROOT = Path(__file__).resolve().parents[2]

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--encoder", required=True)
    hear = Features(parser.parse_args().encoder)
    head = onnxruntime.InferenceSession(str(ROOT / "models/eot-turn-sound/model.onnx"))
    samples = read_16k(ROOT / "corpora/sample-calls/audio/booking-call.wav")
    found = []
    for second in (1.0, 2.5, 4.0, 7.3, 11.1):
        features = hear(samples[: int(second * RATE)])
        found.append(
            {"second": second, "logit": round(float(head.run(None, {"features": features[None]})[0][0, 0]), 4)}
        )
    (ROOT / "test/eot/turn-sound.json").write_text(json.dumps(found, indent=2) + "\n")
