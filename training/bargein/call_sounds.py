"""Writes the channels of labelled calls (CALL-CHANNEL.BAND.f32, 16 kHz) and their onsets (onsets.jsonl).

Onsets are labelled by the words that the recogniser writes; with `--transcripts`, by what people wrote down for
HarperValleyBank.
"""

import argparse
import json
import pickle
from pathlib import Path

import numpy as np

from ..calls.labelled import lists
from ..shared import tokenizer
from ..shared.audio import telephone
from ..shared.moonshine import Moonshine
from .onsets import real_onsets, recognised

BEFORE_SEC, AFTER_SEC, LONGEST_SEC = 0.1, 0.15, 4.0


def transcribed(folder):
    """-> the words of a segment by a transcript of HarperValleyBank: those whose middle is in its first 4 s, without
    noises.
    """
    words = {}
    for name, call in json.loads(lists(["harper-valley"])[0].read_text()).items():
        for segment in json.loads((Path(folder) / Path(call["files"]["agent"]).with_suffix(".json").name).read_text()):
            said, offsets, durations = (
                segment["human_transcript"].split(),
                segment["word_offsets_ms"],
                segment["word_durations_ms"],
            )
            said = said if len(said) == len(offsets) else segment["transcript"].split()
            times = [
                (segment["offset_ms"] + offset + duration / 2) / 1000 for offset, duration in zip(offsets, durations)
            ]
            words.setdefault((name, segment["speaker_role"]), []).extend(
                (t, word) for t, word in zip(times, said) if word[0] not in "[<"
            )

    def spoken(name, channel, samples, start, end):
        return [
            word
            for t, word in sorted(words[name, channel])
            if start - BEFORE_SEC <= t <= min(end, start + LONGEST_SEC) + AFTER_SEC
        ]

    return spoken


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", required=True, help="calls.pkl of calls.labelled")
    parser.add_argument("--moonshine", required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--transcripts", help="folder `transcript` of HarperValleyBank")
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
    spoken = (
        transcribed(options.transcripts)
        if options.transcripts
        else recognised(Moonshine(options.moonshine, tokenizer.pieces(options.tokenizer)))
    )
    with open(out / "onsets.jsonl", "w") as file:
        for call, samples, start, end, label, text in real_onsets(options.calls, spoken):
            sound = names[len(samples), float(np.abs(samples).sum())]
            file.write(json.dumps(dict(call=call, sound=sound, start=start, end=end, label=label, text=text)) + "\n")


if __name__ == "__main__":
    main()
