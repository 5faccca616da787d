"""The training windows as the encoder inside Smart Turn v3.2 hears them, which knows many languages.

    python -m training.lid.smart_turn_windows --index DATA/index --data DATA --noise DATA/noise \\
        --smart-turn smart-turn-v3.2-cpu.onnx --scale 0.5 --small-scale 1 --seed 22 --out DATA/lid-encoder

Smart Turn (pipecat-ai, BSD-2-Clause) is Whisper tiny's encoder tuned on 23 languages. A window of 3 s lies at the end
of its 8 s. Its frames after the third layer tell languages best: of 2 001 windows, with sources left out of a linear
fit, 57 % right; first layer 19 %, second 53 %, fourth 47 %, after the last norm 49 %. Out: int16 samples, and mean
and deviation of the frames.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx.utils import Extractor

from ..shared.audio import session
from .smart_turn import FRAME_SAMPLES, WINDOW
from .whisper_mel import whisper_mel
from .windows import SAMPLES, add_options, spoiled_windows

TAP = "add_390"


def cut_smart_turn(path):
    """samples, at most 8 s -> [samples / 320, 384]: frames of 20 ms."""
    cut = Extractor(onnx.shape_inference.infer_shapes(onnx.load(path))).extract_model(["input_features"], [TAP])
    encoder = session(cut.SerializeToString())

    def frames(samples):
        padded = np.concatenate([np.zeros(WINDOW - len(samples), np.float32), samples])
        return encoder.run([TAP], {"input_features": whisper_mel(padded)[None]})[0][
            0, -(len(samples) // FRAME_SAMPLES) :
        ]

    return frames


def pooled(frames):
    return np.concatenate([frames.mean(axis=0), frames.std(axis=0)])


def make(options):
    options.out.mkdir(parents=True, exist_ok=True)
    frames_of, samples, features, languages, sources = cut_smart_turn(options.smart_turn), [], [], [], []
    for number, (language, source, window) in enumerate(spoiled_windows(options)):
        samples.append((np.clip(window, -1, 1) * 32767).astype(np.int16))
        features.append(pooled(frames_of(window[:SAMPLES])))
        languages.append(language)
        sources.append(source)
        if number % 500 == 0:
            print(number, flush=True)
        if options.most and number + 1 >= options.most:
            break
    np.save(options.out / "samples.npy", np.stack(samples))
    np.savez(
        options.out / "labels.npz", pooled=np.stack(features), language=np.array(languages), source=np.array(sources)
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser)
    parser.add_argument("--smart-turn", type=Path, required=True, help="smart-turn-v3.2-cpu.onnx")
    parser.add_argument("--most", type=int, help="number of windows, if fewer than planned are wanted")
    make(parser.parse_args())
