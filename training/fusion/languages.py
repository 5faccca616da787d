"""Fits the weighted sums of languages other than English on pauses of read speech, and measures them on other sources.

    python -m training.fusion.languages --text text-languages.pt --fit WORK ... --held WORK ... --out FILE

WORK: a folder of measure.languages, decoded and scored by languages.mjs. Read speech is no conversation, so each weight
is the mean of what these pauses give and of what the English calls gave (--english). Nobody asks the people who read
aloud, so the sum `asked` is `alone` with a larger weight of the text: as much larger as the English calls make it.
"""

import argparse
import json
from collections import Counter
from functools import partial

import numpy as np

from ..measure.languages import compared
from ..measure.score_point import cell, counted, evaluate, ratio, silence_latency, spread
from ..text.model import load, score_spoken
from ..text.train_languages import spoken
from .fit import weighted_sum
from .heads import Linear

NUMBERS = {
    "terminal": "punctuationLogProb",
    "question": "questionLogProb",
    "comma": "commaLogProb",
    "eos": "eosLogProb",
    "lastWord": "lastWordLogProb",
    "mean": "meanLogProb",
}
VARIANTS = {
    "punctuation": ["terminal", "question", "comma"],
    "punctuation, end of text, certainty": [*NUMBERS, "words"],
    "text": ["text"],
    "sound + punctuation": ["terminal", "question", "comma", "sound"],
    "sound + text": ["text", "sound"],
    "all": ["terminal", "question", "comma", "text", "sound"],
    "all + certainty": [*NUMBERS, "words", "text", "sound"],
}
SHIPPED = "all"
STRENGTH = 0.3
MISHEARD = ("hi",)
"""Languages whose words the recogniser mishears so often that the sound alone decides (AUC 0.83 against 0.61)."""
MISHEARD_TEXT = 0.25
"""Weight of the text there if it is known what was asked, per unit of log-odds. Chosen by hand."""


def read(folders, model):
    """The pauses that count and whose words were heard, each with its numbers."""
    rows = []
    for folder in folders:
        parts = (
            [json.loads(line) for line in open(f"{folder}/{name}.jsonl")] for name in ("windows", "decoded", "scores")
        )
        for row, heard, scores in zip(*parts):
            if heard and heard["text"]:
                rows.append(row | dict(heard=heard, scores=scores))
    rows = counted(rows)
    turns = [(row["language"], [], spoken(row["heard"]["text"])) for row in rows]
    for row, (_, _, turn), text in zip(rows, turns, score_spoken(model, turns)):
        row["numbers"] = {name: row["heard"][key] for name, key in NUMBERS.items()} | dict(
            words=float(np.log1p(len(turn))), text=float(text), sound=row["scores"]["ours, sound alone"]
        )
    return rows


def table(rows, names):
    return np.array([[row["numbers"][name] for name in names] for row in rows])


def weights(rows):
    """Weights that keep the largest languages from deciding alone."""
    count = Counter(row["language"] for row in rows)
    return np.array([count[row["language"]] ** -0.5 for row in rows])


def is_end(rows):
    return np.array([row["label"] == "eot" for row in rows])


def fitted(rows, names):
    return Linear(STRENGTH).fit(table(rows, names), is_end(rows), weights(rows))


class Fitted:
    """A plain fit, as a score of pauses."""

    def __init__(self, taught, names):
        self.names, self.linear = names, fitted(taught, names)

    def __call__(self, rows):
        return self.linear(table(rows, self.names))


def left_out(rows, make):
    """Scores of each language by what `make` gives for the rows of all others."""
    languages = np.array([row["language"] for row in rows])
    scores = np.zeros(len(rows))
    for language in np.unique(languages):
        of_it = [row for row in rows if row["language"] == language]
        scores[languages == language] = make([row for row in rows if row["language"] != language])(of_it)
    return scores


def print_scores(name, rows, scores, repeats):
    """One row of the table: AUC and mean latencies at 10 and 5 % false cut-offs, in ms."""
    hold = ~is_end(rows)
    if min(hold.sum(), (~hold).sum()) < 5:
        return
    duration = np.array([row["duration"] for row in rows])[hold]
    result = evaluate(rows, spread(scores), repeats=repeats)
    values = spread(scores)
    latency = [
        1000 * silence_latency(duration, budget) * ratio(values[hold], duration, values[~hold], budget)
        for budget in (0.10, 0.05)
    ]
    cells = [f"{cell(result[key])}, {ms:.0f} ms" for key, ms in zip(("ratio10", "ratio5"), latency)]
    print(
        f"| {name} | {hold.sum()}, {(~hold).sum()} | {cell(result['auc'])} | {' | '.join(cells)} |",
        flush=True,
    )


