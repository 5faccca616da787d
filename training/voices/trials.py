"""Verification trials on voices nobody trained on, and the error rate of any embedding on them.

A trial is two windows of one length from different utterances. Every voice gives the same number of windows.
Intervals come from drawing whole voices, because windows of one voice are not independent.
"""

import numpy as np

RATE = 16000


def windows(rows, audio, split, corpus, seconds, per_speaker, seed=7):
    """-> samples [n, length] float32, speaker index [n], utterance index [n]."""
    rng = np.random.default_rng(seed)
    length = int(seconds * RATE)
    by_speaker = {}
    for number, row in enumerate(rows):
        if row["split"] == split and row["corpus"] == corpus and row["samples"] >= length:
            by_speaker.setdefault(row["speaker"], []).append((number, row))
    samples, speakers, utterances = [], [], []
    for index, name in enumerate(sorted(by_speaker)):
        mine = by_speaker[name]
        for turn in range(per_speaker):
            number, row = mine[turn % len(mine)]
            at = row["start"] + rng.integers(0, row["samples"] - length + 1)
            samples.append(audio[at : at + length].astype(np.float32) / 32768)
            speakers.append(index)
            utterances.append(number)
    return np.stack(samples), np.array(speakers), np.array(utterances)


def equal_error_rate(same, different):
    """The error at which false rejection equals false acceptance, from two arrays of scores."""
    scores = np.concatenate([same, different])
    order = np.argsort(-scores, kind="stable")
    hit = np.concatenate([np.ones(len(same)), np.zeros(len(different))])[order]
    reject = 1 - np.cumsum(hit) / len(same)
    accept = np.cumsum(1 - hit) / len(different)
    at = np.argmin(np.abs(reject - accept))
    return float((reject[at] + accept[at]) / 2), float(scores[order][at])


def scores_of(vectors, speakers, utterances):
    """Cosines of all pairs from different utterances: (same voice, different voice, their speaker pairs)."""
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosine = unit @ unit.T
    first, second = np.triu_indices(len(unit), 1)
    apart = utterances[first] != utterances[second]
    first, second = first[apart], second[apart]
    return cosine[first, second], speakers[first], speakers[second]


def report(vectors, speakers, utterances, draws=300, seed=3):
    """EER with a 95 % interval over voices, the threshold there, and the number of trials."""
    cosine, first, second = scores_of(vectors, speakers, utterances)
    same = first == second
    rate, threshold = equal_error_rate(cosine[same], cosine[~same])
    rng, names, rates = np.random.default_rng(seed), np.unique(speakers), []
    for _ in range(draws):
        weight = np.bincount(rng.choice(names, len(names)), minlength=names.max() + 1)
        of = weight[first] * weight[second]
        of_same, of_other = of[same], of[~same]
        rates.append(weighted_rate(cosine[same], of_same, cosine[~same], of_other))
    finite = [r for r in rates if np.isfinite(r)] or [rate]
    low, high = np.percentile(finite, [2.5, 97.5])
    return {
        "eer": rate,
        "low": float(low),
        "high": float(high),
        "threshold": threshold,
        "same": int(same.sum()),
        "different": int((~same).sum()),
        "voices": len(names),
    }


def weighted_rate(same, same_weight, different, different_weight):
    if same_weight.sum() == 0 or different_weight.sum() == 0:
        return float("nan")
    scores = np.concatenate([same, different])
    order = np.argsort(-scores, kind="stable")
    hit = np.concatenate([same_weight, np.zeros(len(different))])[order]
    false = np.concatenate([np.zeros(len(same)), different_weight])[order]
    reject = 1 - np.cumsum(hit) / hit.sum()
    accept = np.cumsum(false) / false.sum()
    at = np.argmin(np.abs(reject - accept))
    return float((reject[at] + accept[at]) / 2)
