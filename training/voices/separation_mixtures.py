"""Mixtures of two people for the separation network, made as it learns from what separation_speech.py wrote."""

import numpy as np

from .augment import coloured_noise
from .corpora import RATE
from .separation_speech import LEVEL, PIECE, VERSIONS, read_people
from .surroundings import read_noises

NOISES = 30
# Share of speechocean762 (learners, half of them children) among the people; the others read LibriSpeech.
LEARNERS = 0.35
WHOLE, ALONE = 0.45, 0.06
LEAST_FREE = 3


class Person:
    def __init__(self, name, start, samples, places, vectors):
        self.name, self.start, self.samples, self.places, self.vectors = name, start, samples, places, vectors

    def cut(self, audio, length, rng):
        """-> at most `length` samples of speech, and an embedding of other speech of that person"""
        length = min(length, self.samples)
        while True:
            at = self.start + int(rng.integers(0, self.samples - length + 1))
            free = np.flatnonzero((self.places + PIECE <= at) | (self.places >= at + length))
            if len(free):
                break
            length = int(0.8 * length)
        chosen = rng.choice(free, min(len(free), int(rng.integers(1, 5))), replace=False)
        vector = self.vectors[chosen].mean(0)
        vector = vector / np.linalg.norm(vector) + rng.normal(0, 0.012, len(vector))
        sound = audio[at : at + length].astype(np.float32) / 32768
        return sound, (vector / np.linalg.norm(vector)).astype(np.float32)


def spans_of(length, rng):
    """Where each of two voices speaks: one alone, both throughout, or the second later, or for a part of the first."""
    kind = rng.random()
    if kind < ALONE:
        return [(0, length), (0, 0)]
    if kind < ALONE + WHOLE:
        return [(0, length), (0, length)]
    begin = int(length * rng.uniform(0.05, 0.65))
    end = int(min(length, begin + length * rng.uniform(0.25, 0.7)))
    return [(0, end), (begin, length)] if rng.random() < 0.7 else [(0, length), (begin, end)]


def faded(sound):
    ramp = np.linspace(0, 1, 160, dtype=np.float32)
    sound = sound.copy()
    sound[:160] *= ramp
    sound[-160:] *= ramp[::-1]
    return sound


class Mixtures:
    def __init__(self, folder, noises, split):
        self.audio, self.people = [], []
        for version in range(VERSIONS):
            self.audio.append(np.memmap(folder / f"audio{version}.i16", dtype=np.int16, mode="r"))
            found = np.load(folder / f"embeddings{version}.npz")
            kinds = [[], []]
            for number, (name, corpus, own_split, start, samples) in enumerate(read_people(folder, version)):
                own = found["places"][:, 0] == number
                if own_split == split and own.sum() >= LEAST_FREE:
                    person = Person(name, start, samples, found["places"][own, 1], found["vectors"][own])
                    kinds[corpus == "so762"].append(person)
            self.people.append(kinds)
        rng = np.random.default_rng(5)
        recorded = [np.tile(one, 10 * RATE // len(one) + 1) for one in read_noises(noises)]
        self.noises = [coloured_noise(20 * RATE, rng) for _ in range(NOISES)] + 5 * recorded

    def _person(self, version, rng, other=None):
        readers, learners = self.people[version]
        while True:
            kind = learners if learners and (not readers or rng.random() < LEARNERS) else readers
            person = kind[rng.integers(len(kind))]
            if other is None or person.name != other.name:
                return person

    def one(self, length, rng):
        """-> what each voice says [2, length], noise [length], an embedding of each voice [2, EMBEDDING]"""
        versions = rng.integers(VERSIONS, size=2)
        if rng.random() < 0.8:
            versions[1] = versions[0]
        first = self._person(versions[0], rng)
        people = first, self._person(versions[1], rng, first)
        spans = spans_of(length, rng)
        if rng.random() < 0.5:
            spans.reverse()
        most = 4.5 if rng.random() < 0.85 else 6
        half = rng.uniform(-most, most)
        voices, vectors = np.zeros((2, length), np.float32), []
        for number, (person, (begin, end)) in enumerate(zip(people, spans)):
            sound, vector = person.cut(self.audio[versions[number]], max(end - begin, RATE), rng)
            vectors.append(vector)
            sound = sound[: end - begin]
            if len(sound) >= 320:
                begin += int(rng.integers(0, end - begin - len(sound) + 1))
                gain = LEVEL / (np.sqrt((sound**2).mean()) + 1e-6) * 10 ** ((half if number else -half) / 20)
                voices[number, begin : begin + len(sound)] = faded(sound) * gain
        noise = self.noises[rng.integers(len(self.noises))]
        at = int(rng.integers(0, len(noise) - length))
        noise = noise[at : at + length]
        under = 10 ** (-rng.uniform(6, 45) / 20)
        return voices, noise / (np.sqrt((noise**2).mean()) + 1e-9) * LEVEL * under, np.stack(vectors)

    def batch(self, count, length, rng):
        """-> voices [count, 2, length], their mixtures [count, length], embeddings [count, 2, EMBEDDING]"""
        voices, noise, vectors = (np.stack(parts) for parts in zip(*(self.one(length, rng) for _ in range(count))))
        return voices, (voices.sum(1) + noise).astype(np.float32), vectors
