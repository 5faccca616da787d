"""Writes the channels of labelled calls and their onsets for decided.mjs: <call>-<channel>.f32 (16 kHz) and onsets.jsonl."""
import argparse
import json
import pickle
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "eot"))
import tokenizer  # noqa: E402
from moonshine import Moonshine  # noqa: E402
from onsets import real_onsets  # noqa: E402
from windows import telephone  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", required=True, help="calls.pkl")
    parser.add_argument("--moonshine", required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    names = {}
    for call, sound in pickle.load(open(options.calls, "rb"))["sounds"].items():
        for channel, samples in sound["audio"].items():
            names[len(samples), float(np.abs(samples).sum())] = f"{call}-{channel}"
            for band, heard in (("as it is", samples), ("telephone", telephone(samples))):
                heard.astype(np.float32).tofile(out / f"{call}-{channel}.{band.split()[0]}.f32")
    model = Moonshine(options.moonshine, tokenizer.pieces(options.tokenizer))
    with open(out / "onsets.jsonl", "w") as file:
        for call, samples, start, end, label, text in real_onsets(options.calls, model):
            sound = names[len(samples), float(np.abs(samples).sum())]
            file.write(json.dumps(dict(call=call, sound=sound, start=start, end=end, label=label, text=text)) + "\n")


if __name__ == "__main__":
    main()
