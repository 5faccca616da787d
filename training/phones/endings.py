"""Trains the network that judges by the last phones whether a turn is complete.

It learns from written Korean alone, with the errors that the phone recogniser makes.

    python -m training.phones.endings --out DATA/phones --dialogues DATA/chatbot-ko/ChatbotData.csv \\
        --reviews DATA/nsmc/raw --minutes 5

Texts: songys/Chatbot_data (MIT), e9t/nsmc (CC0; film reviews, of which sentences with a mark at their end). The end
of a sentence is an end. A speaker may pause after every word before it, four times as likely after a comma. A word
that assimilates to the next one is pronounced as at an end. Out: OUT/endings-ko.pt.
"""

import argparse
import csv
import json
import random
import re
from pathlib import Path

import numpy as np
import torch
from torch import nn

from ..measure.score_point import auc
from ..shared.teaching import Clock, rate_at
from .alphabet import codes
from .hangul import spoken
from .recogniser import OUTPUTS

LAST, EMBEDDED, WIDTH = 14, 32, 96
RATE, BATCH, HELD = 2e-3, 512, 20
AFTER_COMMA, AFTER_FIRST, WRITTEN_DIALOGUE, MOST_REVIEWS = 4.0, 0.5, 2.0, 150_000
# Range of the strength of mishearing: as the ten recordings of the one reader are misheard, or a little more.
STRANGER = (1.0, 1.3)
# Weight of what is misheard in other languages, in phones of that reader: of each phone, and of each pair of phones.
OTHERS, SEEN_BEFORE = 15, 0.3


class Endings(nn.Module):
    """Codes of the last 14 phones [batch, 14], zeros before the first -> log-odds [batch], with as many ends as
    pauses.
    """

    def __init__(self):
        super().__init__()
        self.embedded, self.read, self.out = (
            nn.Embedding(OUTPUTS, EMBEDDED),
            nn.GRU(EMBEDDED, WIDTH, batch_first=True),
            nn.Linear(WIDTH, 1),
        )

    def forward(self, phones):
        return self.out(self.read(self.embedded(phones))[0][:, -1])[:, 0]


def last_of(many):
    """Lists of codes -> [n, 14]"""
    found = np.zeros((len(many), LAST), np.int64)
    for row, one in zip(found, many):
        row[LAST - len(one[-LAST:]) :] = one[-LAST:]
    return torch.tensor(found)


def shares(counts):
    return counts / counts.sum(axis=1, keepdims=True)


class Mishearing:
    """Draws what is heard of what was said, as a recogniser mishears that was trained on nothing of the language.

    If there is little of the language to learn that from, recordings of other languages that it was not trained on
    fill in.
    """

    def __init__(self, others, language, rng):
        added = others["added"]
        self.rng, self.added_rate = rng, language["added"].sum() / language["counts"][1:].sum()
        self.added = np.cumsum(added + 1e-6) / (added + 1e-6).sum()
        counts = language["counts"] + OTHERS * shares(others["counts"] + SEEN_BEFORE)
        share = shares(counts)
        self.heard = {times: np.cumsum(self._worse(share, times), axis=1) for times in STRANGER}

    @staticmethod
    def _worse(share, times):
        right = np.diag(np.diag(share))
        wrong = (share - right) / np.maximum(1e-9, 1 - np.diag(share))[:, None]
        missed = np.minimum(0.75, (1 - np.diag(share)) * times)
        return wrong * missed[:, None] + np.diag(1 - missed)

    def __call__(self, said, times):
        found = []
        for code, drawn in zip(said, self.rng.random((len(said), 2))):
            heard = min(OUTPUTS - 1, int(np.searchsorted(self.heard[times][code], drawn[0])))
            found += [heard] if heard else []
            if drawn[1] < self.added_rate * times:
                found.append(min(OUTPUTS - 1, int(np.searchsorted(self.added, self.rng.random()))))
        return found


def sentences(options):
    """-> (sentence, weight)"""
    for row in list(csv.reader(open(options.dialogues)))[1:]:
        for turn in row[:2]:
            yield from ((sentence, WRITTEN_DIALOGUE) for sentence in re.split(r"(?<=[.!?])\s+", turn.strip()))
    reviews = [
        review["review"].replace("\n", " ")
        for path in sorted(options.reviews.glob("*.json"))
        for review in json.loads(path.read_text())
    ]
    random.Random(1).shuffle(reviews)
    for review in reviews[:MOST_REVIEWS]:
        for sentence in re.findall(r"[^.!?~]+[.!?]", review):
            sentence = sentence.strip()
            spaced = sentence.count(" ") >= len(sentence) / 8
            if 6 < len(sentence) < 60 and spaced and not re.search("[a-zA-Z0-9ㄱ-ㅣ]", sentence):
                yield sentence, 1.0


def examples(options):
    """-> codes of the last phones, whether they are complete, weights (as much for complete ones as for all others)"""
    found, complete, weight = [], [], []
    for sentence, counts in sentences(options):
        words = [word for word in re.sub("[^가-힣, ]", " ", sentence).split() if word.strip(",")]
        said = [spoken(word) for word in words]
        for i in range(len(words)):
            last = i + 1 == len(words)
            found.append(codes("".join(said[: i + 1]))[-LAST - 8 :])
            complete.append(last)
            weight.append(counts * (1 if last else AFTER_COMMA if "," in words[i] else AFTER_FIRST if i == 0 else 1))
    complete, weight = np.array(complete), np.array(weight)
    weight[complete] *= weight[~complete].sum() / weight[complete].sum()
    return found, complete, weight


def teach(options):
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    others, language = (
        torch.load(options.out / f"{name}.pt", weights_only=False) for name in ("recogniser", "without-zeroth")
    )
    mishear = Mishearing(others, language, rng)
    said, complete, weight = examples(options)
    held = np.arange(len(said)) % HELD == 0
    taught = np.flatnonzero(~held)
    network = Endings()
    optimizer, clock = torch.optim.Adam(network.parameters(), RATE), Clock(options)
    chance = np.cumsum(weight[taught]) / weight[taught].sum()
    while True:
        rate_at(optimizer, RATE, clock.step, clock.done)
        drawn = taught[np.minimum(len(taught) - 1, np.searchsorted(chance, rng.random(BATCH)))]
        phones = last_of([mishear(said[i], rng.choice(STRANGER)) for i in drawn])
        loss = nn.functional.binary_cross_entropy_with_logits(
            network(phones), torch.tensor(complete[drawn], dtype=torch.float32)
        )
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if clock.tick():
            clock.report(loss=round(float(loss.detach()), 3))
            if clock.done >= 1:
                break
    torch.save(network.state_dict(), options.out / "endings-ko.pt")
    told = {}
    for times in STRANGER:
        with torch.no_grad():
            odds = network(last_of([mishear(said[i], times) for i in np.flatnonzero(held)])).numpy()
        told[f"AUC, misheard {times:g} times as much"] = round(
            float(auc(odds[~complete[held]], odds[complete[held]])), 3
        )
    print(json.dumps(dict(examples=len(said), ends=int(complete.sum()), held=int(held.sum()), **told)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder of train.py")
    parser.add_argument("--dialogues", type=Path, required=True)
    parser.add_argument("--reviews", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--every", type=float, default=120, help="seconds between reports")
    teach(parser.parse_args())
