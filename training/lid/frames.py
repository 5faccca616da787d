"""Moonshine tiny's frames after its fourth layer, of the windows of smart_turn_windows.py: the input of lid-head.

    python -m training.lid.frames --encoder encoder_model.onnx DATA/lid-encoder DATA/lid-found

Out, beside the samples: frames.npy, [windows, 123, 288] float16.
"""

import argparse
from pathlib import Path

import numpy as np

from .network import WIDTH
from .windows import FRAMES, cut_encoder

LAYER = 3


def moonshine_frames(path):
    """samples [48000] -> [123, 288] float16"""
    encode = cut_encoder(path, LAYER)
    return lambda samples: encode(samples)[:FRAMES].astype(np.float16)


def store(options):
    hear = moonshine_frames(options.encoder)
    for folder in options.windows:
        samples = np.load(folder / "samples.npy", mmap_mode="r")
        frames = np.lib.format.open_memmap(folder / "frames.npy", "w+", np.float16, (len(samples), FRAMES, WIDTH))
        for number, window in enumerate(samples):
            frames[number] = hear(window.astype(np.float32) / 32767)
        print(folder, len(samples), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("windows", type=Path, nargs="+")
    parser.add_argument("--encoder", type=Path, required=True)
    store(parser.parse_args())
