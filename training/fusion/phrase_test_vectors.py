"""Writes test/eot/phrases.json: the phrase features of a few texts, for the TypeScript test."""

import json
import sys

from .phrases import phrases

TEXTS = [
    "",
    "Okay.",
    "Ok can you say that again?",
    "Sure, let me check that for you.",
    "Of course, one moment please.",
    "One second!",
    "No problem, I'm just pulling up your account.",
    "I'll look that up",
    "hang on - where was it?",
    "Let me know when you are done with the first part of the second form, and then we will see about the rest.",
    "Thank you.",
    "All right, thank you so much for your help today.",
    "Have a good one!",
    "You’re welcome, take care",
    "I have a great deal of paper on my desk here",
    "What is their number?",
    "Okay, and can you spell that?",
    "So, what was your last name so I can look after my system",
    "Is that correct",
    "I do, yes",
    "it's four one five 555 2671. When do you open",
]
json.dump(
    [{"text": t, "phrases": phrases(t)} for t in TEXTS],
    open(sys.argv[1], "w", encoding="utf8"),
    ensure_ascii=False,
    indent=0,
)
