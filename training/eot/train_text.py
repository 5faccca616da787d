"""Trains the text head on turns cut after every word, weighted towards the places where people pause, and beside that to guess the next word."""
import argparse
import json
import pickle
import random
import re
import time

import numpy as np
import torch

from judged_calls import files, spoken
from next_word import NextWord
from score_point import counted, evaluate, line, spread
from text_model import TextModel, score, sequence
from words import CONTEXT_WORDS, IDS, TURN_WORDS, words

FILLERS = {"um", "uh", "er", "hmm", "erm", "ah", "äh", "ähm", "euh", "eh", "este", "pues", "えっと", "음", "那个"}
JOINERS = {"and", "but", "so", "or", "because", "if", "that", "with", "for", "to", "when", "which", "then", "from", "in", "at", "on"}
SOURCE_WEIGHT = {"primock57": 3.0, "grammar": 1.2, "calls": 1.2, "written": 0.3, "sgd": 0.5, "taskmaster": 0.8, "evi": 0.6, "icsi": 1.0}
NEXT_WORD_WEIGHT = 0.15
BACKCHANNELS = {"yeah", "mm", "hmm", "right", "okay", "oh", "uh", "huh", "yep", "sure", "yes"}
INSERTED = ["um", "uh", "um", "uh", "so um", "like", "you know", "well", "i mean", "and um"]


def pieces(text, known=False):
    """[(word, weight of a pause after it)] of one turn; `known`: its pauses are real ones, all marked."""
    out = []
    chunks = re.split(r"(\||\.\.\.|--|[.?!,;:]+(?=\s|$))", text)
    for k in range(0, len(chunks), 2):
        found = words(chunks[k])
        mark = chunks[k + 1] if k + 1 < len(chunks) else ""
        after = 1.0 if mark in ("|", "...", "--") else 0.6 if mark[:1] in (".", "?", "!") and mark else 0.5 if mark else 0.06
        for i, word in enumerate(found):
            last = i == len(found) - 1
            weight = after if last else 0.06
            if known:
                weight = 1.0 if last and mark == "|" else 0.03
            elif not last and found[i + 1] in JOINERS:
                weight = max(weight, 0.2)
            if word in FILLERS and not known:
                weight = 1.0
            out.append([word, weight])
        if not found and out and mark == "|":
            out[-1][1] = 1.0
    return out


def disfluent(turn, rng):
    """Written turns get the fillers and restarts that spoken ones have."""
    out = []
    for i, (word, weight) in enumerate(turn):
        if rng.random() < (0.12 if i == 0 else 0.02):
            out += [[w, 0.3] for w in rng.choice(INSERTED).split()]
            out[-1][1] = 1.0
        if rng.random() < 0.015:
            out.append([word, 0.5])
        out.append([word, weight])
    return out


def example(row, rng, vocabulary):
    turn = pieces(row["turn"], known=row["source"] == "icsi")
    if not turn:
        return None
    complete = not row["turn"].rstrip().endswith("|")
    if row["source"] in ("sgd", "taskmaster", "evi") and rng.random() < 0.35:
        turn = disfluent(turn, rng)
    if len(turn) > TURN_WORDS:  # keep the end of most long turns, the beginning of some
        if rng.random() < 0.6:
            turn = turn[-TURN_WORDS:]
        else:
            turn, complete = turn[:TURN_WORDS], False
    context = words(row["context"]) if rng.random() > 0.25 else []
    said = [w for w, _ in turn]
    for part in (context, said):
        for i in range(len(part)):
            if rng.random() < 0.03:
                part[i] = rng.choice(vocabulary)
    found, role = sequence(context, said)
    label = np.zeros(len(found), np.float32)
    weight = np.zeros(len(found), np.float32)
    weight[-len(turn):] = [w for _, w in turn]
    weight[-1] = 1.0
    label[-1] = float(complete)
    scale = SOURCE_WEIGHT[row["source"]]
    return found, role, label, weight * scale


