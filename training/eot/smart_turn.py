"""Smart Turn v3.2 as a teacher and as a rival: P(complete) of the last 8 s of a turn."""
import importlib.util
import os

import numpy as np

from audio import RATE, session

WINDOW = 8 * RATE


class SmartTurn:
    """`folder` is pipecat's `audio/turn/smart_turn`: the ONNX file and the mel features it was trained on."""

    def __init__(self, folder):
        self.session = session(os.path.join(folder, "data/smart-turn-v3.2-cpu.onnx"))
        spec = importlib.util.spec_from_file_location("whisper_features", os.path.join(folder, "_whisper_features.py"))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        self.features = module.compute_whisper_log_mel_features

    def score(self, samples):
        samples = samples[-WINDOW:]
        samples = np.pad(samples, (WINDOW - len(samples), 0))
        mel = self.features(samples, do_normalize=True)
        out = self.session.run(None, {"input_features": mel[None].astype(np.float32)})
        return float(np.ravel(out[0])[0])
