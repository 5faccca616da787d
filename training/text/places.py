"""Reads places-*.tsv: places in turns of real and written talk, most of them in the middle of a phrase, and how likely the turn is over there by blind
readers, who knew the words up to there and those of the other's last turn alone (judged-calls/README.md)."""
import argparse
import json
from collections import Counter
from itertools import groupby
from operator import itemgetter

import numpy as np
import torch

from .agreement import agreement
from ..shared.manifest import Manifest
from .written_calls import add_manifest_option, calls, files, probability
from .model import load, score_words
from .words import CONTEXT_WORDS, TURN_WORDS, words


def numbered(paths):
    """((source, number of the turn in it), turn) of what text_corpora.py wrote."""
    count = Counter()
    for path in paths:
        for line in open(path, encoding="utf8"):
            row = json.loads(line)
            yield (row["source"], str(count[row["source"]])), row
            count[row["source"]] += 1


def turns_of_corpora(wanted, paths):
    """{(source, number of the turn in it): (words before, words of the turn)} of the turns wanted."""
    return {turn: (words(row["context"]), words(row["turn"])) for turn, row in numbered(paths) if turn in wanted}


def turns_of_calls(wanted, manifest):
    """The same of judged calls: the source is a file, the number `call.turn`, from 0."""
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
    """Paths of files of places by their names, or groups, in the manifest, or paths as they are."""
    listed = Manifest(manifest)
    groups = listed.sections.get("readings", {}).get("groups", {})
    single = [member for name in names for member in (listed.names("readings", [name]) if name in groups else [name])]
    return [listed.path("readings", name) for name in single]


def places_in(path):
    """((source, number of the turn), words of it up to the place, probability that it is over there) of each line, `source turn words percent`."""
    for line in open(path, encoding="utf8").read().splitlines():
        source, turn, count, percent = line.split("\t")
        yield (source, turn), int(count), probability(int(percent))


def places_of_turns(names, manifest, corpora):
    """[(words before, as many as the text head reads, words of the turn, [(words up to a place, probability that it is over there)])].

    names: of files of readings, see place_files; manifest: of the written calls; corpora: files of text.corpora."""
    read = [place for path in place_files(manifest, names) for place in places_in(path)]
    wanted = {turn for turn, _, _ in read}
    known = turns_of_corpora(wanted, corpora) | turns_of_calls(wanted, manifest)
    return [(known[turn][0][-CONTEXT_WORDS:], known[turn][1], [(count, p) for _, count, p in found]) for turn, found in groupby(read, key=itemgetter(0))]


def places(names, manifest, corpora):
    """[(words before, words of the turn up to the place, probability that it is over)], as much of both as the text head reads."""
    return [(before, said[:count][-TURN_WORDS:], p) for before, said, found in places_of_turns(names, manifest, corpora) for count, p in found]


def main():
    parser = argparse.ArgumentParser(description="How far text heads agree with blind readers at places that taught them nothing.")
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
        print(f"{path}: {len(read)} places, {agreement(logits, p)}, mean {(1 / (1 + np.exp(-logits))).mean():.3f}, the readers' {p.mean():.3f}", flush=True)


if __name__ == "__main__":
    main()
