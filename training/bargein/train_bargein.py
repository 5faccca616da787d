"""Trains the barge-in head (claim or backchannel) on pooled encoder frames and reports it as the product decides.

The report replays the policy: sure answers at once, whatever is likelier at 0.8 s; real onsets of a call are scored by a
head that never saw that call.
"""
import argparse
import pickle

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper
from torch import nn

WIDTH, BEFORE_FRAMES, LAST_FRAMES = 288, 12, 6
VAD_SILENCE_SEC = 0.1
POLICIES = [(0.8, 0.2), (0.8, 0.1), (0.9, 0.1), (0.95, 0.05)]


def pooled(row):
    """[579]: mean of the frames since the onset, mean of the newest ones, seconds since the onset, seconds of speech, whether it
    ended. As src/bargein/learned-classifier.ts."""
    frames = np.asarray(row["frames"], np.float32)
    since = frames[min(BEFORE_FRAMES, len(frames) - 1):]
    ended = row["speech"] < row["after"] - VAD_SILENCE_SEC
    return np.concatenate([since.mean(0), frames[-LAST_FRAMES:].mean(0), [row["after"], row["speech"], float(ended)]])


class Head(nn.Module):
    def __init__(self, mean, deviation, hidden=24, dropout=0.3):
        super().__init__()
        self.register_buffer("mean", torch.from_numpy(mean))
        self.register_buffer("deviation", torch.from_numpy(deviation))
        self.layers = nn.Sequential(nn.Dropout(dropout), nn.Linear(len(mean), hidden), nn.ReLU(), nn.Dropout(dropout), nn.Linear(hidden, 1))

    def forward(self, x):
        return self.layers((x - self.mean) / self.deviation)[:, 0]


def train(x, y, weight, seed=1, epochs=15):
    torch.manual_seed(seed)
    head = Head(x.mean(0).astype(np.float32), (x.std(0) + 1e-3).astype(np.float32))
    optimizer = torch.optim.AdamW(head.parameters(), lr=2e-3, weight_decay=0.05)
    xs, ys, ws = torch.from_numpy(x.astype(np.float32)), torch.from_numpy(y.astype(np.float32)), torch.from_numpy(weight.astype(np.float32))
    for _ in range(epochs):
        for chunk in torch.randperm(len(xs)).split(512):
            loss = (nn.functional.binary_cross_entropy_with_logits(head(xs[chunk]), ys[chunk], reduction="none") * ws[chunk]).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return head.eval()


def weights(rows, y, real_share):
    """Both classes weigh the same; real calls together weigh real_share of all."""
    real = np.array([r["source"].startswith("call") for r in rows])
    out = np.ones(len(rows))
    for kind, share in ((real, real_share), (~real, 1 - real_share)):
        for label in (True, False):
            chosen = kind & (y == label)
            if chosen.any():
                out[chosen] = share / 2 * len(rows) / chosen.sum()
    return out


def decide(times, logits, claim_at, backchannel_at):
    """(is claim, decided after seconds) for one onset."""
    order = np.argsort(times)
    for k, i in enumerate(order):
        p = 1 / (1 + np.exp(-logits[i]))
        last = k + 1 == len(order)
        if p >= claim_at or p <= backchannel_at or last:
            return p >= 0.5, times[i]


def report(name, rows, logits):
    for claim_at, backchannel_at in POLICIES:
        found = {}
        for r, l in zip(rows, logits):
            found.setdefault(r["utterance"], []).append((r["after"], l, r["label"]))
        right, after = {"claim": [], "backchannel": []}, []
        for steps in found.values():
            claim, seconds = decide(np.array([s[0] for s in steps]), np.array([s[1] for s in steps]), claim_at, backchannel_at)
            right[steps[0][2]].append(claim == (steps[0][2] == "claim"))
            after.append(seconds)
        rng = np.random.default_rng(1)
        cells = []
        for label, values in right.items():
            if values:
                draws = rng.choice(np.array(values, float), (1000, len(values))).mean(1)
                cells.append(f"{label}s right {np.mean(values):.3f} [{np.quantile(draws, 0.025):.3f}, {np.quantile(draws, 0.975):.3f}] of {len(values)}")
        print(f"{name:34s} sure at {claim_at}/{backchannel_at}: {'; '.join(cells)}; median {np.median(after) * 1000:.0f} ms, mean {np.mean(after) * 1000:.0f} ms", flush=True)


def export(head, path):
    """pooled [1, 577] -> logit [1]."""
    torch.onnx.export(head, torch.zeros(1, len(head.mean)), path, input_names=["pooled"], output_names=["logit"], opset_version=17, dynamo=False)
    onnx.checker.check_model(onnx.load(path))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--onsets", nargs="+", required=True)
    parser.add_argument("--real-share", type=float, default=0.5)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--out")
    options = parser.parse_args()
    torch.set_num_threads(1)
    rows, base = [], 0
    for path in options.onsets:
        part = pickle.load(open(path, "rb"))
        rows += [dict(r, utterance=r["utterance"] + base) for r in part]
        base = max(r["utterance"] for r in rows) + 1
    x, y = np.stack([pooled(r) for r in rows]), np.array([r["label"] == "claim" for r in rows])
    utterance, source = np.array([r["utterance"] for r in rows]), np.array([r["source"] for r in rows])
    calls = sorted({s for s in source if s.startswith("call")})
    print(f"{len(set(utterance))} onsets: " + ", ".join(f"{s} {len(set(utterance[source == s]))}" for s in sorted(set(source))))

    def fitted(chosen):
        part = [rows[i] for i in np.flatnonzero(chosen)]
        return [train(x[chosen], y[chosen], weights(part, y[chosen], options.real_share), seed) for seed in range(options.seeds)]

    def logits(heads, chosen):
        with torch.no_grad():
            return np.mean([h(torch.from_numpy(x[chosen].astype(np.float32))).numpy() for h in heads], 0)

    test = utterance % 5 == 0
    heads = fitted(~test & ~np.char.startswith(source, "call"))
    made = test & ~np.char.startswith(source, "call")
    report("made and read, held out", [rows[i] for i in np.flatnonzero(made)], logits(heads, made))
    real = np.char.startswith(source, "call")
    if real.any():
        report("real calls, no call trained on", [rows[i] for i in np.flatnonzero(real)], logits(fitted(~real), real))
        scores = np.zeros(len(rows))
        for call in calls:
            scores[source == call] = logits(fitted(source != call), source == call)
        report("real calls, other calls trained on", [rows[i] for i in np.flatnonzero(real)], scores[real])
    if options.out:
        export(fitted(np.ones(len(rows), bool))[0], options.out)


if __name__ == "__main__":
    main()
