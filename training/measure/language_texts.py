"""Measures the text head of other languages on texts that taught it nothing.

    python -m training.measure.language_texts --model text-languages.pt --sentences DATA/ud --calls DATA/simsamu

Sentences of Universal Dependencies: the end of each against one place inside it, drawn at random. French emergency
calls with the times of their words: where a turn ends against pauses of 0.2 s or more inside it, with and without the
turn before.
"""

import argparse
import glob
import json
import random
import re
from pathlib import Path

import numpy as np

from ..text.model import load, score_spoken
from ..text.train_languages import spoken
from .score_point import auc

TREEBANKS = {
    "ar": "Arabic-PUD",
    "de": "German-GSD",
    "es": "Spanish-GSD",
    "fr": "French-GSD",
    "hi": "Hindi-PUD",
    "id": "Indonesian-GSD",
    "it": "Italian-VIT",
    "ja": "Japanese-GSD",
    "ko": "Korean-GSD",
    "nl": "Dutch-LassySmall",
    "pt": "Portuguese-GSD",
    "tr": "Turkish-Kenet",
    "zh": "Chinese-GSDSimp",
}
MOST_SENTENCES = 500
SHORTEST_PAUSE_SEC = 0.2


def sentences(folder, language, rng):
    """(ends, places inside), each a list of turns for score_spoken."""
    texts = []
    for path in sorted(glob.glob(f"{folder}/{TREEBANKS[language]}/*test.conllu")):
        texts += re.findall(r"^# text = (.+)$", Path(path).read_text(encoding="utf8"), re.M)
    said = [turn for turn in map(spoken, texts) if 4 <= len(turn) <= 40]
    said = rng.sample(said, min(MOST_SENTENCES, len(said)))
    return [(language, [], turn) for turn in said], [
        (language, [], turn[: rng.randint(1, len(turn) - 1)]) for turn in said
    ]


def calls(folder):
    """(ends, pauses) of the calls, each (context, words)."""
    ends, pauses = [], []
    for path in sorted(glob.glob(f"{folder}/*/*.json")):
        turns = []
        for part in json.loads(Path(path).read_text(encoding="utf8"))["monologues"]:
            words = [term for term in part["terms"] if term["type"] == "WORD"]
            if turns and turns[-1][0] == part["speaker"]["id"]:
                turns[-1][1].extend(words)
            else:
                turns.append((part["speaker"]["id"], list(words)))
        before = []
        for (_, turn), following in zip(turns, [*turns[1:], None]):
            said = []
            for k, term in enumerate(turn):
                said += spoken(term["text"])
                after = turn[k + 1]["start"] if k + 1 < len(turn) else None
                if said and after and after - term["end"] >= SHORTEST_PAUSE_SEC:
                    pauses.append((before, list(said)))
            if said and following:
                ends.append((before, said))
            before = said
    return ends, pauses


def shown(model, ends, holds):
    """AUC with its interval over bootstrap draws, and counts."""
    end, hold = score_spoken(model, ends), score_spoken(model, holds)
    rng = np.random.default_rng(1)
    draws = [auc(rng.choice(hold, len(hold)), rng.choice(end, len(end))) for _ in range(200)]
    low, high = np.quantile(draws, [0.025, 0.975])
    return f"AUC {auc(hold, end):.3f} [{low:.3f}, {high:.3f}], {len(ends)} ends, {len(holds)} places"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--sentences", required=True)
    parser.add_argument("--calls", required=True)
    options = parser.parse_args()
    model, rng = load(options.model), random.Random(1)
    for language in TREEBANKS:
        print(f"{language} sentences: {shown(model, *sentences(options.sentences, language, rng))}", flush=True)
    ends, pauses = calls(options.calls)
    for title, keep in (("the turn before known", True), ("nothing known before", False)):
        known = [[("fr", before if keep else [], said) for before, said in part] for part in (ends, pauses)]
        print(f"fr calls, {title}: {shown(model, *known)}")


if __name__ == "__main__":
    main()
