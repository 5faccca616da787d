"""Trains the teacher on what a reader makes of the pauses of written calls: how likely the turn is over.

With --places it learns what blind readers made of places in turns of real and written talk, each after the turn
before it alone.
"""

import argparse
import math
import random

import torch

from ..shared.manifest import add_manifest_option
from .agreement import agreement
from .learning import OptimizerSteps, epochs, groups
from .places import places_of_turns
from .teacher import padded, sequences, teacher
from .words import words
from .written_calls import calls, named, probability, to_learn

STEPS_TO_FULL_RATE = 40
HEAD_RATE = 1e-3


def marked(path, tokenizer):
    """[(tokens, {place: probability that the turn is over there})]: the calls of a file."""
    found = []
    for call in calls(path):
        said = [(who, [(words(text), percent) for text, percent in pieces]) for who, pieces in call]
        judged = [judgements(pieces) for _, pieces in said]
        for tokens, placed in sequences(
            [(who, [w for text, _ in pieces for w in text]) for who, pieces in said], tokenizer
        ):
            found.append((tokens, {ends[word]: p for turn, ends in placed for word, p in judged[turn].items()}))
    return found


def read(paths, options, tokenizer):
    """[(tokens, {place: probability that the turn is over there})] of readers' places: one sequence for each turn."""
    found = []
    for before, said, places in places_of_turns(paths, options.manifest, options.corpora):
        ((tokens, placed),) = sequences(
            [("A", before)] * bool(before) + [("C", said[: max(count for count, _ in places)])], tokenizer
        )
        ends = placed[-1][1]
        found.append((tokens, {ends[count - 1]: p for count, p in places}))
    return found


def judgements(pieces):
    """{place of a word in its turn: probability that the turn is over after it}."""
    found, count = {}, 0
    for text, percent in pieces:
        count += len(text)
        if count:
            found[count - 1] = probability(percent)
    return found


def sequences_of(options, tokenizer, rng):
    """(to learn from, held out), in the form of marked() and read().

    Without --places: the named calls and some of the others. With --places: turns with places.
    """

    def marked_calls(paths):
        return [call for path in paths for call in marked(path, tokenizer)]

    first = [] if options.places else to_learn(options.manifest, options.files, options.held)
    learned = marked_calls(first)
    if options.others:
        rest = marked_calls([path for path in to_learn(options.manifest, None, options.held) if path not in first])
        learned += rng.sample(rest, min(options.others, len(rest)))
    placed = read(options.places, options, tokenizer)
    learned += rng.sample(placed, min(options.most, len(placed))) if options.most else placed
    return learned, marked_calls(named(options.manifest, options.held)) + read(options.held_places, options, tokenizer)


def at_pauses(model, rows):
    """(logits, probabilities judged) at the pauses of some calls."""
    logits = model(*padded([tokens for tokens, _ in rows]))
    places = [(k, place) for k, (_, marks) in enumerate(rows) for place in marks]
    return logits[tuple(torch.tensor(places).T)], torch.tensor([p for _, marks in rows for p in marks.values()])


@torch.no_grad()
def measured(model, rows, size=8):
    model.eval()
    rows = sorted(rows, key=lambda row: len(row[0]))
    found = [at_pauses(model, rows[i : i + size]) for i in range(0, len(rows), size)]
    return agreement(*(torch.cat(part).numpy() for part in zip(*found)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language-model", required=True, help="a .gguf file, or a folder of the transformers package")
    parser.add_argument("--begin", help="a teacher to continue from")
    add_manifest_option(parser)
    parser.add_argument(
        "--files",
        nargs="*",
        help="written calls to learn from: names or groups of the manifest, all if none is named; "
        "none are learned from with --places",
    )
    parser.add_argument(
        "--places",
        nargs="*",
        default=[],
        help="files of places to learn from: names or groups of the manifest, or paths",
    )
    parser.add_argument("--held-places", nargs="*", default=[], help="files of places to learn nothing from")
    parser.add_argument("--corpora", nargs="*", default=[], help="files of text.corpora with the turns of the places")
    parser.add_argument("--most", type=int, help="turns with places to learn from, drawn from all")
    parser.add_argument(
        "--others", type=int, default=0, help="number of calls of the other files to learn from as well"
    )
    parser.add_argument(
        "--held", nargs="*", default=[], help="written calls to learn nothing from: names or groups of the manifest"
    )
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--batch", type=int, default=4, help="calls, or turns with places")
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    rng = random.Random(options.seed)
    model, tokenizer = teacher(options.language_model, options.begin)
    model.lm.embed_tokens.weight.requires_grad = False
    learned, held = sequences_of(options, tokenizer, rng)
    print(
        f"{len(learned)} sequences, {sum(len(tokens) for tokens, _ in learned)} tokens, {len(held)} held out",
        flush=True,
    )
    steps = options.epochs * math.ceil(len(learned) / options.batch)
    body = [p for p in model.lm.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(
        [dict(params=body, lr=options.rate), dict(params=model.head.parameters(), lr=HEAD_RATE)],
        weight_decay=0.01,
        betas=(0.9, 0.98),
    )
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer,
        lambda step: min(1, (step + 1) / STEPS_TO_FULL_RATE) * (0.5 + 0.5 * math.cos(math.pi * min(step / steps, 1))),
    )
    learning = OptimizerSteps(optimizer, schedule)

    def losses():
        for group in groups(learned, options.batch, rng, near=40):
            loss = torch.nn.functional.binary_cross_entropy_with_logits(*at_pauses(model, group))
            learning.step(loss)
            yield loss

    epochs(model, losses, options, lambda: f"  held out: {measured(model, held)}" if held else "", every=25)


if __name__ == "__main__":
    main()
