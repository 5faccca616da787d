"""Trains the text head on what blind readers said of single pauses. With --written, also on the writers' percents.

Whoever writes a call, or reads it in order, gives a short answer a low percent where it happens to go on; a reader of
one line cannot know that it does. Only the last word of a line has a weight. Half the lines have their numbers in
figures, because the writers spelled numbers out and the recogniser mostly does not.

With --places it learns readings inside turns too. From written pauses alone it forgets that "what is the zip code
for" wants another word. With --labelled it learns what a teacher said after every word of turns that nobody read.
"""

import argparse

import numpy as np

from ..shared.manifest import Manifest
from .distil import OFTEN, example, labelled, train_epochs, windows
from .figures import in_figures
from .learning import arguments, one_cycle, seeded
from .model import load
from .places import places
from .words import CONTEXT_WORDS, TURN_WORDS
from .written_calls import expanded, judged, named, readings, to_learn, unpaused

MISHEARD = dict(others=0.04, lost=0.03, added=0.02)
"""Shares of words misheard as others, lost and added: fewer than in distil.py, because one lost word can be a whole
answer.
"""
IN_FIGURES = 0.5
"""Share of the lines whose numbers are written in figures."""
GOES_ON = 0.05
"""How likely a turn is over where its writer wrote no pause. Readers gave 0.075 at places drawn for being doubtful."""


def window(before, said, p, rng):
    """One reading in the form that distil.example takes: the last word has a weight, the others have none."""
    if rng.random() < IN_FIGURES:
        before, said = in_figures(before)[-CONTEXT_WORDS:], in_figures(said)[-TURN_WORDS:]
    last = np.arange(len(said)) == len(said) - 1
    return before, said, np.where(last, p, 0.5), last.astype(float)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True, help="the head to start from")
    parser.add_argument(
        "--readings",
        default="pauses-of-written-calls",
        help="what blind readers said of their pauses: a name in the manifest, or a path",
    )
    parser.add_argument(
        "--written",
        nargs="*",
        default=[],
        help="written calls that nobody read blind: their writers' percents count as readings",
    )
    parser.add_argument("--often", nargs="*", default=[], help="written calls whose readings an epoch has three times")
    parser.add_argument(
        "--places",
        nargs="*",
        default=[],
        help="what blind readers said of places in turns: names or groups of the manifest, or paths",
    )
    parser.add_argument("--corpora", nargs="*", default=[], help="files of text.corpora with the turns of the places")
    parser.add_argument("--times", type=int, default=1, help="how often an epoch has the places")
    parser.add_argument("--labelled", help="file of label.py, learned from once an epoch")
    parser.add_argument(
        "--unpaused",
        type=int,
        default=0,
        help="places of written calls without a pause, drawn anew for each epoch",
    )
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    arguments(parser)
    options = parser.parse_args()
    for group in ("held", "written", "often"):
        setattr(options, group, expanded(options.manifest, getattr(options, group)))
    rng = seeded(options)
    read = readings(Manifest(options.manifest).path("readings", options.readings), options.manifest)
    read += [(name, pause) for name in options.written for pause in judged(named(options.manifest, [name]))]
    held = [reading for name, reading in read if name in options.held]
    learned = [
        reading
        for name, reading in read
        if name not in options.held
        for _ in range(OFTEN if name in options.often else 1)
    ]
    vocabulary = [word for _, said, _ in rng.sample(learned, min(4000, len(learned))) for word in said]
    learned += places(options.places, options.manifest, options.corpora) * options.times
    inside = unpaused(to_learn(options.manifest, None, options.held)) if options.unpaused else []
    taught = (
        [part for row in labelled(options.labelled, options.held) for part in windows(row)] if options.labelled else []
    )
    model = load(options.model)
    learning = one_cycle(
        model.parameters(),
        options.rate,
        options.epochs * ((len(learned) + len(taught) + options.unpaused) // options.batch + 2),
    )
    print(f"{len(learned)} readings, {len(taught)} turns that a teacher read, {len(held)} held out", flush=True)

    def drawn_anew():
        going_on = [(before, said, GOES_ON) for before, said in rng.sample(inside, min(options.unpaused, len(inside)))]
        examples = [
            example(window(before, said, p, rng), rng, vocabulary, MISHEARD) for before, said, p in learned + going_on
        ]
        examples += [example(turn, rng, vocabulary, MISHEARD) for turn in taught]
        return [e for e in examples if e[3].any()]  # the last word may have been lost

    train_epochs(model, learning, drawn_anew, held, options, rng)


if __name__ == "__main__":
    main()
