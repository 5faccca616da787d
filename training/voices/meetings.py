"""Windows of 10 s of meetings that never were, made from real voices, with who speaks in every frame.

    python -m training.voices.meetings --index DATA/index --responses DATA/responses.npz --noise DATA/noise-rooms \\
        --out DATA/meetings-made/train1.npz --count 2000 --split train --seed 1

Up to three people take turns with the gaps and overlaps of recorded consultations (conversations.py), each at a place
of one room (room_responses.py) or close to the microphone, at levels of their own, with noise, babble, music, telephone
band, a noise suppressor and clipping. In one window of ten nobody speaks. A frame is a person's when their dry speech
is active in it; pauses up to 0.3 s are speech. Features are those of src/dsp/mel.ts.
"""

import argparse
from itertools import islice
from pathlib import Path

import numpy as np
from scipy import fft

from .augment import RATE, telephone, tilt
from .conversations import FRAME, FRAMES, LENGTH, MEL_FFT, MEL_FRAME, MEL_HOP, MELS, PEOPLE, STEP, Voices, conversation
from .room_responses import read as read_responses
from .surroundings import Surroundings, gated, read_noises


def window(voices, surroundings, rng):
    """-> samples, [FRAMES][PEOPLE] who speaks."""
    people = int(rng.choice(4, p=[0.10, 0.17, 0.33, 0.40]))
    labels = np.zeros((FRAMES, PEOPLE), bool)
    mixed = np.zeros(LENGTH, np.float32)
    if people:
        sound, active = conversation(voices, voices.choose(people, rng), rng)
        steps = FRAME // STEP
        # Frame t of the features is centred 20 ms plus half a label after the start of label t.
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


def mel_filters():
    """The filters of src/dsp/mel.ts: 40 triangles from 100 to 3 800 Hz."""

    def mel_of(hz):
        return 2595 * np.log10(1 + hz / 700)

    edges = np.linspace(mel_of(100), mel_of(3800), MELS + 2)
    bins = mel_of(np.arange(MEL_FFT // 2 + 1) * RATE / MEL_FFT)
    rise = (bins[:, None] - edges[:-2]) / (edges[1:-1] - edges[:-2])
    fall = (edges[2:] - bins[:, None]) / (edges[2:] - edges[1:-1])
    return np.maximum(0, np.minimum(rise, fall)).astype(np.float32)


FILTERS = mel_filters()
HANN = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(MEL_FRAME) / MEL_FRAME)).astype(np.float32)


def log_mel(samples):
    """[frames][MELS] natural log energies, as src/dsp/mel.ts has them."""
    frames = np.lib.stride_tricks.sliding_window_view(samples, MEL_FRAME)[::MEL_HOP]
    spectrum = fft.rfft(frames * HANN, MEL_FFT, axis=1)
    return np.log((spectrum.real**2 + spectrum.imag**2) @ FILTERS + 1e-10)


def windows(options, seed):
    """An endless row of windows: samples and labels."""
    rng = np.random.default_rng(seed)
    voices = Voices(options.index, options.split)
    surroundings = Surroundings(read_responses(options.responses), read_noises(options.noise), voices)
    while True:
        yield window(voices, surroundings, rng)


def main(options):
    features, labels = [], []
    for samples, who in islice(windows(options, options.seed), options.count):
        features.append(log_mel(samples).astype(np.float16))
        labels.append(who)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    who = np.stack(labels)
    partial = options.out.with_suffix(".part.npz")
    np.savez(partial, features=np.stack(features), labels=who)
    partial.rename(options.out)
    count = who.sum(axis=2)
    print(f"{len(who)} windows, speech {np.mean(count > 0):.3f}, overlap {np.mean(count > 1):.3f}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--responses", type=Path, required=True)
    parser.add_argument("--noise", type=Path, required=True, help="folder of recordings without speech")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--split", default="train", choices=["train", "dev"])
    parser.add_argument("--seed", type=int, default=1)
    main(parser.parse_args())
