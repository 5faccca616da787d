"""Fits the barge-in head (claim or backchannel) and reports how the product decides with it.

If a recogniser runs, two logistic regressions are added: one on pooled encoder frames (synthetic, read and real
onsets), one on the words so far (real onsets). If none runs, a small network on the frames decides alone.

The report replays the policy: a sure score decides at once, at 0.8 s the likelier class. Real onsets of a call are
scored by a fit that never saw that call.
"""

import argparse
import pickle
from pathlib import Path

import numpy as np
import onnx
import torch
from sklearn.linear_model import LogisticRegression
from torch import nn

from .backchannel_words import word_numbers

WIDTH, BEFORE_FRAMES, LAST_FRAMES = 288, 12, 6
VAD_SILENCE_SEC = 0.1
POLICIES = [(0.45, 0.92, 0.95, 0.1), (0.0, 0.9, 0.9, 0.05)]
"""As src/bargein/policy.ts: (early seconds, early claim threshold, claim threshold, backchannel threshold).

Until the early seconds after the onset only claims are decided, by the early threshold; then both classes.
"""
WORDS_WEIGHT = 0.7
"""Weight of the words' log-odds beside the sound's, chosen with all calls in sight."""


def ended(row):
    return row["speech"] < row["after"] - VAD_SILENCE_SEC


def pooled(row):
    """[579]: means of the frames since the onset and of the newest ones, then three numbers.

    Seconds since the onset, seconds of speech, whether it ended. As src/bargein/learned-classifier.ts.
    """
    frames = np.asarray(row["frames"], np.float32)
    since = frames[min(BEFORE_FRAMES, len(frames) - 1) :]
    return np.concatenate(
        [since.mean(0), frames[-LAST_FRAMES:].mean(0), [row["after"], row["speech"], float(ended(row))]]
    )


class Linear:
    def __init__(self, x, y, weight, strength):
        weight = weight / weight.sum() * len(x)
        mean = np.average(x, axis=0, weights=weight)
        deviation = np.sqrt(np.average((x - mean) ** 2, axis=0, weights=weight)) + 1e-3
        fit = LogisticRegression(C=strength, max_iter=300, tol=1e-3).fit((x - mean) / deviation, y, weight)
        self.weights = fit.coef_[0] / deviation
        self.bias = float(fit.intercept_[0] - mean @ self.weights)

    def __call__(self, x):
        return x @ self.weights + self.bias


def balanced(y):
    """Weights that sum to 1, half of them for each class."""
    return np.where(y, 0.5 / max(1, y.sum()), 0.5 / max(1, (~y).sum()))


class Alone(nn.Module):
    """Pooled frames -> log-odds, if no recogniser runs."""

    def __init__(self, x, y, weight, hidden=24, dropout=0.3, epochs=15, seed=0):
        super().__init__()
        torch.manual_seed(seed)
        self.register_buffer("mean", torch.from_numpy(x.mean(0).astype(np.float32)))
        self.register_buffer("deviation", torch.from_numpy((x.std(0) + 1e-3).astype(np.float32)))
        self.layers = nn.Sequential(
            nn.Dropout(dropout), nn.Linear(x.shape[1], hidden), nn.ReLU(), nn.Dropout(dropout), nn.Linear(hidden, 1)
        )
        optimizer = torch.optim.AdamW(self.parameters(), lr=2e-3, weight_decay=0.05)
        xs, ys, ws = (torch.from_numpy(a.astype(np.float32)) for a in (x, y, weight / weight.mean()))
        for _ in range(epochs):
            for chunk in torch.randperm(len(xs)).split(512):
                loss = (
                    nn.functional.binary_cross_entropy_with_logits(self.logits(xs[chunk]), ys[chunk], reduction="none")
                    * ws[chunk]
                ).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        self.eval()

    def logits(self, x):
        return self.layers((x - self.mean) / self.deviation)[:, 0]

    @torch.no_grad()
    def __call__(self, x):
        return self.logits(torch.from_numpy(x.astype(np.float32))).numpy()


class Head:
    """The regressions on sound and words. `alone`: with the network that decides if no recogniser runs."""

    def __init__(self, table, chosen, real_share, alone=False):
        real, synthetic = chosen & table.real, chosen & ~table.real
        weight = np.zeros(len(chosen))

        def shared(share):
            for part, of_all in ((real, share), (synthetic, 1 - share)):
                weight[part] = balanced(table.y[part]) * of_all
            return weight[chosen]

        self.sound = Linear(table.sound[chosen], table.y[chosen], shared(real_share), 3e-4)
        self.words = Linear(table.words[real][:, 1:], table.y[real], balanced(table.y[real]), 0.1)
        self.alone = Alone(table.sound[chosen], table.y[chosen], shared(0.5)) if alone else None

    def __call__(self, table, chosen):
        heard = table.words[chosen][:, 0] > 0
        both = self.sound(table.sound[chosen]) + WORDS_WEIGHT * self.words(table.words[chosen][:, 1:])
        return np.where(heard, both, self.alone(table.sound[chosen])) if self.alone else both


