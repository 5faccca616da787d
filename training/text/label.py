"""Lets the teacher say after every word how likely a turn is over, in the written calls and in dialogues of corpora.

With --apart it reads no calls, and each turn of corpora after the turn before it alone. Out: a line of JSON a turn,

    {source, file, context: words before, as many as the text head reads,
     said: words, weight: [words] how likely people pause there, logit: [words] of the teacher,
     judged: [words] probability by the reader of the written calls, or null}
"""

import argparse
import json
import random
import time
from collections import defaultdict

import torch

from ..shared.manifest import add_manifest_option
from .places import numbered, place_files, places_in
from .teacher import padded, sequences, teacher
from .train import disfluent, pieces
from .train_teacher import judgements
from .words import CONTEXT_WORDS, words
from .written_calls import calls, expanded, files

NO_PAUSE = 0.15
"""Weight of a word without a written pause after it."""
LEAST_WEIGHT = 0.1
SPOKEN = {"primock57"}
DISFLUENT = 0.5
"""Share of the turns of written corpora that get fillers and restarts."""
TOKENS = 4096
"""Tokens of a batch."""


def written(path, name):
    """The calls of a file: [[{who, said, weight, judged}]]."""
    return [[written_turn(name, who, parts) for who, parts in call] for call in calls(path)]


def written_turn(name, who, parts):
    said = [(words(text), percent) for text, percent in parts]
    marks = judgements(said)
    found = [word for text, _ in said for word in text]
    weight = [1.0 if k in marks else NO_PAUSE for k in range(len(found))]
    return dict(
        source="written",
        file=name,
        who=who,
        said=found,
        weight=weight,
        judged=[marks.get(k) for k in range(len(found))],
    )


def dialogues(rows, rng):
    """Turns of text/corpora.py, joined to dialogues where one answers the other, in the same form.

    The turn that opens a dialogue has no weight.
    """
    found, before = [], None
    for row in rows:
        if not found or row["source"] != found[-1][0]["source"] or row["context"] != before:
            found.append([context_of(row, words(row["context"]))])
        turn = pieces(row["turn"])
        if row["source"] not in SPOKEN and rng.random() < DISFLUENT:
            turn = disfluent(turn, rng)
        found[-1].append(corpus_turn(row, "C" if found[-1][-1]["who"] == "A" else "A", weighed(turn)))
        before = row["turn"]
    return found


def apart(paths, held, most, rng):
    """Turns of text/corpora.py, each a dialogue of its own, in the same form.

    At most `most` turns of each source, and none with places in `held`.
    """
    left_out, by_source = {turn for path in held for turn, _, _ in places_in(path)}, defaultdict(list)
    for turn, row in numbered(paths):
        if turn not in left_out:
            by_source[row["source"]].append(row)
    drawn = [
        row for of_one in by_source.values() for row in (of_one if len(of_one) <= most else rng.sample(of_one, most))
    ]
    return [
        [context_of(row, words(row["context"])[-CONTEXT_WORDS:]), corpus_turn(row, "C", weighed(pieces(row["turn"])))]
        for row in drawn
    ]


def weighed(turn):
    """[[word, weight]]: every word has some weight, and the last one that of a pause."""
    turn = [[word, max(LEAST_WEIGHT, weight)] for word, weight in turn]
    if turn:
        turn[-1][1] = 1.0
    return turn


def context_of(row, said):
    """The turn before, without weight."""
    return corpus_turn(row, "A", [[word, 0.0] for word in said])


def corpus_turn(row, who, turn):
    return dict(
        source=row["source"],
        who=who,
        said=[word for word, _ in turn],
        weight=[weight for _, weight in turn],
        judged=[None] * len(turn),
    )


@torch.no_grad()
def labelled(model, tokenizer, talks):
    """Yields the turns of all dialogues with their logits, in batches of about TOKENS tokens. No turn may be empty."""
    parts = [
        (talk, tokens, placed)
        for talk in talks
        for tokens, placed in sequences([(turn["who"], turn["said"]) for turn in talk], tokenizer)
    ]
    parts.sort(key=lambda part: len(part[1]))
    started, begin = time.time(), 0
    while begin < len(parts):
        end = begin + 1
        while end < len(parts) and (end + 1 - begin) * len(parts[end][1]) <= TOKENS:
            end += 1
        logits = model(*padded([tokens for _, tokens, _ in parts[begin:end]]))
        for (talk, _, placed), row in zip(parts[begin:end], logits):
            for turn, ends in placed:
                context = talk[turn - 1]["said"][-CONTEXT_WORDS:] if turn else []
                yield dict(
                    talk[turn],
                    context=" ".join(context),
                    said=" ".join(talk[turn]["said"]),
                    logit=[round(float(row[place]), 2) for place in ends],
                )
        if begin // 500 != end // 500:
            print(f"{end} of {len(parts)} sequences {time.time() - started:.0f} s", flush=True)
        begin = end


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language-model", required=True)
    parser.add_argument("--teacher", required=True, help="weights of train_teacher.py")
    add_manifest_option(parser)
    parser.add_argument(
        "--without", nargs="*", default=[], help="written calls to leave out: names or groups of the manifest"
    )
    parser.add_argument("--turns", help="file of text.corpora")
    parser.add_argument(
        "--apart", nargs="*", default=[], help="files of text.corpora whose turns are read each by itself"
    )
    parser.add_argument(
        "--held-places", nargs="*", default=[], help="files of places whose turns are left out of those"
    )
    parser.add_argument("--most", type=int, default=12000, help="turns of each source to read by themselves")
    parser.add_argument("--limit-sgd", type=int, default=500, help="dialogues of SGD to read")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    model, tokenizer = teacher(options.language_model, options.teacher)
    model.eval()
    if options.apart:
        talks = apart(options.apart, place_files(options.manifest, options.held_places), options.most, rng)
    else:
        left_out = expanded(options.manifest, options.without)
        talks = [
            call
            for name, path in files(options.manifest).items()
            if name not in left_out
            for call in written(path, name)
        ]
    if options.turns:
        spoken = dialogues(map(json.loads, open(options.turns, encoding="utf8")), rng)
        sgd = [talk for talk in spoken if talk[0]["source"] == "sgd"]
        talks += [talk for talk in spoken if talk[0]["source"] != "sgd"] + rng.sample(
            sgd, min(options.limit_sgd, len(sgd))
        )
    talks = [talk for talk in ([turn for turn in talk if turn["said"]] for talk in talks) if talk]
    print(f"{len(talks)} dialogues, {sum(len(turn['said']) for talk in talks for turn in talk)} words", flush=True)
    with open(options.out, "w", encoding="utf8") as out:
        for turn in labelled(model, tokenizer, talks):
            out.write(json.dumps(turn, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
