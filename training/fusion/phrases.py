"""What a turn says about itself, the same in `src/eot/phrases.ts`: is work still owed, is it a goodbye, does its last clause ask.

Each is 0 or 1 and a number of the fusion, which weighs it on labelled calls.
"""
import re

from ..text.words import words

TAIL_WORDS = 12
OWED = re.compile(
    r"\b(one (moment|second|minute|sec)|just a (moment|second|minute|sec)|(a|give me|take) (second|moment|minute|sec)|let me|bear with me|hold on|hang on"
    r"|i'm (just )?(going to )?(pulling|looking|checking|opening|getting|pull|look|check)|i'll (just )?(check|look|pull|find|see)|wait)\b", re.ASCII)
CLOSING = re.compile(r"\b(thank you|thanks|bye|goodbye|have a (good|great|nice)|you're welcome|see you|take care)\b( [\w']+){0,4}$", re.ASCII)
ASKS = re.compile(r"^((and|so|ok|okay|all right|oh|uh|um|well|but) )*(what|how|when|where|which|who|why|could|can|would|do|does|did|is|are|was|were|will|have you|shall|may)\b", re.ASCII)


def phrases(text):
    tail = " ".join(words(text)[-TAIL_WORDS:])
    clause = " ".join(words(re.split(r"[.?!,]\s", text.strip())[-1]))
    return dict(owed=float(bool(OWED.search(tail))), closing=float(bool(CLOSING.search(tail))), asks=float(bool(ASKS.search(clause))))
