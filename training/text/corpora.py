"""Turns of dialogues with the turn before each: {"context", "turn", "source", "speaker"} as JSON lines.

Each reader takes a checkout of a public repository; training/README.md names them. Turns keep their punctuation,
because it marks where pauses fall.
"""

import argparse
import csv
import glob
import json
import os
import re
from typing import Any

from ..shared.wrapped_text import read_lines
from .words import words


def schema_guided(root):
    for path in sorted(glob.glob(f"{root}/train/dialogues_*.json")):
        for dialogue in json.load(open(path)):
            before = ""
            for turn in dialogue["turns"]:
                yield before, turn["utterance"], turn["speaker"].lower()
                before = turn["utterance"]


def taskmaster(root):
    for path in sorted(glob.glob(f"{root}/TM-4-2024/data/data_*.json")):
        for dialogue in json.load(open(path)):
            before = ""
            for turn in dialogue["utterances"]:
                yield before, turn["text"], turn["speaker"]
                before = turn["text"]
    for path in sorted(glob.glob(f"{root}/TM-3-2020/splits/train/*.tsv")):
        for row in open(path, encoding="utf8"):
            source = row.split("\t")[0]
            said = re.findall(r"<([UA])>([^<]*)", source.split("<C>")[-1] if "<C>" in source else "")
            target = row.split("\t")[1] if "\t" in row else ""
            if target.startswith("[A]") and said:
                yield said[-1][1], target[3:], "assistant"
            for (_, before), (who, turn) in zip(said, said[1:]):
                if who == "U":
                    yield before, turn, "user"


PROMPTS = {
    "postcode": [
        "what's your postcode please",
        "could you tell me your postcode",
        "and the postcode",
        "sorry what was the postcode again",
    ],
    "name": [
        "what's your first and last name",
        "could I have your full name",
        "and your name please",
        "could you spell your name for me",
    ],
    "dob": ["what's your date of birth", "and your date of birth please", "could you confirm your date of birth"],
}


def evi(root):
    seen = set()
    with open(f"{root}/data/dialogues.en.tsv", encoding="utf8") as file:
        for i, row in enumerate(csv.DictReader(file, delimiter="\t")):
            for heard in [row["transcription"]] + json.loads(row["nbest"] or "[]")[:2]:
                key = (row["item"], heard)
                if key not in seen and heard.strip():
                    seen.add(key)
                    yield PROMPTS[row["item"]][i % len(PROMPTS[row["item"]])], heard, "user"


def consultations(root):
    """primock57 TextGrids, real speech. Utterances of one person with none of the other's between them make one turn.

    `|` stands at the real pauses in it.
    """
    for doctor in sorted(glob.glob(f"{root}/*_doctor.TextGrid")):
        said = []
        for path in (doctor, doctor.replace("_doctor", "_patient")):
            for start, end, text in re.findall(
                r'xmin = ([\d.]+)\s+xmax = ([\d.]+)\s+text = "([^"]*)"', open(path, encoding="utf8").read()
            ):
                text = re.sub(r"<[^>]*>", "", text).strip()
                if re.search(r"\w", text):
                    said.append((float(start), float(end), text, os.path.basename(path).split("_")[-1][:-9]))
        said.sort()
        turns: list[dict[str, Any]] = []
        for start, end, text, who in said:
            short = len(text.split()) <= 2 and turns and start < turns[-1]["end"]
            if short:
                continue  # a backchannel under the other's speech
            if turns and turns[-1]["who"] == who:
                turns[-1]["text"] += " | " + text
                turns[-1]["end"] = max(end, turns[-1]["end"])
            else:
                turns.append(dict(who=who, text=text, end=end))
        for before, turn in zip([{"text": ""}, *turns], turns):
            yield before["text"].replace("|", " "), turn["text"], turn["who"]


PAUSE_SEC, RESUME_SEC = 0.2, 5.0


def meeting_words(path):
    """{speaker: [(start, end, word)]} of one ICSI meeting, from the word times of its dialogue acts."""
    said = {}
    for row in open(path, encoding="latin1"):
        cells = row.split(",")
        if len(cells) < 8:
            continue
        for word in re.findall(r"([\d.]+)\+([\d.]+)\+([^|]+)", cells[4]):
            text = word[2].strip().replace("o_k", "okay").replace("_", " ").rstrip("-")
            if text and not text.startswith("<"):
                said.setdefault(cells[7], set()).add((float(word[0]), float(word[1]), text))
    return {who: sorted(found) for who, found in said.items()}


def runs_of(found):
    """[[start, end, [words]]]: speech of one person between pauses of PAUSE_SEC or more."""
    runs = []
    for start, end, text in found:
        if runs and start - runs[-1][1] < PAUSE_SEC:
            runs[-1][1] = max(end, runs[-1][1])
            runs[-1][2].append(text)
        else:
            runs.append([start, end, [text]])
    return runs