def listening(row, rng):
    """Most one- or two-word murmurs of a meeting are no turns: one in five stays."""
    return row["source"] == "icsi" and len(row["turn"].split()) <= 2 and set(words(row["turn"])) <= BACKCHANNELS and rng.random() < 0.8


def batches(examples, size, rng):
    order = sorted(range(len(examples)), key=lambda i: (len(examples[i][0]) // 4, rng.random()))
    groups = [order[i:i + size] for i in range(0, len(order), size)]
    rng.shuffle(groups)
    for group in groups:
        longest = max(len(examples[i][0]) for i in group)
        ids = np.zeros((len(group), longest, IDS), np.int64)
        role = np.zeros((len(group), longest), np.int64)
        label = np.zeros((len(group), longest), np.float32)
        weight = np.zeros((len(group), longest), np.float32)
        for k, i in enumerate(group):
            n = len(examples[i][0])
            ids[k, :n], role[k, :n], label[k, :n], weight[k, :n] = examples[i]
        yield tuple(torch.from_numpy(x) for x in (ids, role, label, weight))


def report(model, calls, started, tag):
    for name, pairs in (("with context", [(r["context"], r["text"]) for r in calls]), ("text alone", [("", r["text"]) for r in calls])):
        print(f"{tag} {time.time() - started:5.0f} s  {line(name, evaluate(calls, spread(score(model, pairs)), repeats=60))}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", nargs="+", required=True)
    parser.add_argument("--written", help="judged-calls: the same turns without what was judged")
    parser.add_argument("--held", nargs="*", default=[], help="files of it (without .txt) to leave out")
    parser.add_argument("--calls", help="features of labelled calls: reported after each epoch, never trained on")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--limit-sgd", type=int, default=60000)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    rng = random.Random(options.seed)
    rows = [json.loads(row) for path in options.turns for row in open(path, encoding="utf8")]
    written = [r for r in rows if r["source"] == "sgd"]
    rows = [r for r in rows if r["source"] != "sgd"] + rng.sample(written, min(options.limit_sgd, len(written)))
    rows = [r for r in rows if not listening(r, rng)]
    if options.written:
        rows += 2 * spoken(path for name, path in files(options.written).items() if name not in options.held)
    vocabulary = [w for r in rng.sample(rows, min(4000, len(rows))) for w in words(r["turn"])]
    calls = counted(pickle.load(open(options.calls, "rb"))) if options.calls else None
    model = TextModel()
    next_word = NextWord((r["turn"] for r in rows), model.gru.hidden_size)
    learning = [*model.parameters(), *next_word.parameters()]
    optimizer = torch.optim.AdamW(learning, lr=3e-3, weight_decay=0.01)
    steps = options.epochs * (len(rows) // options.batch + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3e-3, total_steps=steps + 5, pct_start=0.1)
    print(f"{len(rows)} turns, {sum(p.numel() for p in model.parameters())} parameters", flush=True)
    started = time.time()
    for epoch in range(options.epochs):
        model.train()
        examples = [e for e in (example(r, rng, vocabulary) for r in rows) if e]
        total = count = 0
        for k, (ids, role, label, weight) in enumerate(batches(examples, options.batch, rng)):
            states = model.states(ids, role)
            loss = torch.nn.functional.binary_cross_entropy_with_logits(model.head(states)[..., 0], label, weight, reduction="sum") / weight.sum()
            optimizer.zero_grad()
            (loss + NEXT_WORD_WEIGHT * next_word.loss(states, ids, rng)).backward()
            torch.nn.utils.clip_grad_norm_(learning, 1.0)
            optimizer.step()
            schedule.step()
            total, count = total + float(loss.detach()), count + 1
            if k % 200 == 199:
                print(f"epoch {epoch + 1} step {k + 1} loss {total / count:.4f} {time.time() - started:.0f} s", flush=True)
                total = count = 0
        torch.save(model.state_dict(), options.out)
        if calls:
            report(model, calls, started, f"epoch {epoch + 1}")


if __name__ == "__main__":
    main()
