"""What a cosine means: log-odds of one voice from the cosine and the seconds behind the shorter embedding.

    python -m training.voices.calibrate --index DATA/index --model models/voice-lstm/model.onnx

Windows of 0.8 to 3 s of the `dev` voices, four in ten through a telephone band, are compared with the mean of some
windows of a voice (from the other half of them), as the diarizer compares them. Prints the four coefficients of
src/voices/embedder/learned-embedder.ts, and how well they are calibrated on the other half of the voices.
"""

import argparse
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from .augment import telephone
from .corpora import read_index
from .evaluate import ours
from .trials import windows


def comparisons(embed, rows, audio, corpus, split, rng):
    """(cosine, seconds, same, voice of the window) of windows against voice means."""
    found = []
    for seconds in (0.8, 1.0, 1.5, 2.0, 3.0):
        samples, speakers, _ = windows(rows, audio, split, corpus, seconds, 10, seed=int(seconds * 10))
        band = rng.random(len(samples)) < 0.4
        samples = [telephone(s, rng) if narrow else s for s, narrow in zip(samples, band)]
        vectors = np.stack([embed(one) for one in samples])
        for voice in np.unique(speakers):
            mine = np.flatnonzero(speakers == voice)
            enrol, probe = mine[::2], mine[1::2]
            for count in (1, 2, len(enrol)):
                picked = enrol[:count]
                mean = vectors[picked].mean(axis=0)
                mean /= np.linalg.norm(mean)
                others = rng.choice(np.flatnonzero(speakers != voice), 2 * len(probe), replace=False)
                for other in [*probe, *others]:
                    found.append((vectors[other] @ mean, seconds, speakers[other] == voice, voice))
    return np.array(found, dtype=float)


def fit(found):
    cosine, log, same = found[:, 0], np.log(found[:, 1]), found[:, 2].astype(bool)
    inputs = np.stack([cosine, cosine * log, log], axis=1)
    weight = np.where(same, 0.5 / same.mean(), 0.5 / (1 - same.mean()))  # both classes weigh the same
    model = LogisticRegression(C=100, max_iter=1000).fit(inputs, same, sample_weight=weight)
    slope, slope_per_log, bias_per_log = model.coef_[0]
    return slope, slope_per_log, float(model.intercept_[0]), bias_per_log


def log_odds(found, coefficients):
    slope, slope_per_log, bias, bias_per_log = coefficients
    log = np.log(found[:, 1])
    return (slope + slope_per_log * log) * found[:, 0] + bias + bias_per_log * log


def calibration_error(found, coefficients, bins=10):
    """Expected calibration error with both classes weighing the same, and the share decided wrongly at log-odds 0."""
    score, same = log_odds(found, coefficients), found[:, 2].astype(bool)
    weight = np.where(same, 0.5 / same.mean(), 0.5 / (1 - same.mean()))
    probability = 1 / (1 + np.exp(-score))
    place = np.minimum((probability * bins).astype(int), bins - 1)
    error = sum(
        weight[place == b].sum()
        * abs(
            np.average(probability[place == b], weights=weight[place == b])
            - np.average(same[place == b], weights=weight[place == b])
        )
        for b in range(bins)
        if (place == b).any()
    )
    wrong = np.average((score > 0) != same, weights=weight)
    return error / weight.sum(), wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    options = parser.parse_args()
    rows, audio = read_index(options.index)
    embed, rng = ours(options.model), np.random.default_rng(2)
    dev = comparisons(embed, rows, audio, "so762", "dev", rng)
    even = dev[:, 3] % 2 == 0
    print(
        "held-out half: ECE {:.3f}, wrong at log-odds 0 {:.3f}".format(*calibration_error(dev[~even], fit(dev[even])))
    )
    coefficients = fit(dev)
    print("slope {:.3f} slopePerLog {:.3f} bias {:.3f} biasPerLog {:.3f}".format(*coefficients))
    test = comparisons(embed, rows, audio, "resemblyzer", "test", rng)
    print(
        "test-other: ECE {:.3f}, wrong at log-odds 0 {:.3f}, {} comparisons".format(
            *calibration_error(test, coefficients), len(test)
        )
    )
