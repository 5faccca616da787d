"""Trains the speaker embedding on stored crops.

    python -m training.voices.train --crops DATA/crops --index DATA/index --out DATA/voice --minutes 40

Loss: the cosine distance to the teacher's vector for every crop (also those whose speaker nobody knows), plus an
additive angular margin over the known voices with a small weight that grows towards the end. The teacher's vectors all point one way; they are
centred and turned to their principal axes first, which leaves what tells voices apart (without it 1 200 steps of the
same run reached 23 % error at 1 s on the dev voices, and the cosine hid that). Windows of 0.8 to 3 s, frequency and time masks. Multiplied in bfloat16
where the processor has it. A running average of the weights is what is measured and kept: a checkpoint and the error on the `dev` voices are written every
few minutes (`best.pt` by the latter), so that a stopped run leaves a usable network.
"""

import argparse
import copy
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from .corpora import read_index
from .front_end import MELS
from .network import EMBEDDING, SpeakerNetwork
from .trials import report, windows


def principal(targets, power=0.25):
    """Teacher vectors centred, on their first principal axes, damped by variance^power, of unit length."""
    centred = targets - targets.mean(axis=0)
    values, axes = np.linalg.eigh(centred.T @ centred / len(centred))
    order = np.argsort(-values)[:EMBEDDING]
    turned = centred @ axes[:, order] / np.maximum(values[order], 1e-6) ** power
    return (turned / np.linalg.norm(turned, axis=1, keepdims=True).clip(1e-6)).astype(np.float32)


# Frames of 10 ms of a batch: about half under 1.5 s, half from there to 3 s.
LENGTHS = [80, 100, 100, 130, 150, 150, 200, 200, 250, 298]


class Heads(nn.Module):
    """Class directions with an angular margin."""

    def __init__(self, voices):
        super().__init__()
        self.directions = nn.Parameter(torch.randn(voices, EMBEDDING) * 0.05)

    def margin_loss(self, vectors, voice, margin, scale=20.0):
        cosine = F.normalize(vectors) @ F.normalize(self.directions).T
        chosen = cosine.gather(1, voice[:, None]).clamp(-1 + 1e-6, 1 - 1e-6)
        moved = torch.cos(torch.acos(chosen) + margin)
        return F.cross_entropy(scale * cosine.scatter(1, voice[:, None], moved), voice)


class Average:
    """The running mean of a network's weights and batch statistics."""

    def __init__(self, network, decay=0.998):
        self.decay, self.seen, self.network = decay, 0, copy.deepcopy(network).eval()

    @torch.no_grad()
    def follow(self, network):
        self.seen += 1
        keep = min(self.decay, self.seen / (self.seen + 10))
        for mine, theirs in zip(self.network.state_dict().values(), network.state_dict().values()):
            if mine.dtype.is_floating_point:
                mine.lerp_(theirs, 1 - keep)


def batches(passes, labels, size, rng):
    """Endless batches of one common length; every voice is about equally likely."""
    crops = len(labels)
    count = np.bincount(labels[labels >= 0])
    weight = np.where(labels >= 0, 1 / np.sqrt(count[np.maximum(labels, 0)]), 0.35)
    weight /= weight.sum()
    frames = passes()[0].shape[2]
    while True:
        stores = passes()
        pick = np.sort(rng.choice(crops, size, p=weight))
        store = stores[rng.integers(len(stores))]
        length = min(frames, int(rng.choice(LENGTHS)))
        at = rng.integers(0, frames - length + 1)
        mel = torch.from_numpy(store[pick, :, at : at + length].astype(np.float32))
        if rng.random() < 0.6:
            low = rng.integers(0, MELS - 8)
            mel[:, low : low + rng.integers(2, 8)] = mel.mean()
        if rng.random() < 0.4:
            low = rng.integers(0, length - 12)
            mel[:, :, low : low + rng.integers(3, 12)] = mel.mean()
        yield mel, pick


