"""Everything in a made meeting that is not one of its people: rooms, noises, others far away. Used by meetings.py."""

import numpy as np
from scipy import fft
from scipy.signal import lfilter

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


def knocks(rng):
    """Cups, chairs, keys, paper: short bursts of noise of any colour, alone or in quick rows."""
    sound = np.zeros(LENGTH, np.float32)
    for _ in range(rng.integers(2, 14)):
        at, colour = int(rng.integers(LENGTH - 4000)), rng.uniform(-0.95, 0.95)
        spacing, decay = int(rng.integers(600, 4000)), rng.uniform(20, 900)
        for number in range(rng.integers(1, 8)):
            length = int(min(8 * decay, LENGTH - at - number * spacing))
            if length <= 0:
                break
            burst = lfilter([1], [1, -colour], rng.standard_normal(length)) * np.exp(-np.arange(length) / decay)
            place = at + number * spacing
            sound[place : place + length] += burst / (np.abs(burst).max() + 1e-9) * rng.uniform(0.1, 1)
    return sound


def hum(rng):
    """The mains and what turns at a fixed rate: a low tone, its harmonics, and a slow change of level."""
    time = np.arange(LENGTH) / RATE
    base = rng.choice([50, 60, rng.uniform(25, 240)])
    sound = np.zeros(LENGTH, np.float32)
    slope = rng.uniform(0.3, 2)
    for number in range(1, int(rng.integers(2, 24))):
        if base * number < RATE / 2:
            sound += np.sin(2 * np.pi * base * number * time + rng.uniform(0, 6)) / number**slope * rng.random()
    return sound * (1 + 0.3 * np.sin(2 * np.pi * rng.uniform(0.05, 3) * time))


def joined(pieces, rng):
    """Pieces of one recording in random order until a window is full, faded into each other."""
    fade = np.linspace(0, 1, 320, dtype=np.float32)
    sound, at = np.zeros(LENGTH + 320, np.float32), 0
    while at < LENGTH:
        piece = pieces[rng.integers(len(pieces))].astype(np.float32)
        piece[:320] *= fade
        piece[-320:] *= fade[::-1]
        piece = piece[: len(sound) - at]
        sound[at : at + len(piece)] += piece
        at += len(piece) - 320
    return sound[:LENGTH]


def gated(samples, rng):
    """What a noise suppressor leaves: stretches near the quietest level fade by 10 to 45 dB."""
    hop = 160
    count = len(samples) // hop
    level = 10 * np.log10((samples[: count * hop].reshape(count, hop) ** 2).mean(axis=1) + 1e-12)
    quiet = np.percentile(level, rng.uniform(5, 40)) + rng.uniform(2, 8)
    is_open = np.convolve(level > quiet, np.ones(int(rng.integers(5, 40))), "same") > 0
    gain = np.where(is_open, 1.0, 10 ** (-rng.uniform(10, 45) / 20))
    gain = np.convolve(gain, np.ones(9) / 9, "same")
    return (samples * np.interp(np.arange(len(samples)) / hop, np.arange(count), gain)).astype(np.float32)


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
        """Tones, knocks, hum, the room of somebody who is silent, or a recording; half of the loose sounds far away."""
        kind = rng.random()
        if kind < 0.3:
            sound = ringing(rng) if kind < 0.12 else knocks(rng)
            return self.far(sound, rng) if rng.random() < 0.5 else sound
        if kind < 0.38:
            return hum(rng)
        if kind < 0.68:
            return self.pause(rng)
        noise = self.noises[rng.integers(len(self.noises))]
        start = int(rng.integers(max(1, len(noise) - LENGTH)))
        cut = noise[start : start + LENGTH]
        return np.tile(cut, LENGTH // max(1, len(cut)) + 1)[:LENGTH] if len(cut) < LENGTH else cut

    def pause(self, rng):
        """The room of one recording, made longer from what is heard while nobody speaks in it, or hiss."""
        for name in self.voices.choose(min(8, len(self.voices.rows)), rng):
            pieces = self.voices.pauses(name)
            if pieces:
                return joined(pieces, rng)
        return self.hiss(rng)

    def far(self, sound, rng):
        """One sound from the farthest place of a room."""
        response = self.responses[rng.integers(len(self.responses))][-1:]
        return convolved(sound[None], response)[0]

    def babble(self, rng):
        """Four to seven people at once, all of them beyond understanding."""
        sound = np.zeros(LENGTH, np.float32)
        for name in self.voices.choose(int(rng.integers(4, 8)), rng):
            cut, _ = self.voices.turn(name, 10, rng)
            cut = np.tile(cut, LENGTH // len(cut) + 1)[:LENGTH]
            sound += np.roll(cut, int(rng.integers(LENGTH))) * rng.uniform(0.5, 1)
        return self.far(sound, rng)

    def heard(self, sound, rng):
        """The people as one microphone hears them together."""
        gains = 10 ** (rng.normal(0, rng.choice([2, 5, 8]), len(sound)) / 20)
        if rng.random() < 0.8:
            responses = self.responses[rng.integers(len(self.responses))]
            responses = responses[rng.permutation(len(responses))[: len(sound)]]
            energy = np.sqrt((responses**2).sum(axis=1, keepdims=True))
            responses = responses / energy * (energy / energy.max()) ** rng.uniform(0.2, 1)
            sound = convolved(sound, responses)
        return (sound * gains[:, None]).astype(np.float32)
