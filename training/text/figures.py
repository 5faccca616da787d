"""Writes numbers as figures, as the recogniser writes many of them: "$44.99", "2 pm", "the 19th", "fastmail.com".

words.py takes every digit for a word and leaves signs out. So what is written here is `4 4 9 9`, `2 pm`, `the 1 9
th`, `fastmail com`.
"""

from . import grammar
from .grammar import MONTHS

ONES = {word: value for value, word in enumerate(grammar.ONES)}
TEENS = {
    word: 10 + value
    for value, word in enumerate(
        "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
    )
}
TENS = {
    word: 20 + 10 * value for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())
}
SCALES = {"hundred": 100, "thousand": 1000}
NAUGHT = {"oh", "o"}
PLAIN = {**ONES, **TEENS, **TENS}
EARLY = {"first": (1, "st"), "second": (2, "nd"), "third": (3, "rd")}
"""Ordinals that become figures only after a month or a ten: "second" has other meanings too."""
ORDINALS = {
    **EARLY,
    **{
        word: (4 + value, "th")
        for value, word in enumerate("fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split())
    },
    **{f"{word}th": (value, "th") for word, value in TEENS.items() if value > 12},
    "twentieth": (20, "th"),
    "thirtieth": (30, "th"),
}
MONEY = {"dollar", "dollars", "pound", "pounds", "euro", "euros", "cent", "cents", "pence"}
SIGNS = MONEY | {"percent"}
"""Words after a number that become a sign, which words.py leaves out."""
HALVES = {"a": "am", "p": "pm"}
"""Half of the day, said as two letters and written as one word."""
DOMAINS = {"com", "net", "org", "co"}


def below_hundred(run):
    """Takes a number under a hundred off the front of the run. -> the number, or 0 if there is none"""
    if not run or run[0] not in PLAIN:
        return 0
    word = run.pop(0)
    return PLAIN[word] + (ONES[run.pop(0)] if word in TENS and run and run[0] in ONES and run[0] != "zero" else 0)


def figures(run):
    """`["one", "hundred", "thirty", "five"]` -> `135`. Numbers said one after the other are written side by side."""
    run, written = list(run), ""
    while run:
        if run[0] in NAUGHT:
            run.pop(0)
            written += "0"
            continue
        value = below_hundred(run)
        while run and run[0] in SCALES:
            value = max(value, 1) * SCALES[run.pop(0)] + below_hundred(run)
        written += str(value)
    return written


def number_at(words, begin):
    """(the words of the number that begins there, without its `and`; where it ends)."""
    run, end = [], begin
    while end < len(words):
        word, following = words[end], words[end + 1] if end + 1 < len(words) else ""
        if run and day_at(words, end):
            break
        if word in PLAIN or (run and word in SCALES) or (word in NAUGHT and (run or following in ONES)):
            run.append(word)
        elif not (word == "and" and run and run[-1] in SCALES and following in PLAIN):
            break
        end += 1
    return run, end


def day_at(words, at):
    """(digits and ending of the ordinal that begins there, where it ends), or None."""
    match words[at : at + 2]:
        case ["twenty" | "thirty" as ten, one] if one in ORDINALS and ORDINALS[one][0] < 10:
            value, ending = ORDINALS[one]
            return [*str(TENS[ten] + value), ending], at + 2
        case [day, *_] if day in ORDINALS and (day not in EARLY or (at and words[at - 1] in MONTHS)):
            value, ending = ORDINALS[day]
            return [*str(value), ending], at + 1
    return None


def unit_at(words, at):
    """(what is written for the unit after a number, where the unit ends)."""
    match words[at : at + 3]:
        case [money, "and", more] if money in MONEY and more in PLAIN:
            return [], at + 2
        case [sign, *_] if sign in SIGNS:
            return [], at + 1
        case [half, "m", *_] if half in HALVES:
            return [HALVES[half]], at + 2
    return [], at


def in_figures(words):
    """The words with every number in figures. A number under ten without a unit stays a word."""
    found, at = [], 0
    while at < len(words):
        day = day_at(words, at)
        if day:
            found += day[0]
            at = day[1]
            continue
        run, end = number_at(words, at)
        written = figures(run)
        unit, after = unit_at(words, end) if written else ([], end)
        if len(written) > 1 or after > end:
            found += [*written, *unit]
            at = after
        elif words[at] == "dot" and at + 1 < len(words) and words[at + 1] in DOMAINS:
            at += 1
        else:
            found.append(words[at])
            at += 1
    return found
