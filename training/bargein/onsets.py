"""Onsets of speech over an agent, labelled claim or backchannel, as Moonshine's frames at several times after each.

Claims are the beginnings of read sentences (real speakers) and of turns of task dialogues (synthetic voices).
Backchannels are synthetic, in many voices, and the real ones of labelled calls, which are kept apart by call.
"""

import argparse
import glob
import json
import pickle
import random
import re
import subprocess
import tempfile
import time

import numpy as np

from ..shared import tokenizer
from ..shared.audio import RATE, Vad, load, telephone
from ..shared.moonshine import Moonshine
from .backchannel_words import BACKCHANNEL_WORDS

BEFORE_SEC = 0.3
AFTER_SEC = (0.2, 0.3, 0.4, 0.5, 0.6, 0.8)
BACKCHANNELS = (
    "yeah|yeah yeah|yep|yes|yup|okay|ok|okay okay|right|alright|all right|sure|oh|oh okay|oh yeah|ah|i see|"
    "got it|great|good|cool|wow|really|exactly|true|nice|perfect|of course|oh wow|oh right|right right|ah okay|"
    "oh i see|uh huh yeah"
).split("|")
CLAIMS = (
    "wait|wait a second|no|no no|no that's not right|stop|hold on|hang on|sorry|sorry what|excuse me|actually|"
    "actually no|but i|but what about|what|what do you mean|can you repeat that|could i ask you something|"
    "i have a question|i want to change that|i need to|how much is that|how do i|let me stop you|let me ask|"
    "listen|that's not what i said|that is wrong|is there another|do you have|my name is|my question is|"
    "the thing is|and what about|one second|one question|hello|hello are you there|you said|"
    "you already told me|please stop|never mind|i don't want that|i'm not interested|so what about|when can i|"
    "where is|who is this|why is it|give me|tell me|change it to|make it two|go back|next|cancel that|"
    "speak to a person|agent|skip|not that one|thursday please|two tickets|it's for tomorrow|we need|"
    "they told me|because i|if i|well i think|well actually"
).split("|")
HUMS = [
    "[[m:h'm:]]",
    "[[@mh'@m]]",
    "[[Vh'V]]",
    "[[h'm:]]",
    "[[m:]]",
    "[[Vhm]]",
]
"""Phonemes of espeak: mm-hm, uh-huh, hmm, mm."""
ESPEAK = [
    f"{v}{s}"
    for v in ("en-us", "en-gb", "en-gb-scotland", "en-029", "en-gb-x-rp")
    for s in ("", "+m1", "+m3", "+m5", "+m7", "+f1", "+f2", "+f4", "+f5")
]
FLITE = ["slt", "awb", "rms", "kal16"]


def synthesise(text, rng, folder):
    path = f"{folder}/say.wav"
    if rng.random() < 0.45 and not text.startswith("[["):
        stretch = rng.uniform(0.8, 1.25)
        command = [
            "flite",
            "-voice",
            rng.choice(FLITE),
            "--setf",
            f"duration_stretch={stretch:.2f}",
            "-t",
            text,
            "-o",
            path,
        ]
    else:
        return say(text, rng.choice(ESPEAK), rng, path)
    subprocess.run(command, check=True, capture_output=True)
    return load(path)


def say(text, voice, rng, path):
    """The text, or phonemes in [[]], as espeak-ng says it with this voice."""
    pitch, speed = str(rng.randint(20, 80)), str(rng.randint(120, 220))
    command = ["espeak-ng", "-v", voice, "-p", pitch, "-s", speed, "-w", path, text]
    subprocess.run(command, check=True, capture_output=True)
    return load(path)


def onset_of(samples, vad):
    segments = vad.segments(samples, min_speech=0.06)
    return segments[0] if segments else None


def place(samples, onset, rng, noise):
    """The sound from 0.3 s before an onset to 1.0 s after it, in room tone or noise, at a random level and band."""
    start = int((onset - BEFORE_SEC) * RATE)
    padded = np.concatenate(
        [np.zeros(max(0, -start), np.float32), samples[max(0, start) :], np.zeros(2 * RATE, np.float32)]
    )[: int(1.3 * RATE)]
    level = np.sqrt((padded**2).mean()) + 1e-6
    if noise:
        bed = noise[rng.randrange(len(noise))]
        at = rng.randrange(max(1, len(bed) - len(padded)))
        bed = bed[at : at + len(padded)]
        bed = np.pad(bed, (0, len(padded) - len(bed)))
    else:
        bed = np.random.default_rng(rng.randrange(1 << 30)).standard_normal(len(padded)).astype(np.float32)
    bed = bed / (np.sqrt((bed**2).mean()) + 1e-9)
    mixed = padded + bed * level * 10 ** (-rng.uniform(12, 40) / 20)
    mixed = telephone(mixed) if rng.random() < 0.5 else mixed
    return (mixed * 10 ** rng.uniform(-0.6, 0.2)).astype(np.float32)


