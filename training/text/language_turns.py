"""Turns in other languages than English, with the places at which people pause: {language, context, pieces}.

Written turns are put together from the lists in data/grammar/languages. Sentences and dialogues come from corpora.
`pieces` are [text, label] pairs: a pause follows each piece, and the label says how likely the turn is over there.
"""

import csv
import json
import random
import re
from pathlib import Path

from ..shared.wrapped_text import read_lines

LANGUAGES = ("ar", "de", "es", "fr", "hi", "id", "it", "ja", "ko", "nl", "pt", "tr", "zh")
UNSPACED = ("ja", "zh")
SENTENCES = {
    "de": ("de/jf99*.txt", "de/sentence-collector.txt"),
    "fr": ("fr/issue2259*.txt", "fr/gutenberg*.txt"),
    "it": ("it/frasi.txt", "it/sentence-collector.txt"),
    "nl": ("nl/*.txt",),
    "zh": ("zh-CN/cn.txt", "zh-CN/sentence-collector.txt", "zh-CN/wiki.zh-cn.txt"),
}
"""Files of common-voice/server/data; `sentence-collector.txt` of the language if nothing is named here."""
DIALOGUES = {"de": "vm2", "es": "dihana", "fr": "loria", "it": "ilisten"}
KINDS = (
    *("help", "help", "problem", "name", "phone", "phone", "when", "yesno", "yesno"),
    *("else", "many", "place", "code", "info"),
)
SHORT_ANSWERS = ("name", "when", "many", "place", "short")
MARKS = re.compile(r"(?<=[.?!。？！।])\s+")


def lists(path):
    """{name: items} of one language; a line is `name: item; item`."""
    return {
        name: [item.strip() for item in items.split(";") if item.strip()]
        for name, items in (line.split(": ", 1) for line in read_lines(path) if line.strip())
    }


class Written:
    """Draws turns of one language from its lists."""

    def __init__(self, language, found, rng):
        self.language, self.lists, self.rng = language, found, rng

    def item(self, name):
        return self.rng.choice(self.lists[name])

    def split(self, name, last=1.0):
        """An item in its pieces: the turn goes on at every one but the last."""
        texts = [piece.strip() for piece in self.item(name).split("|")]
        return [[text, 0.0] for text in texts[:-1]] + [[texts[-1], last]]

    def before(self, name, share):
        """A piece that leaves the turn open, in a share of the turns."""
        return [[self.item(name), 0.0]] if self.rng.random() < share else []

    def digits(self, complete):
        """A number said in groups, as words or as figures."""
        rng = self.rng
        groups = [rng.randint(2, 4) for _ in range(rng.randint(3, 4))]
        if not complete:
            groups = groups[: rng.choice((1, 1, 2))]
        as_words = rng.random() < 0.5
        joiner = "" if as_words and self.language in UNSPACED else " " if as_words else rng.choice(("", " "))
        texts = [
            joiner.join(self.item("digit") if as_words else str(rng.randint(0, 9)) for _ in range(size))
            for size in groups
        ]
        pieces = [[text, 0.0 if sum(groups[: k + 1]) < 7 else 0.5] for k, text in enumerate(texts)]
        pieces[-1][1] = 1.0 if complete else 0.0
        return pieces

    def code(self):
        """A number of two to five digits."""
        size = self.rng.randint(2, 5)
        texts = [self.item("digit") for _ in range(size)]
        if self.rng.random() < 0.5:
            return [["".join(str(self.rng.randint(0, 9)) for _ in range(size)), 1.0]]
        joiner = "" if self.language in UNSPACED else " "
        return [[joiner.join(texts), 1.0]]

    def answer(self, kind):
        """A complete answer to the question of a kind."""
        if kind == "code":
            return self.code()
        if kind == "phone":
            return self.before("phone_lead", 0.3) + self.digits(True)
        if kind == "yesno":
            return self.split("short")
        if kind == "help":
            return self.before("greet", 0.4) + self.split("request")
        if kind == "else":
            return self.split("closing")
        return self.before("filler", 0.15) + self.split(kind)

    def turn(self):
        """(context, pieces)."""
        rng = self.rng
        kind = rng.choice(KINDS)
        context = self.item("help" if kind == "help" else f"{kind}_ask")
        drawn = rng.random()
        if drawn < 0.38 and kind != "info":
            return context, self.answer(kind)
        if drawn < 0.54:
            return context, self.unanswered(kind)
        if drawn < 0.62 and kind != "info":
            return context, self.dangling(kind)
        if drawn < 0.78:
            return self.other_answer(context, kind)
        if drawn < 0.82:
            return context, self.before("filler", 0.3) + self.split("question")
        if drawn < 0.86:
            return context, [[self.item("wait"), 0.15]]
        if drawn < 0.88:
            return context, [[self.item("filler"), 0.0]]
        return "", self.alone()

    def unanswered(self, kind):
        """The beginning of an answer: what was asked for is still to come."""
        if kind == "phone":
            started = self.digits(False) if self.rng.random() < 0.7 else self.before("phone_lead", 1)
            return self.before("ack", 0.2) + started
        if kind == "help":
            return [[self.item("greet"), 0.1]]
        if kind == "yesno":
            return [[self.item("more"), 0.0]]
        if kind == "else":
            return [[self.item("ack"), 0.35]]
        if kind == "info" or self.rng.random() < 0.5:
            return [[self.item("ack"), 0.1]]
        return self.answer(kind)[:-1] or [[self.item("filler"), 0.0]]

    def dangling(self, kind):
        """An answer that goes on with a word after which nobody stops."""
        pieces = self.answer(kind)
        joiner = "" if self.language in UNSPACED else " "
        pieces[-1] = [pieces[-1][0] + joiner + self.item("dangling"), 0.0]
        return pieces

    def other_answer(self, context, kind):
        """What would answer another question."""
        known = (kind, "short" if kind == "yesno" else "")
        other = self.rng.choice([name for name in SHORT_ANSWERS if name not in known])
        if self.rng.random() < 0.15 and kind not in ("phone", "code"):
            return context, self.digits(False)
        label = 0.1 if other == "short" and kind not in ("yesno", "else") else 0.3
        return context, self.split(other, label)

    def alone(self):
        """A turn after nothing that is known."""
        name = self.rng.choice(("greet", "request", "request", "problem", "when", "short", "closing", "question"))
        return self.split(name, {"greet": 0.5, "short": 0.7, "when": 0.8}.get(name, 1.0))