def measure(title, rows, scored, repeats):
    """Prints a table of scores, over all rows and for each language."""
    print(f"\n{title}\n| score | holds, ends | AUC | ratio and mean latency at 10 % | at 5 % |\n|---|---|---|---|---|")
    for language in ["all", *sorted({row["language"] for row in rows})]:
        part = np.array([language in ("all", row["language"]) for row in rows])
        chosen = [row for row, is_in in zip(rows, part) if is_in]
        for name, values in scored.items():
            print_scores(f"{language}: {name}", chosen, values[part], repeats)
    ships = spread(scored["what ships"])
    for name, values in scored.items():
        if name != "what ships":
            cells = " | ".join(cell(value) for value in compared(rows, ships, spread(values), repeats))
            print(f"| what ships less {name} | | {cells} |")


class Shipped:
    """The sums that ship, as a score of pauses after which nothing is known to be asked."""

    def __init__(self, taught, english):
        self.names = VARIANTS[SHIPPED]
        self.linear = linear = fitted(taught, self.names)
        self.full, self.alone = (
            {f["name"]: f["weight"] / f["deviation"] for f in english[k]["features"]} for k in ("full", "alone")
        )
        linear.weights = (linear.weights + [self.alone[n] for n in self.names] * linear.deviation) / 2
        linear.bias = 0.0
        linear.bias = -balanced_middle(linear(table(taught, self.names)), is_end(taught), weights(taught))

    def __call__(self, rows):
        sound = np.array([row["numbers"]["sound"] for row in rows])
        misheard = np.array([row["language"] in MISHEARD for row in rows])
        return np.where(misheard, sound, self.linear(table(rows, self.names)))

    def sums(self, version):
        """The table of the product."""
        alone = weighted_sum(self.linear, self.names)
        sound = dict(alone, bias=0.0, features=[plain("sound", 1.0)])
        asked = dict(alone, features=[dict(f) for f in alone["features"]])
        for feature in asked["features"]:
            if feature["name"] == "text":
                feature["weight"] = round(feature["weight"] * self.full["text"] / self.alone["text"], 5)
        misheard = dict(asked=dict(sound, features=[plain("sound", 1.0), plain("text", MISHEARD_TEXT)]), alone=sound)
        return dict(version=version, asked=asked, alone=alone, languages=dict.fromkeys(MISHEARD, misheard))


def plain(name, weight):
    return dict(name=name, weight=weight, mean=0.0, deviation=1.0, low=-4.0, high=4.0)


def balanced_middle(scores, end, weight):
    """The score at which ends and pauses, weighing alike as a whole, are on average as likely as they are."""
    weight = weight * np.where(end, 0.5 / weight[end].sum(), 0.5 / weight[~end].sum())
    low, high = -10.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        if weight @ (1 / (1 + np.exp(middle - scores))) > 0.5:
            low = middle
        else:
            high = middle
    return middle


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", required=True, help="the text head of train_languages")
    parser.add_argument("--fit", nargs="+", required=True)
    parser.add_argument("--held", nargs="*", default=[])
    parser.add_argument("--english", default="models/eot-fusion/fusion.json")
    parser.add_argument("--version", default="eot-languages-1")
    parser.add_argument("--repeats", type=int, default=200)
    parser.add_argument("--out")
    options = parser.parse_args()
    model = load(options.text)
    taught, held = read(options.fit, model), read(options.held, model)
    english = json.load(open(options.english))
    shipped = Shipped(taught, english)
    if options.out:
        with open(options.out, "w") as out:
            out.write(json.dumps(shipped.sums(options.version), indent=2) + "\n")
    by_language = {"what ships": left_out(taught, partial(Shipped, english=english))} | {
        name: left_out(taught, partial(Fitted, names=names)) for name, names in VARIANTS.items()
    }
    before = {"before": [row["scores"]["ours"] for row in taught]}
    measure(
        "Sources that it is fitted on, each language by the others",
        taught,
        as_arrays(before | by_language),
        options.repeats,
    )
    if held:
        others = {
            name: [row["scores"][key] for row in held]
            for name, key in (("Smart Turn v3.2", "Smart Turn v3.2"), ("before", "ours"))
            if key in held[0]["scores"]
        }
        now = {"what ships": shipped(held)} | {name: Fitted(taught, names)(held) for name, names in VARIANTS.items()}
        measure("Sources that nothing learns from", held, as_arrays(others | now), options.repeats)


def as_arrays(scored):
    return {name: np.asarray(values, float) for name, values in scored.items()}


if __name__ == "__main__":
    main()