def frames_at(sound, model, seconds):
    return model.encode(sound[: int((BEFORE_SEC + seconds) * RATE)])[0].astype(np.float16)


def recognised(model):
    """Returns the words that the recogniser writes for the first 4 s of a segment."""

    def spoken(name, channel, samples, start, end):
        return re.findall(
            r"[a-z']+",
            model.decode(samples[max(0, int((start - 0.1) * RATE)) : int(min(end, start + 4) * RATE + 2400)]).lower(),
        )

    return spoken


def real_onsets(calls, spoken):
    """Yields the beginnings of the segments of labelled calls.

    A short segment of backchannel words alone is a backchannel, one with three other words is a claim, any other is
    left out. spoken(name, channel, samples, start, end): the words of a segment.
    """
    data = pickle.load(open(calls, "rb"))
    for name, sound in data["sounds"].items():
        for channel, samples in sound["audio"].items():
            for start, end in sound["all"][channel]:
                said = spoken(name, channel, samples, start, end)
                other = [w for w in said if w not in BACKCHANNEL_WORDS]
                label = (
                    "backchannel" if said and not other and end - start < 1.5 else "claim" if len(other) >= 3 else None
                )
                if label:
                    yield name, samples, start, end, label, " ".join(said)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vad", required=True)
    parser.add_argument("--moonshine", required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--read", nargs="+", default=[], help="glob,count of single-speaker recordings: claims")
    parser.add_argument("--turns", help="turns.jsonl; the first words of turns become synthetic claims")
    parser.add_argument("--calls", help="calls.pkl of calls.labelled: real onsets, kept apart by call")
    parser.add_argument("--noise", nargs="*", default=[])
    parser.add_argument("--backchannels", type=int, default=700)
    parser.add_argument("--claims", type=int, default=400)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    vad, model = Vad(options.vad), Moonshine(options.moonshine, tokenizer.pieces(options.tokenizer))
    noise = [load(p) for pattern in options.noise for p in sorted(glob.glob(pattern))]
    noise = [n if n.ndim == 1 else n.mean(0) for n in noise]
    rows, started = [], time.time()

    def keep(samples, label, source, text):
        onset = onset_of(samples, vad)
        if onset is None:
            return
        sound = place(samples, onset[0], rng, noise)
        length = onset[1] - onset[0]
        for seconds in AFTER_SEC:
            rows.append(
                dict(
                    label=label,
                    source=source,
                    text=text,
                    after=seconds,
                    speech=min(length, seconds),
                    utterance=len(rows) // len(AFTER_SEC),
                    frames=frames_at(sound, model, seconds),
                )
            )

    turns = [json.loads(line) for line in open(options.turns, encoding="utf8")] if options.turns else []
    turns = (
        [
            " ".join(t["turn"].split()[: rng.randint(4, 9)])
            for t in rng.sample(
                [t for t in turns if t["speaker"] in ("user", "USER")], min(len(turns), options.claims // 2)
            )
        ]
        if turns
        else []
    )
    with tempfile.TemporaryDirectory() as folder:
        for i in range(options.backchannels):
            text = rng.choice(HUMS) if i % 4 == 0 else BACKCHANNELS[i % len(BACKCHANNELS)]
            keep(synthesise(text, rng, folder), "backchannel", "synthetic", text)
        for i in range(options.claims):
            text = turns.pop() if turns and i % 2 else CLAIMS[i % len(CLAIMS)]
            keep(synthesise(text, rng, folder), "claim", "synthetic", text)
    print(f"synthesised: {len(rows)} windows, {time.time() - started:.0f} s", flush=True)
    for spec in options.read:
        pattern, count = spec.rsplit(",", 1)
        paths = sorted(glob.glob(pattern, recursive=True))
        for path in rng.sample(paths, min(int(count), len(paths))):
            keep(load(path), "claim", "read", path.split("/")[-2])
    if options.calls:
        for name, samples, start, end, label, text in real_onsets(options.calls, recognised(model)):
            sound = samples[max(0, int((start - BEFORE_SEC) * RATE)) : int((start + 1.0) * RATE)]
            missing = max(0, int(1.3 * RATE) - len(sound))
            sound = np.pad(sound, (missing, 0) if start < BEFORE_SEC else (0, missing)).astype(np.float32)
            utterance = 1 + max((r["utterance"] for r in rows), default=-1)
            for band, heard in (("as it is", sound), ("telephone", telephone(sound))):
                for seconds in AFTER_SEC:
                    part = heard[: int((BEFORE_SEC + seconds) * RATE)]
                    encoded = model.encode(part)
                    rows.append(
                        dict(
                            label=label,
                            source="call " + name,
                            text=text,
                            after=seconds,
                            speech=min(end - start, seconds),
                            band=band,
                            utterance=utterance,
                            heard=model.decode(part, encoded),
                            frames=encoded[0].astype(np.float16),
                        )
                    )
    print(f"{len(rows)} windows, {time.time() - started:.0f} s", flush=True)
    pickle.dump(rows, open(options.out, "wb"))


if __name__ == "__main__":
    main()