def written(path, language, count, rng):
    draw = Written(language, lists(path), rng)
    for _ in range(count):
        context, pieces = draw.turn()
        yield dict(language=language, source="written", context=context, pieces=pieces)


def in_clauses(text):
    """[text, 0] for each clause of a sentence, [text, 1] for the last."""
    clauses = [c for c in re.split(r"(?<=[,;:，；：、،])\s*", text) if c.strip()]
    return [[c, 0.0] for c in clauses[:-1]] + [[clauses[-1], 1.0]] if clauses else []


def sentences(folder, language, count, rng):
    """Single sentences, now and then two in a row: after the first of them the turn may be over or not."""
    found = []
    for pattern in SENTENCES.get(language, (f"{language}/sentence-collector.txt",)):
        for path in sorted(Path(folder, "server/data").glob(pattern)):
            found += [line.strip() for line in path.read_text(encoding="utf8", errors="ignore").splitlines()]
    found = [line for line in dict.fromkeys(found) if 2 < len(line) < 160 and not line.startswith('"')]
    rng.shuffle(found)
    for k, line in enumerate(found[:count]):
        pieces = in_clauses(line)
        if rng.random() < 0.2:
            before = in_clauses(found[-1 - k])
            before[-1][1] = 0.3
            pieces = before + pieces
        yield dict(language=language, source="common-voice", context="", pieces=pieces)


def turns_of(rows, speaker, text, dialogue):
    """(context, pieces) of dialogues whose rows are the utterances of a turn."""
    pieces: list[list]
    context, pieces, last = "", [], None
    for row in rows:
        now = (row[dialogue], row[speaker])
        if last and now != last:
            yield context, pieces
            context = " ".join(piece for piece, _ in pieces) if now[0] == last[0] else ""
            pieces = []
        said = re.sub(r"\$\w", "", row[text]).strip()
        if said:
            if pieces:
                pieces[-1][1] = 0.0
            pieces.append([said, 1.0])
        last = now
    yield context, pieces


def dialogues(data, language, count, rng):
    """Turns of spoken and written dialogues, after the turn before."""
    found = []
    if language in DIALOGUES:
        for part in ("train", "dev"):
            with open(f"{data}/miam/{DIALOGUES[language]}/{part}.csv", encoding="utf8") as rows:
                read = list(csv.DictReader(rows))
                if DIALOGUES[language] == "ilisten":
                    read = [dict(row, Speaker=row["Speaker"].split("_")[2][:1]) for row in read]
                found += turns_of(read, "Speaker", "Utterance", "Dialogue_ID")
    if language == "zh":
        for part in ("val", "test"):
            for dialogue in json.load(open(f"{data}/crosswoz/data/crosswoz/{part}.json")).values():
                messages = [message["content"] for message in dialogue["messages"]]
                for before, said in zip(["", *messages], messages):
                    parts = re.split(r"(?<=[。？！])", said)
                    found.append((before, [[p, 0.0] for p in parts[:-1] if p] + [[parts[-1] or parts[-2], 1.0]]))
    if language == "ko":
        with open(f"{data}/chatbot-ko/ChatbotData.csv", encoding="utf8") as rows:
            for row in csv.DictReader(rows):
                found += [("", [[row["Q"], 1.0]]), (row["Q"], [[row["A"], 1.0]])]
    rng.shuffle(found)
    for context, pieces in found[:count]:
        if pieces:
            yield dict(language=language, source="dialogue", context=context, pieces=pieces)


def gathered(data, listed, counts, seed=7):
    """Turns of all languages. listed: {language: file of lists}. counts: {written, sentences, dialogues} of each."""
    for language in LANGUAGES:
        rng = random.Random(f"{seed}-{language}")
        yield from written(listed[language], language, counts["written"], rng)
        yield from sentences(f"{data}/common-voice", language, counts["sentences"], rng)
        yield from dialogues(data, language, counts["dialogues"], rng)