class Table:
    def __init__(self, rows):
        self.rows = rows
        self.sound = np.stack([pooled(r) for r in rows])
        self.words = np.stack([word_numbers(r.get("heard"), r["after"], r["speech"], ended(r)) for r in rows])
        self.y = np.array([r["label"] == "claim" for r in rows])
        self.source = np.array([r["source"] for r in rows])
        self.real = np.char.startswith(self.source, "call")
        self.band = np.array([r.get("band", "made") for r in rows])
        self.utterance = np.array([r["utterance"] for r in rows])


def decide(times, logits, early_sec, early_claim_at, claim_at, backchannel_at):
    """(whether it is a claim, seconds until that is decided) for one onset."""
    order = np.argsort(times)
    for k, i in enumerate(order):
        p = 1 / (1 + np.exp(-logits[i]))
        last = k + 1 == len(order)
        early = times[i] < early_sec
        if p >= (early_claim_at if early else claim_at) or (not early and p <= backchannel_at) or last:
            return p >= 0.5, times[i]


def report(name, table, chosen, logits):
    for policy in POLICIES:
        found = {}
        for i, logit in zip(np.flatnonzero(chosen), logits):
            row = table.rows[i]
            found.setdefault((row["source"], row["utterance"]), []).append((row["after"], logit, row["label"]))
        right, after = {"claim": [], "backchannel": []}, []
        for steps in found.values():
            claim, seconds = decide(np.array([s[0] for s in steps]), np.array([s[1] for s in steps]), *policy)
            right[steps[0][2]].append(claim == (steps[0][2] == "claim"))
            after.append(seconds)
        rng = np.random.default_rng(1)
        cells = []
        for label, values in right.items():
            if values:
                draws = rng.choice(np.array(values, float), (1000, len(values))).mean(1)
                cells.append(
                    f"{label}s right {np.mean(values):.3f} [{np.quantile(draws, 0.025):.3f}, "
                    f"{np.quantile(draws, 0.975):.3f}] of {len(values)}"
                )
        print(
            f"{name:46s} sure at {'/'.join(map(str, policy))}: {'; '.join(cells)}; median "
            f"{np.median(after) * 1000:.0f} ms, mean {np.mean(after) * 1000:.0f} ms",
            flush=True,
        )


class Exported(nn.Module):
    def __init__(self, head):
        super().__init__()
        self.alone = head.alone
        self.register_buffer("sound", torch.from_numpy(head.sound.weights.astype(np.float32)))
        self.register_buffer("words", torch.from_numpy((head.words.weights * WORDS_WEIGHT).astype(np.float32)))
        self.bias = head.sound.bias + WORDS_WEIGHT * head.words.bias

    def forward(self, pooled, words):
        heard = words[:, 0]
        both = pooled @ self.sound + words[:, 1:] @ self.words + self.bias
        return heard * both + (1 - heard) * self.alone.logits(pooled)


def export(head, path):
    """pooled [1, 579], words [1, 19] -> logit [1]."""
    example = (torch.zeros(1, len(head.sound.weights)), torch.zeros(1, 1 + len(head.words.weights)))
    torch.onnx.export(
        Exported(head).eval(),
        example,
        path,
        input_names=["pooled", "words"],
        output_names=["logit"],
        opset_version=17,
        dynamo=False,
    )
    onnx.checker.check_model(onnx.load(path))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--onsets", nargs="+", required=True)
    parser.add_argument("--test", help="onsets of recordings that are never trained on")
    parser.add_argument("--real-share", type=float, default=0.8)
    parser.add_argument("--folds", help="folder for a head for each call that never saw that call, for decisions.mjs")
    parser.add_argument("--out")
    options = parser.parse_args()
    torch.set_num_threads(1)
    rows, base = [], 0
    for path in options.onsets:
        part = pickle.load(open(path, "rb"))
        rows += [dict(r, utterance=r["utterance"] + base) for r in part]
        base = max(r["utterance"] for r in rows) + 1
    table = Table(rows)
    print(
        f"{len(set(zip(table.source, table.utterance)))} onsets: "
        + ", ".join(f"{s} {len(set(table.utterance[table.source == s]))}" for s in sorted(set(table.source)))
    )
    everything = np.ones(len(rows), bool)
    test = ~table.real & (table.utterance % 5 == 0)
    report(
        "made and read, held out, no words",
        table,
        test,
        Head(table, ~test, options.real_share, alone=True)(table, test),
    )
    scores = np.zeros(len(rows))
    for call in sorted(set(table.source[table.real])):
        of_call = table.source == call
        held_out = Head(table, ~of_call, options.real_share, alone=bool(options.folds))
        scores[of_call] = held_out(table, of_call)
        if options.folds:
            Path(options.folds).mkdir(parents=True, exist_ok=True)
            export(held_out, f"{options.folds}/{call.removeprefix('call ')}.onnx")
    for band in sorted(set(table.band[table.real])):
        chosen = table.real & (table.band == band)
        report(f"real calls, each held out, {band}", table, chosen, scores[chosen])
    head = Head(table, everything, options.real_share, alone=True)
    if options.test:
        other = Table(pickle.load(open(options.test, "rb")))
        for band in sorted(set(other.band)):
            chosen = other.band == band
            report(f"recordings never trained on, {band}", other, chosen, head(other, chosen))
    if options.out:
        export(head, options.out)


if __name__ == "__main__":
    main()
