"""Three features of a turn's words, as src/eot/phrases.ts: work still owed, a goodbye, a question in the last clause.

Each is 0 or 1. The fusion weighs them on labelled calls.
"""

import re

from ..text.words import words

TAIL_WORDS = 12
OWED = re.compile(
    r"\b(one (moment|second|minute|sec)|just a (moment|second|minute|sec)|(a|give me|take) "
    r"(second|moment|minute|sec)|let me|bear with me|hold on|hang on"
    r"|i'm (just )?(going to "
    r")?(pulling|looking|checking|opening|getting|pull|look|check)|i'll (just "
    r")?(check|look|pull|find|see)|wait)\b",
    re.ASCII,
)
CLOSING = re.compile(
    r"\b(thank you|thanks|bye|goodbye|have a (good|great|nice)|you're welcome|see you|take care)\b( [\w']+){0,4}$",
    re.ASCII,
)
ASKS = re.compile(
    r"^((and|so|ok|okay|all right|oh|uh|um|well|but) "
    r")*(what|how|when|where|which|who|why|could|can|would|do|does|did|is|are|was|were|will|have "
    r"you|shall|may)\b",
    re.ASCII,
)


def phrases(text):
    tail = " ".join(words(text)[-TAIL_WORDS:])
    clause = " ".join(words(re.split(r"[.?!,]\s", text.strip())[-1]))
    return dict(
        owed=float(bool(OWED.search(tail))),
        closing=float(bool(CLOSING.search(tail))),
        asks=float(bool(ASKS.search(clause))),
    )
