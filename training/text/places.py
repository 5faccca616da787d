"""Reads places in turns that blind readers judged: how likely the turn is over there (data/written-calls/README.md).

Most places are in the middle of a phrase, in turns of real or written talk. The readers knew the words up to the
place and the other speaker's turn before.
"""

import argparse
import json
from collections import Counter
from itertools import groupby
from operator import itemgetter

import numpy as np
import torch

from ..shared.manifest import Manifest, add_manifest_option
from .agreement import agreement
from .model import load, score_words
from .words import CONTEXT_WORDS, TURN_WORDS, words
from .written_calls import calls, files, probability


def numbered(paths):
    """Yields ((source, number of the turn in it), turn) from files of text/corpora.py."""
    count = Counter()
    for path in paths:
        for line in open(path, encoding="utf8"):
            row = json.loads(line)
            yield (row["source"], str(count[row["source"]])), row
            count[row["source"]] += 1


def turns_of_corpora(wanted, paths):
    """{(source, number of the turn in it): (words before, words of the turn)} of the wanted turns."""
    return {turn: (words(row["context"]), words(row["turn"])) for turn, row in numbered(paths) if turn in wanted}


def turns_of_calls(wanted, manifest):
    """{(file, `call.turn` counted from 0): (words before, words of the turn)} of the wanted turns of written calls."""
    found, sources = {}, {source for source, _ in wanted}
    for name, path in files(manifest).items():
        for c, call in enumerate(calls(path) if name in sources else []):
            before = []
            for t, (_, pieces) in enumerate(call):
                said = [word for text, _ in pieces for word in words(text)]
                found[name, f"{c}.{t}"] = before, said
                before = said
    return found


def place_files(manifest, names):
    """Paths of files of places. A name is that of a file or a group in the manifest, or a path."""
    listed = Manifest(manifest)
    groups = listed.sections.get("readings", {}).get("groups", {})
    single = [member for name in names for member in (listed.names("readings", [name]) if name in groups else [name])]
    return [listed.path("readings", name) for name in single]


def places_in(path):
    """Yields ((source, number of the turn), words up to the place, probability that the turn is over) for each line.

    A line is `source turn words percent`, separated by tabs.
    """
    for line in open(path, encoding="utf8").read().splitlines():
        source, turn, count, percent = line.split("\t")
        yield (source, turn), int(count), probability(int(percent))


def places_of_turns(names, manifest, corpora):
    """[(words before, words of the turn, [(words up to a place, probability that it is over)])].

    names: of files, as in place_files. manifest: of the written calls. corpora: files of text/corpora.py. The words
    before are cut to what the text head reads.
    """
    read = [place for path in place_files(manifest, names) for place in places_in(path)]
    wanted = {turn for turn, _, _ in read}
    known = turns_of_corpora(wanted, corpora) | turns_of_calls(wanted, manifest)
    return [
        (known[turn][0][-CONTEXT_WORDS:], known[turn][1], [(count, p) for _, count, p in found])
        for turn, found in groupby(read, key=itemgetter(0))
    ]


def places(names, manifest, corpora):
    """[(words before, words of the turn up to the place, probability that it is over)].

    Both lists of words are cut to what the text head reads.
    """
    return [
        (before, said[:count][-TURN_WORDS:], p)
        for before, said, found in places_of_turns(names, manifest, corpora)
        for count, p in found
    ]


def main():
    parser = argparse.ArgumentParser(
        description="How far text heads agree with blind readers at places that taught them nothing."
    )
    parser.add_argument("--places", default="places-held", help="a name in the manifest, or a path")
    add_manifest_option(parser)
    parser.add_argument("--corpora", nargs="*", default=[])
    parser.add_argument("--models", nargs="+", required=True, help="text heads (.pt)")
    options = parser.parse_args()
    torch.set_num_threads(1)
    read = places([options.places], options.manifest, options.corpora)
    p = np.array([probable for _, _, probable in read])
    for path in options.models:
        logits = score_words(load(path), read)
        print(
            f"{path}: {len(read)} places, {agreement(logits, p)}, mean "
            f"{(1 / (1 + np.exp(-logits))).mean():.3f}, the readers' {p.mean():.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
