"""Everything in a made meeting that is not one of its people: rooms, noises, others far away. Used by meetings.py."""

import numpy as np
from scipy import fft

from .augment import RATE, coloured_noise
from .conversations import LENGTH
from .corpora import read_16k


def convolved(sound, responses):
    size = fft.next_fast_len(sound.shape[1] + responses.shape[1], real=True)
    spectrum = fft.rfft(sound, size, axis=1) * fft.rfft(responses, size, axis=1)
    return fft.irfft(spectrum, size, axis=1)[:, : sound.shape[1]]


def ringing(rng):
    """A tone or two, on and off, as telephones ring and machines beep."""
    time = np.arange(LENGTH) / RATE
    hz = rng.uniform(350, 2200, rng.integers(1, 4))
    tone = sum(np.sin(2 * np.pi * f * time) for f in hz)
    on, off = rng.uniform(0.2, 2), rng.uniform(0.2, 4)
    swing = 1 + (rng.random() < 0.5) * 0.8 * np.sin(2 * np.pi * rng.uniform(10, 25) * time)
    return (tone * swing * ((time + rng.uniform(0, 4)) % (on + off) < on)).astype(np.float32)


def read_noises(folder):
    found = [read_16k(path) for path in sorted(folder.rglob("*")) if path.is_file()]
    return [samples / (np.abs(samples).max() + 1e-9) for samples in found if samples is not None]


class Surroundings:
    """Everything that is not one of the people: rooms, noises, other people far away."""

    def __init__(self, responses, noises, voices):
        self.responses, self.noises, self.voices = responses, noises, voices
        rng = np.random.default_rng(0)
        self.hisses = [coloured_noise(fft.next_fast_len(3 * LENGTH), rng) for _ in range(40)]

    def hiss(self, rng):
        """Noise of microphones and rooms."""
        noise = self.hisses[rng.integers(len(self.hisses))]
        start = int(rng.integers(len(noise) - LENGTH))
        return noise[start : start + LENGTH]

    def noise(self, rng):
        if rng.random() < 0.2:
            return ringing(rng)
        noise = self.noises[rng.integers(len(self.noises))]
        start = int(rng.integers(max(1, len(noise) - LENGTH)))
        cut = noise[start : start + LENGTH]
        return np.tile(cut, LENGTH // max(1, len(cut)) + 1)[:LENGTH] if len(cut) < LENGTH else cut

    def babble(self, rng):
        """Four to seven people at once, all of them beyond understanding."""
        sound = np.zeros(LENGTH, np.float32)
        for name in self.voices.choose(int(rng.integers(4, 8)), rng):
            cut, _ = self.voices.turn(name, 10, rng)
            cut = np.tile(cut, LENGTH // len(cut) + 1)[:LENGTH]
            sound += np.roll(cut, int(rng.integers(LENGTH))) * rng.uniform(0.5, 1)
        response = self.responses[rng.integers(len(self.responses))][-1:]
        return convolved(sound[None], response)[0]

    def heard(self, sound, rng):
        """The people as one microphone hears them together. @returns samples and the power of each person."""
        gains = 10 ** (rng.normal(0, 4, len(sound)) / 20)
        if rng.random() < 0.8:
            responses = self.responses[rng.integers(len(self.responses))]
            responses = responses[rng.permutation(len(responses))[: len(sound)]]
            energy = np.sqrt((responses**2).sum(axis=1, keepdims=True))
            responses = responses / energy * (energy / energy.max()) ** rng.uniform(0.2, 1)
            sound = convolved(sound, responses)
        return (sound * gains[:, None]).astype(np.float32)
