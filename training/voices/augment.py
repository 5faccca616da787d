"""What happens to a voice on its way to a microphone: rooms, noise, other people, telephone bands, companding, gain.

Every function is pure: samples and a numpy Generator in, samples out (float32, -1..1, same length).
"""

import numpy as np
from scipy.signal import butter, fftconvolve, resample_poly, sosfilt

RATE = 16000


def speed(samples, factor):
    """Samples resampled by `factor` (whole percents): another length and another vocal tract, so another speaker."""
    return resample_poly(samples, 100, round(100 * factor)).astype(np.float32)


def impulse(rng):
    """The response of a place in a room: direct sound, a few reflections, an exponential tail of 0.12 to 0.7 s."""
    decay = rng.uniform(0.12, 0.7)
    length = int(decay * RATE)
    tail = rng.standard_normal(length) * 10 ** (-3 * np.arange(length) / length)
    tail *= rng.uniform(0.02, 0.12)
    for _ in range(rng.integers(2, 7)):
        tail[rng.integers(20, 900)] += rng.uniform(-0.5, 0.5)
    tail[0] = 1
    return tail


def room(samples, rng, response=None):
    """The samples as heard from a random place in a room, or from the place with this `response`."""
    response = impulse(rng) if response is None else response
    return fftconvolve(samples, response)[: len(samples)].astype(np.float32)


def coloured_noise(length, rng):
    """Noise with a random spectral slope, between white and brown, with a slow change of level."""
    spectrum = np.fft.rfft(rng.standard_normal(length))
    slope = rng.uniform(0, 1.2)
    spectrum /= np.maximum(np.arange(len(spectrum)), 1) ** slope
    noise = np.fft.irfft(spectrum, length)
    swell = 1 + 0.5 * np.sin(np.linspace(0, rng.uniform(1, 9), length) + rng.uniform(0, 6))
    return (noise * swell / (np.abs(noise).max() + 1e-9)).astype(np.float32)


def add_at(samples, noise, snr_db):
    power, other = np.mean(samples**2) + 1e-10, np.mean(noise**2) + 1e-10
    return samples + noise * np.sqrt(power / other / 10 ** (snr_db / 10))


def telephone(samples, rng):
    """The samples through a telephone: 8 kHz, 180-350 Hz to 3.1-3.65 kHz, in two cases of three mu-law with 8 bits."""
    band = butter(4, [rng.uniform(180, 350), rng.uniform(3100, 3650)], "band", fs=RATE, output="sos")
    narrow = resample_poly(sosfilt(band, samples), 1, 2)
    if rng.random() < 0.67:
        peak = np.abs(narrow).max() + 1e-9
        level = narrow / peak * rng.uniform(0.15, 0.95)
        coded = np.sign(level) * np.log1p(255 * np.abs(level)) / np.log(256)
        coded = np.round(coded * 127) / 127
        narrow = np.sign(coded) * (256 ** np.abs(coded) - 1) / 255
    return resample_poly(narrow, 2, 1)[: len(samples)].astype(np.float32)


def tilt(samples, rng):
    """The colour of a microphone: one random shelf, and in three cases of ten a low-pass between 4.5 and 7.5 kHz."""
    pole = rng.uniform(-0.6, 0.6)
    shaped = sosfilt(np.array([[1, -pole, 0, 1, 0, 0]]), samples)
    if rng.random() < 0.3:
        shaped = sosfilt(butter(3, rng.uniform(4500, 7500), fs=RATE, output="sos"), shaped)
    return shaped.astype(np.float32)


def spoil(samples, rng, noises, voices, heavy=1.0):
    """One random chain of all of these. `noises` and `voices` are functions of a length that give recordings to mix
    in.
    """
    length = len(samples)
    if rng.random() < 0.45 * heavy:
        samples = room(samples, rng)
    if rng.random() < 0.5:
        samples = tilt(samples, rng)
    kind = rng.random()
    if kind < 0.35 * heavy:
        samples = add_at(samples, noises(length), rng.uniform(5, 25))
    elif kind < 0.6 * heavy:
        samples = add_at(samples, coloured_noise(length, rng), rng.uniform(8, 30))
    elif kind < 0.75 * heavy:
        babble = sum(voices(length) for _ in range(rng.integers(2, 5)))
        samples = add_at(samples, babble, rng.uniform(10, 22))
    if rng.random() < 0.35:
        samples = telephone(samples, rng)
    if rng.random() < 0.06:
        limit = np.abs(samples).max() * rng.uniform(0.3, 0.8)
        samples = np.clip(samples, -limit, limit)
    peak = np.abs(samples).max() + 1e-9
    return (samples / peak * 10 ** rng.uniform(-1.3, -0.05)).astype(np.float32)
