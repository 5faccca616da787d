"""Lists the phrases of data/grammar/languages that also stand in the sample calls, on which the points are measured.

python -m training.text.language_overlap corpora/recipes/sample-calls.other.txt
"""

import sys

from ..shared.manifest import Manifest
from .language_turns import UNSPACED, lists
from .words import words

RUN = {True: 6, False: 4}
"""Characters or words in a row that nobody writes twice by chance: for languages without spaces and with."""
WHOLE = {True: 5, False: 3}
"""A whole phrase of so many is one too."""


def runs(said, size):
    return {tuple(said[k : k + size]) for k in range(len(said) - size + 1)}


def shared(listed, measured):
    """(language, name of the list, item) of each phrase that stands in the measured calls."""
    calls = {}
    for line in open(measured, encoding="utf8"):
        if line.startswith("#") or " => " not in line:
            continue
        language, rest = line.strip().split(" ", 1)
        calls.setdefault(language, []).extend(words(part) for part in rest.replace("|", " ").split(" => "))
    for language, path in listed.items():
        unspaced = language in UNSPACED
        known = set().union(*(runs(said, RUN[unspaced]) for said in calls.get(language, [])))
        whole = {tuple(said) for said in calls.get(language, [])}
        for name, items in lists(path).items():
            for item in items:
                said = words(item)
                if runs(said, RUN[unspaced]) & known or (len(said) >= WHOLE[unspaced] and tuple(said) in whole):
                    yield language, name, item


if __name__ == "__main__":
    found = list(shared(Manifest().files("grammar-languages"), sys.argv[1]))
    for language, name, item in found:
        print(f"{language} {name}: {item}")
    sys.exit(1 if found else 0)
