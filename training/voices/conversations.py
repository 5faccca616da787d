"""People who take turns: dry speech of each and when they speak, from real voices one at a time.

Gaps and overlaps are those of recorded consultations (`OFFSETS`). Used by meetings.py.
"""

import numpy as np
from scipy.signal import resample_poly

from .augment import RATE
from .corpora import read_index

FRAME = 640  # samples of a label
FRAMES = 250
LENGTH = FRAMES * FRAME
STEP = 160  # samples of one value of an utterance's activity
PEOPLE = 3
MOST_TURNS = 40
SPEEDS = [100, 100, 88, 94, 106, 114]  # percent

# Twenty-quantiles of 57 consultations (primock57, 5 491 changes of speaker, 7 108 utterances), seconds: from the end of
# one person's utterance to the start of the other's, and the length of an utterance.
OFFSETS = [-26.44, -5.8, -3.13, -1.59, -0.86, -0.49, -0.27, -0.15, -0.07, 0.02, 0.1]
OFFSETS += [0.19, 0.27, 0.36, 0.45, 0.56, 0.71, 0.88, 1.14, 1.71, 24.88]
LENGTHS = [0.25, 0.6, 0.72, 0.85, 1.0, 1.25, 1.55, 1.88, 2.24, 2.6, 3.04]
LENGTHS += [3.55, 4.11, 4.71, 5.4, 6.15, 7.05, 8.16, 9.55, 11.92, 27.35]


def drawn(quantiles, rng):
    return float(np.interp(rng.random() * (len(quantiles) - 1), np.arange(len(quantiles)), quantiles))


def bridged(active, most):
    """The frames with gaps up to `most` frames filled."""
    at = np.flatnonzero(active)
    for a, b in zip(at[:-1], at[1:]):
        if 1 < b - a <= most + 1:
            active[a:b] = True
    return active


def activity(samples):
    """Which stretches of `STEP` samples of a dry utterance are speech."""
    count = len(samples) // STEP
    energy = (samples[: count * STEP].reshape(count, STEP) ** 2).mean(axis=1)
    level = 10 * np.log10(energy + 1e-10)
    level = np.convolve(level, np.ones(3) / 3, "same")
    loud, quiet = np.percentile(level, 97), np.percentile(level, 5)
    return bridged(level > max(loud - 33, min(quiet + 8, loud - 20)), 30)


class Voices:
    """Utterances by speaker, at one level, with their activity."""

    def __init__(self, index, split):
        rows, self.audio = read_index(index)
        self.rows: dict[str, list] = {}
        for row in rows:
            mine = "train" if row["corpus"] == "dev-clean" else row["split"]
            if mine == split and row["speaker"]:
                self.rows.setdefault(row["speaker"], []).append(row)
        # Readers of LibriSpeech are chosen as often as the more numerous learners.
        self.groups = [[s for s in self.rows if s.startswith("ls-")], [s for s in self.rows if s[:3] != "ls-"]]
        self.groups = [group for group in self.groups if group]
        self.known: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        self.silent: dict[str, list[np.ndarray]] = {}

    def choose(self, count, rng):
        names: list[str] = []
        while len(names) < count:
            group = self.groups[rng.integers(len(self.groups))]
            name = group[rng.integers(len(group))]
            if name not in names or len(self.rows) < count:
                names.append(name)
        return names

    def utterance(self, row):
        start, samples = row["start"], row["samples"]
        if start not in self.known:
            sound = self.audio[start : start + samples].astype(np.float32) / 32768
            active = activity(sound)
            count = len(active) * STEP
            power = (sound[:count].reshape(-1, STEP)[active] ** 2).mean() if active.any() else 1.0
            self.known[start] = (sound[:count] * (0.05 / np.sqrt(power + 1e-12))).astype(np.float16), active
        return self.known[start]

    def pauses(self, name):
        """What is heard in the recordings of one person while they are silent: pieces of 0.2 s or more."""
        if name not in self.silent:
            found: list[np.ndarray] = []
            for row in self.rows[name][:8]:
                sound, active = self.utterance(row)
                quiet = np.flatnonzero(np.convolve(active, np.ones(21), "same") == 0)
                for run in np.split(quiet, np.flatnonzero(np.diff(quiet) > 1) + 1):
                    if len(run) >= 20:
                        found.append(sound[run[0] * STEP : (run[-1] + 1) * STEP])
            self.silent[name] = found
        return self.silent[name]

    def turn(self, name, seconds, rng):
        """Up to `seconds` of one utterance, most often from the start of a phrase."""
        sound, active = self.utterance(self.rows[name][rng.integers(len(self.rows[name]))])
        starts = np.flatnonzero(active & ~np.roll(active, 1))
        if len(starts) == 0:
            return sound[:STEP].astype(np.float32), active[:1]
        first = starts[rng.integers(len(starts))]
        if rng.random() < 0.2:
            first = rng.integers(first, len(active))
        first = max(0, first - 5)
        count = min(len(active) - first, max(10, int(seconds * RATE / STEP)))
        cut = sound[first * STEP : (first + count) * STEP].astype(np.float32)
        edge = min(len(cut) // 2, 160)
        cut[:edge] *= np.linspace(0, 1, edge, dtype=np.float32)
        cut[-edge:] *= np.linspace(1, 0, edge, dtype=np.float32)
        return cut, active[first : first + count]


def faster(cut, on, factor):
    """A turn at `factor` percent of its speed: another voice, too."""
    cut = resample_poly(cut, 100, factor).astype(np.float32)
    at = np.arange(len(cut) // STEP) * factor / 100
    return cut[: len(at) * STEP], on[np.minimum(at.astype(int), len(on) - 1)]


def conversation(voices, names, rng):
    """[people][LENGTH] dry sound of each person, and [people][frames of STEP] activity."""
    steps = LENGTH // STEP + 1
    speeds = rng.choice(SPEEDS, len(names))
    sound = np.zeros((len(names), steps * STEP), np.float32)
    active = np.zeros((len(names), steps), bool)
    mood = rng.random()
    lively, sparse = mood < 0.65, mood > 0.85
    end, current = rng.uniform(-4, 3), int(rng.integers(len(names)))
    for _ in range(MOST_TURNS):
        if end >= LENGTH / RATE:
            break
        seconds = drawn(LENGTHS, rng)
        cut, on = voices.turn(names[current], seconds, rng)
        if speeds[current] != 100:
            cut, on = faster(cut, on, int(speeds[current]))
        length = len(cut) / RATE
        offset = drawn(OFFSETS, rng)
        least = -3.0
        if lively:
            offset, least = min(offset, 0.2) - rng.uniform(0, 2), -0.8 * length
        if sparse:
            offset = abs(offset) + rng.uniform(0, 6)
        start = end + float(np.clip(offset, least, 9 if sparse else 3))
        at = int(start * RATE / STEP)
        skip, room = max(0, -at), max(0, steps - max(0, at))
        on, cut = on[skip : skip + room], cut[skip * STEP : (skip + room) * STEP]
        at = min(max(0, at), steps)
        sound[current, at * STEP : at * STEP + len(cut)] += cut
        active[current, at : at + len(on)] |= on
        end = max(end, start + length)
        if len(names) > 1 and rng.random() < 0.85:
            current = (current + int(rng.integers(1, len(names)))) % len(names)
    return sound[:, :LENGTH], active
