"""Trains the text head of languages other than English on turns cut after every word.

Places where people pause weigh most.

python -m training.text.train_languages --data DATA --out text-languages.pt
"""

import argparse
import re
from collections import defaultdict

import numpy as np

from ..shared.manifest import Manifest, add_manifest_option
from .language_turns import LANGUAGES, UNSPACED, gathered
from .learning import batches, epochs, misheard, one_cycle, seeded, weighted_loss
from .model import TextModel, load, score_spoken, sequence
from .words import words

DIM, HIDDEN, BUCKETS = 64, 224, 32768
INSIDE = {True: 0.05, False: 0.12}
"""Weight of a place inside a piece, where nobody pauses: for languages without spaces and with."""
MISHEARD, LOST = 0.04, 0.02
ARABIC_MARKS = re.compile("[\u064b-\u0652]")
HELD = 40
"""One turn in so many is held out for the figures that the training prints."""


def spoken(text):
    return words(ARABIC_MARKS.sub("", text))


def example(row, rng, vocabulary):
    """A turn with the label and the weight of each of its words."""
    language, turn, label, weight = row["language"], [], [0.0], [0.0]
    for text, end in row["pieces"]:
        heard = misheard(spoken(text), rng, vocabulary[language], MISHEARD, LOST)
        if not heard:
            continue
        turn += heard
        label += [0.0] * (len(heard) - 1) + [end]
        weight += [INSIDE[language in UNSPACED]] * (len(heard) - 1) + [1.0]
    ids, role = sequence(spoken(row["context"]), turn, language, BUCKETS)
    # Only the last words are read: the labels are cut as the words are.
    kept = int((role == 1).sum()) - 1
    label, weight = label[:1] + label[len(label) - kept :], weight[:1] + weight[len(weight) - kept :]
    before = [0.0] * int((role == 0).sum())
    return ids, role, np.array(before + label, np.float32), np.array(before + weight, np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folder with common-voice, miam, crosswoz and chatbot-ko")
    add_manifest_option(parser)
    parser.add_argument("--written", type=int, default=6000, help="turns of the lists, for each language")
    parser.add_argument("--sentences", type=int, default=12000, help="sentences of each language at most")
    parser.add_argument("--dialogues", type=int, default=6000, help="turns of dialogues of each language at most")
    parser.add_argument("--begin", help="a head to go on from")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    rng = seeded(options)
    counts = {name: getattr(options, name) for name in ("written", "sentences", "dialogues")}
    lists = Manifest(options.manifest).files("grammar-languages")
    rows = list(gathered(options.data, lists, counts, options.seed))
    vocabulary = defaultdict(list)
    for row in rows:
        vocabulary[row["language"]] += [word for text, _ in row["pieces"] for word in spoken(text)]
    held = rows[::HELD]
    taught = [row for k, row in enumerate(rows) if k % HELD]
    model = load(options.begin) if options.begin else TextModel(DIM, HIDDEN, buckets=BUCKETS)
    steps = one_cycle(model.parameters(), options.rate, options.epochs * (len(taught) // options.batch + 1))

    def losses():
        examples = [example(row, rng, vocabulary) for row in taught]
        for ids, role, label, weight in batches(examples, options.batch, rng):
            loss = weighted_loss(model(ids, role), label, weight)
            steps.step(loss)
            yield loss

    epochs(model, losses, options)
    report(model, held)


def report(model, held):
    """Prints, for each language, how well the head tells ends from pauses in turns that it was not taught."""
    model.eval()
    for language in LANGUAGES:
        found = {True: [], False: []}
        for row in held:
            if row["language"] != language:
                continue
            turn = []
            for text, label in row["pieces"]:
                turn += spoken(text)
                if label in (0.0, 1.0):
                    found[label == 1.0].append((language, spoken(row["context"]), list(turn)))
        ends, holds = (score_spoken(model, found[is_end]) for is_end in (True, False))
        print(f"{language}: AUC {(ends[:, None] > holds[None]).mean():.3f}, {len(ends)} ends, {len(holds)} pauses")


if __name__ == "__main__":
    main()
