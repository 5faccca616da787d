"""Windows at pauses of synthesised dialogue turns: the recogniser's state over talk that reads like calls, with known labels.

The sound is a robot's, so it teaches the state head words and punctuation, not intonation.
"""
import argparse
import json
import random
import re
import subprocess
import tempfile

import numpy as np

from audio import RATE, Vad, load, room_tone, telephone
from train_text import pieces
from windows import SILENCE_SEC, Writer

VOICES = [("flite", v) for v in ("slt", "awb", "rms", "kal16", "slt", "rms")] + [("espeak-ng", v) for v in ("en-us", "en-us+f2", "en-gb+m3", "en-gb+f4")]
LONGEST_WORDS = 18


def cut(row, rng):
    """(text up to a pause, label), or None."""
    text = row["turn"].strip()
    marks = [m.end() for m in re.finditer(r"\||[.?!,](?=\s)|\.\.\.|--|\b(?:um|uh|Um|Uh)\b,?", text) if re.search(r"\w", text[m.end():])]
    complete = not text.endswith("|")
    if marks and (rng.random() < 0.6 or not complete):
        end = rng.choice(marks)
        said, label = text[:end], "hold"
    else:
        said, label = text, "eot" if complete else "hold"
    said = re.sub(r"\s*\|\s*(?=\S)", ", " if rng.random() < 0.5 else " ", said).replace("|", ",").strip()
    said = " ".join(said.split()[-LONGEST_WORDS:])
    return (said, label) if re.search(r"\w", said) else None


def synthesise(text, rng, path):
    engine, voice = rng.choice(VOICES)
    if engine == "flite":
        subprocess.run(["flite", "-voice", voice, "--setf", f"duration_stretch={rng.uniform(0.85, 1.2):.2f}", "-t", text, "-o", path], check=True, capture_output=True)
    else:
        subprocess.run(["espeak-ng", "-v", voice, "-s", str(rng.randint(140, 190)), "-p", str(rng.randint(30, 60)), "-w", path, text], check=True, capture_output=True)
    return load(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", nargs="+", required=True)
    parser.add_argument("--share", nargs="+", default=["primock57=0.5", "grammar=0.3", "taskmaster=0.1", "sgd=0.1"])
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--vad", required=True)
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    rng, noise = random.Random(options.seed), np.random.default_rng(options.seed)
    rows = [json.loads(line) for path in options.turns for line in open(path, encoding="utf8")]
    chosen = []
    for share in options.share:
        source, part = share.split("=")
        chosen += [r for r in rng.sample([r for r in rows if r["source"] == source and r.get("language", "en") == "en"], int(options.count * float(part)))]
    rng.shuffle(chosen)
    vad, out = Vad(options.vad), Writer(options.out)
    with tempfile.TemporaryDirectory() as folder:
        for row in chosen:
            found = cut(row, rng)
            if not found:
                continue
            samples = synthesise(found[0], rng, folder + "/say.wav")
            spoken = vad.segments(samples, min_silence=0.19)
            if not spoken:
                continue
            samples = samples[max(0, int((spoken[0][0] - 0.2) * RATE)):int((spoken[-1][1] + 0.02) * RATE)][-8 * RATE:]
            samples = np.concatenate([samples, np.zeros(int((rng.uniform(0.1, SILENCE_SEC) - 0.02) * RATE), np.float32)])
            level = np.sqrt((samples ** 2).mean())
            samples = samples + noise.standard_normal(len(samples)).astype(np.float32) * level * 10 ** (-rng.uniform(20, 45) / 20)
            if rng.random() < 0.6:
                samples = telephone(samples)
            out.add(samples * 10 ** rng.uniform(-0.5, 0.3), kind="pause", source="synthetic", said=found[0], label=found[1], duration=0.5, context_text=row["context"])
    print(f"{out.count} windows")


if __name__ == "__main__":
    main()