def meetings(root):
    """ICSI meetings: the real pauses of spontaneous talk. Talk under another person's turn is left out.

    A pause is a hold (`|`) if the same person goes on within 5 s and nobody else takes the floor in it. It is a turn
    end if somebody else takes the floor, with three words or more.
    """
    for path in sorted(glob.glob(f"{root}/**/*.dadb", recursive=True)):
        runs = sorted((s, e, w, who) for who, found in meeting_words(path).items() for s, e, w in runs_of(found))
        floor = [r for r in runs if len(r[2]) >= 3]
        for who in {r[3] for r in runs}:
            own = [r for r in runs if r[3] == who]
            turn, begun = [], None
            for i, (start, end, text, _) in enumerate(own):
                others = [r for r in floor if r[3] != who]
                under = any(r[0] < end - 0.3 and r[1] > end + 0.2 for r in others)
                resume = own[i + 1][0] if i + 1 < len(own) else float("inf")
                taken = next((r for r in others if end - 0.3 <= r[0] <= min(resume, end + 4)), None)
                begun = start if begun is None else begun
                turn.append(" ".join(text))
                if not under and taken is None and resume - end <= RESUME_SEC:
                    turn.append("|")
                    continue
                if taken is not None and not under:
                    before = [r for r in others if r[1] <= begun + 0.5 and r[1] > begun - 8]
                    yield " ".join(" ".join(r[2]) for r in before[-3:]), " ".join(turn), "meeting"
                elif len(turn) > 2:  # the end is not known: keep the holds before it
                    yield "", " ".join(turn[:-1]), "meeting"
                turn, begun = [], None


def tourist_calls(root):
    """DSTC10 track 2: real callers ask about a city, as a recogniser wrote them; the agent's turns are written by
    people.

    Of several parts of a call the longest is taken.
    """
    calls = {}
    for part in json.load(open(f"{root}/task2/data/val/logs.json")):
        opening = part[0]["text"][:80]
        calls[opening] = max(calls.get(opening, []), part, key=len)
    for call in calls.values():
        before = ""
        for turn in call:
            yield before, turn["text"], turn["speaker"]
            before = turn["text"]


GREETINGS = [
    "thank you for calling how can i help you today",
    "hello how may i help you",
    "thanks for calling what can i do for you today",
    "hi there how can i help",
]
SHORTEST_OPENING_WORDS = 5


def openings(root):
    """DSTC11 track 2: what customers want, in one to a few sentences. The corpus does not say whether they spoke or
    typed.
    """
    for part in ("test-banking", "test-finance", "development"):
        for line in open(f"{root}/dstc11/{part}/test-utterances.jsonl", encoding="utf8"):
            said = json.loads(line)["utterance"]
            if len(words(said)) >= SHORTEST_OPENING_WORDS:
                yield GREETINGS[len(said) % len(GREETINGS)], said, "user"


OFFERS = [
    "",
    "hi how can i help you",
    "",
    "what can i do for you",
    "",
    "hello i'm your assistant what would you like to do",
    "",
    "is there anything else i can do",
]
"""What an assistant may have said before; as often nothing."""


def queries(root):
    """CLINC150: what people would ask a voice assistant, typed. Some of it no assistant can do."""
    for asked in json.load(open(f"{root}/data/data_full.json", encoding="utf8")).values():
        for text, _ in asked:
            yield OFFERS[len(text) % len(OFFERS)], text, "user"


def home_commands(root):
    """NLU-Evaluation-Data: what people would say to a robot at home, typed."""
    for path in sorted(glob.glob(f"{root}/**/KFold_*/testset/csv/*.csv", recursive=True)):
        for row in csv.DictReader(open(path, encoding="utf8"), delimiter=";"):
            text = row["answer_from_anno"]
            yield OFFERS[len(text) % len(OFFERS)], text, "user"


def chat(root):
    """Topical-Chat, validation and test dialogues: two people chat about what they have read.

    Of dialogues that were read aloud, what two recognisers wrote is read too.
    """
    for path in sorted(glob.glob(f"{root}/conversations/*.json")) + sorted(
        glob.glob(f"{root}/TopicalChatASR/actual/*.json")
    ):
        for dialogue in json.load(open(path, encoding="utf8")).values():
            for heard in ("message",) if "conversations" in path else ("message_asr_A", "message_asr_B"):
                before = ""
                for turn in dialogue["content"]:
                    yield before, turn.get(heard) or "", turn["agent"]
                    before = turn.get(heard) or ""


def agent_turns(root):
    """data/agent-turns: what people say to voice agents of many kinds, written for this project by a large language
    model.

    A line is `what the agent said last >> the user's turn`.
    """
    for path in sorted(glob.glob(f"{root}/*.txt")):
        for line in read_lines(path):
            before, _, turn = line.partition(">>")
            yield before.strip(), turn.strip(), "user"


READERS = {
    "icsi": meetings,
    "sgd": schema_guided,
    "taskmaster": taskmaster,
    "evi": evi,
    "primock57": consultations,
    "dstc10": tourist_calls,
    "dstc11": openings,
    "clinc": queries,
    "nlu": home_commands,
    "topical": chat,
    "agents": agent_turns,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in READERS:
        parser.add_argument(f"--{name}")
    parser.add_argument("--out", required=True)
    options = vars(parser.parse_args())
    with open(options["out"], "w", encoding="utf8") as out:
        for name, read in READERS.items():
            if not options[name]:
                continue
            count, seen = 0, set()
            for context, turn, speaker in read(options[name]):
                turn = re.sub(r"\s+", " ", turn or "").strip()
                if not turn or (context, turn) in seen:
                    continue
                seen.add((context, turn))
                count += 1
                out.write(
                    json.dumps(dict(source=name, speaker=speaker, context=context or "", turn=turn), ensure_ascii=False)
                    + "\n"
                )
            if not count:
                raise SystemExit(f"{name}: no turns under {options[name]}: is this the folder README.md names?")
            print(f"{name}: {count} turns")


if __name__ == "__main__":
    main()
