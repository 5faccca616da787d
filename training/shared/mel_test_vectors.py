"""Writes test/dsp/whisper-mel.json: features of a synthetic sound by pipecat's own code, for the TypeScript test."""

import importlib.util
import json
import sys

import numpy as np

spec = importlib.util.spec_from_file_location("features", sys.argv[1])
assert spec and spec.loader, "no Python file at the first argument"
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
t = np.arange(48000) / 16000
sound = (0.3 * np.sin(2 * np.pi * (200 + 300 * t) * t) * (np.sin(5 * t) > 0)).astype(np.float32)
mel = module.compute_whisper_log_mel_features(np.pad(sound, (128000 - len(sound), 0)))
picks = [(b, f) for b in (0, 5, 20, 45, 79) for f in (0, 1, 499, 500, 501, 640, 798, 799)]
json.dump([{"band": b, "frame": f, "value": round(float(mel[b, f]), 5)} for b, f in picks], open(sys.argv[2], "w"))
