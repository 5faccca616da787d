"""Trains the language head on stored encoder frames.

    python -m training.lid.train --windows DATA/lid DATA/lid-more --out DATA/lid-head

Sources of one language differ by their microphones and synthesisers, which say nothing about the language. So the
`--nuisance` directions in which the means of sources differ most within languages are taken out before the fit.
Otherwise a language that is known only from synthetic speech would be recognised by its synthesiser.

Windows are weighted so that every language weighs the same. Within a language, recordings of people weigh
`--real-share` together, if there are any, so that no single corpus stands for a language. The regularisation and the
temperature come from a second fit that has not seen the sources of `--hold-out` (real speech in eight languages) and is
measured on them. The shipped head has seen all.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression

from .more_sources import REAL as REAL_FOUND
from .network import CLASSES, WIDTH, LanguageHead
from .windows import FRAMES

TEMPERATURES = np.linspace(0.6, 5, 89)
REAL = {
    "so762",
    "resemblyzer",
    "arsc",
    "kerstin",
    "pico/s2i",
    "pico/wwb",
    "precise",
    "picovoice",
    "azure",
    "cosyvoice",
    "amivoice",
    "picovoice-2",
    "riva",
    "rdh",
    "prompts",
} | REAL_FOUND

ACCENTED = {"so762"}


def classes_of(languages):
    """-> index of each language in CLASSES, the last index for any other."""
    return np.array([CLASSES.index(code) if code in CLASSES else len(CLASSES) - 1 for code in languages])


def labels_of(folders):
    """-> class, language and source of each window."""
    known = [np.load(folder / "labels.npz") for folder in folders]
    languages, sources = (np.concatenate([one[name] for one in known]) for name in ("language", "source"))
    return classes_of(languages), languages, sources


def load(folders):
    """-> mean and deviation of the frames [windows, 576], class, language and source of each window."""
    features = []
    for folder in folders:
        count = len(np.load(folder / "labels.npz")["language"])
        frames = np.memmap(folder / "frames.f16", dtype=np.float16, mode="r").reshape(-1, FRAMES, WIDTH)[:count]
        for at in range(0, count, 200):
            part = frames[at : at + 200].astype(np.float32)
            features.append(np.concatenate([part.mean(axis=1), part.std(axis=1)], axis=1))
    return np.concatenate(features), *labels_of(folders)


def nuisance(scaled, languages, sources, count, least=8):
    """[count, features]: orthonormal directions in which sources of one language differ most."""
    found = []
    for language in sorted(set(languages)):
        mine = languages == language
        names = [s for s in sorted(set(sources[mine])) if (mine & (sources == s)).sum() >= least]
        if len(names) < 2:
            continue
        means = np.stack([scaled[mine & (sources == s)].mean(axis=0) for s in names])
        found.append(means - means.mean(axis=0))
    return np.linalg.svd(np.concatenate(found), full_matrices=False)[2][:count]


def weights(rows, classes, languages, sources, real_share, accented=1.0):
    weight = np.zeros(len(classes))
    for c in np.unique(classes[rows]):
        mine = rows[classes[rows] == c]
        groups = {}
        for row in mine:
            groups.setdefault((languages[row], sources[row]), []).append(row)
        share = {key: len(group) ** 0.5 * (accented if key[1] in ACCENTED else 1) for key, group in groups.items()}
        real = sum(v for (_, source), v in share.items() if source in REAL)
        other = sum(share.values()) - real
        for key, group in groups.items():
            part = share[key] / (real + other)
            if real and other:
                part = share[key] / real * real_share if key[1] in REAL else share[key] / other * (1 - real_share)
            weight[group] = part / len(group)
    return weight * len(rows) / len(CLASSES)


def fit(features, classes, languages, sources, rows, options):
    """-> weights [classes, features] and bias on unscaled features."""
    weight = weights(rows, classes, languages, sources, options.real_share, options.accented)[rows]
    middle, deviation = features[rows].mean(axis=0), features[rows].std(axis=0) + 1e-3
    scaled = (features[rows] - middle) / deviation
    away = nuisance(scaled, languages[rows], sources[rows], options.nuisance)
    model = LogisticRegression(C=options.strength, max_iter=100).fit(
        scaled - scaled @ away.T @ away, classes[rows], sample_weight=weight
    )
    turned = (model.coef_ - model.coef_ @ away.T @ away) / deviation
    return turned, model.intercept_ - turned @ middle


def log_softmax(logits):
    shifted = logits - logits.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def best_temperature(logits, truth):
    def loss(t):
        return -float(log_softmax(logits / t)[np.arange(len(truth)), truth].mean())

    return float(min(TEMPERATURES, key=loss))


def right(logits, truth):
    return round(float((logits.argmax(axis=1) == truth).mean()), 3)


class Calibrated:
    """A fit on all windows but those of `--leave-out`. Its temperature is from a second fit without the `held`
    sources.
    """

    def __init__(self, options, features, classes, languages, sources):
        learnt, self.held = ~np.isin(sources, options.leave_out), np.isin(sources, options.hold_out)
        weight, bias = fit(features, classes, languages, sources, np.flatnonzero(learnt & ~self.held), options)
        self.logits, self.truth = features[self.held] @ weight.T + bias, classes[self.held]
        self.temperature = best_temperature(self.logits, self.truth)
        self.weight, self.bias = fit(features, classes, languages, sources, np.flatnonzero(learnt), options)
        self.said = {
            "windows": int(learnt.sum()),
            "held": right(self.logits, self.truth),
            "temperature": round(self.temperature, 2),
        }

    def beside(self, other):
        """Measures it on the held windows together with another head's calibrated logits of them."""
        both = log_softmax(self.logits / self.temperature) + log_softmax(other)
        return {
            "held, together": right(both, self.truth),
            "joint temperature": round(best_temperature(both, self.truth), 2),
        }


def train(options):
    head = Calibrated(options, *load(options.windows))
    options.out.mkdir(parents=True, exist_ok=True)
    torch.save(LanguageHead(head.weight, head.bias, head.temperature).state_dict(), options.out / "head.pt")
    print(json.dumps(head.said))


def add_options(parser):
    """Options of every head."""
    parser.add_argument("--windows", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--leave-out", nargs="*", default=[], help="sources not to learn from")
    parser.add_argument(
        "--hold-out", nargs="*", default=["picovoice", "picovoice-2", "amivoice", "azure", "cosyvoice", "riva"]
    )
    parser.add_argument("--strength", type=float, default=0.001, help="inverse of the regularisation")
    parser.add_argument("--nuisance", type=int, default=10)
    parser.add_argument("--real-share", type=float, default=0.5)
    parser.add_argument("--accented", type=float, default=1, help="factor on the weight of speech with an accent")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser)
    train(parser.parse_args())