def dev_error(network, sets):
    found = {}
    with torch.inference_mode():
        for name, (samples, speakers, utterances) in sets.items():
            vectors = np.concatenate([network(torch.tensor(part)).numpy() for part in np.array_split(samples, 8)])
            found[name] = report(vectors, speakers, utterances, draws=2)["eer"]
    return found


def train(options):
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(options.seed)
    known = np.load(options.crops / "labels.npz")
    labels, targets = known["speaker"], principal(known["teacher"].astype(np.float32))
    crops = len(labels)

    def passes():
        return [
            np.memmap(path, dtype=np.float16, mode="r").reshape(crops, MELS, -1)
            for path in sorted(options.crops.glob("pass-*.f16"))
        ]

    rows, audio = read_index(options.index)
    sets = {
        f"{corpus}-{seconds}": windows(rows, audio, "dev", corpus, seconds, count)
        for corpus, count in (("so762", 10),)
        for seconds in (1.0, 2.0)
        if any(r["split"] == "dev" and r["corpus"] == corpus for r in rows)
    }
    network, heads = SpeakerNetwork(), Heads(int(labels.max()) + 1)
    if options.resume:
        saved = torch.load(options.resume, weights_only=True)
        network.load_state_dict(saved.get("raw", saved["network"]))
        if not options.fresh_heads:
            heads.load_state_dict(saved["heads"])
    parameters = [p for m in (network, heads) for p in m.parameters()]
    average = Average(network)
    optimizer = torch.optim.AdamW(parameters, lr=options.rate, weight_decay=0.02)
    options.out.mkdir(parents=True, exist_ok=True)
    started, step, shown, sums = time.time(), 0, time.time(), np.zeros(3)
    source = batches(passes, labels, options.batch, rng)
    total, best = options.minutes * 60, math.inf

    def save(name):
        state = {"network": average.network.state_dict(), "raw": network.state_dict(), "heads": heads.state_dict()}
        torch.save(state, options.out / name)

    while (spent := time.time() - started) < total:
        share = spent / total
        warm = min(1, (step + 1) / 100)
        for group in optimizer.param_groups:
            group["lr"] = options.rate * warm * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * share)))
        mel, pick = next(source)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=options.bfloat16):
            vectors = network.embed(mel)
        vectors = vectors.float()
        voice = torch.from_numpy(labels[pick])
        named = voice >= 0
        margin_loss = heads.margin_loss(vectors[named], voice[named], options.margin * min(1, share * 4))
        teacher_loss = (1 - F.cosine_similarity(vectors, torch.from_numpy(targets[pick]))).mean()
        weight = options.margin_weight + (options.last_margin_weight - options.margin_weight) * share
        loss = weight * margin_loss + options.teacher_weight * teacher_loss
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 5.0)
        optimizer.step()
        sums += [margin_loss.item(), teacher_loss.item(), 1]
        step += 1
        average.follow(network)
        if time.time() - shown > options.every:
            found = dev_error(average.network, sets)
            save("last.pt")
            if sum(found.values()) < best:
                best = sum(found.values())
                save("best.pt")
            line = {"minutes": round(spent / 60, 1), "step": step, "margin": sums[0] / sums[2],
                    "teacher": sums[1] / sums[2], **found}
            print(json.dumps({k: round(v, 4) if isinstance(v, float) else v for k, v in line.items()}), flush=True)
            shown, sums = time.time(), np.zeros(3)
    save("final.pt")
    print(json.dumps({"step": step, **dev_error(average.network, sets)}), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crops", type=Path, required=True)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--every", type=float, default=180, help="seconds between checks on the dev voices")
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--margin", type=float, default=0.15)
    parser.add_argument("--margin-weight", type=float, default=0.05)
    parser.add_argument("--last-margin-weight", type=float, default=0.1, help="reached at the end")
    parser.add_argument("--bfloat16", action="store_true")
    parser.add_argument("--teacher-weight", type=float, default=1.0)
    parser.add_argument("--fresh-heads", action="store_true", help="with --resume: keep the network only")
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args())
