"""Teaches the text head what blind readers made of single pauses of judged-calls/ (readings.tsv), and with --written what writers said of theirs: the last steps of its teaching.

Judges who write a call, or read it in order, put a bare answer low where it happens to go on; a reader of one line cannot know. Only the last word of a line is weighed.
Half the lines have their numbers in figures: those who wrote the calls spelled them out, the recogniser mostly does not.
With --places it learns from readings inside turns too: at written pauses alone it forgets that "what is the zip code for" wants another word;
with --labelled from what a teacher said after every word of turns that nobody read.
"""
import argparse

import numpy as np

from .distil import OFTEN, example, labelled, teach, windows
from .figures import in_figures
from ..shared.manifest import Manifest
from .written_calls import expanded, judged, named, readings, to_learn, unpaused
from .places import places
from .learning import arguments, begun, one_cycle
from .model import load
from .words import CONTEXT_WORDS, TURN_WORDS

HEARD = dict(others=0.04, lost=0.03, added=0.02)
"""Shares of words heard as others, lost and added: fewer than in distil.py, for one word lost here can be all that was said."""
IN_FIGURES = 0.5
"""Share of the lines whose numbers are written in figures."""
GOES_ON = 0.05
"""How likely a turn is over where the writer of a call wrote no pause: readers gave 0.075 on places that were drawn for being doubtful."""


def window(before, said, p, rng):
    """One reading as distil.example takes it: nothing but the last word has a weight."""
    if rng.random() < IN_FIGURES:
        before, said = in_figures(before)[-CONTEXT_WORDS:], in_figures(said)[-TURN_WORDS:]
    last = np.arange(len(said)) == len(said) - 1
    return before, said, np.where(last, p, 0.5), last.astype(float)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True, help="the head to begin with, from distil.py")
    parser.add_argument("--readings", default="pauses-of-written-calls", help="what blind readers said of their pauses: a name in the manifest, or a path")
    parser.add_argument("--written", nargs="*", default=[], help="files that nobody read blind: their writers' percents stand for readings")
    parser.add_argument("--often", nargs="*", default=[], help="files whose readings an epoch has three times")
    parser.add_argument("--places", nargs="*", default=[], help="what blind readers said of places in turns (places-*.tsv)")
    parser.add_argument("--corpora", nargs="*", default=[], help="of text_corpora.py, whose turns the places are in")
    parser.add_argument("--times", type=int, default=1, help="how many times an epoch has the places")
    parser.add_argument("--labelled", help="from label.py, learned from once an epoch")
    parser.add_argument("--unpaused", type=int, default=0, help="places of the judged calls without a pause in an epoch, drawn anew for each")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    arguments(parser)
    options = parser.parse_args()
    for group in ("held", "written", "often"):
        setattr(options, group, expanded(options.manifest, getattr(options, group)))
    rng = begun(options)
    read = readings(Manifest(options.manifest).path("readings", options.readings), options.manifest)
    read += [(name, pause) for name in options.written for pause in judged(named(options.manifest, [name]))]
    held = [reading for name, reading in read if name in options.held]
    learned = [reading for name, reading in read if name not in options.held for _ in range(OFTEN if name in options.often else 1)]
    vocabulary = [word for _, said, _ in rng.sample(learned, min(4000, len(learned))) for word in said]
    learned += places(options.places, options.manifest, options.corpora) * options.times
    inside = unpaused(to_learn(options.manifest, None, options.held)) if options.unpaused else []
    taught = [part for row in labelled(options.labelled, options.held) for part in windows(row)] if options.labelled else []
    model = load(options.model)
    learning = one_cycle(model.parameters(), options.rate, options.epochs * ((len(learned) + len(taught) + options.unpaused) // options.batch + 2))
    print(f"{len(learned)} readings, {len(taught)} turns that a teacher read, {len(held)} held out", flush=True)

    def drawn_anew():
        going_on = [(before, said, GOES_ON) for before, said in rng.sample(inside, options.unpaused)]
        examples = [example(window(*reading, rng), rng, vocabulary, HEARD) for reading in learned + going_on]
        examples += [example(turn, rng, vocabulary, HEARD) for turn in taught]
        return [e for e in examples if e[3].any()]  # the last word may have been lost

    teach(model, learning, drawn_anew, held, options, rng)


if __name__ == "__main__":
    main()
