"""Expands the rules of data/grammar into turns with known pauses: {"context", "turn"}, `|` marks a pause.

The rules cover what dialogue corpora do not teach: work still owed after an acknowledgement, numbers and spellings
said in chunks, lists announced, two-part questions, openings, answers that do or do not fit the question.
"""

import argparse
import json
import os
import random
import re

from ..shared.wrapped_text import read_lines

ONES = "zero one two three four five six seven eight nine".split()
FIRST = (
    "jack anna peter hannah susan derek nadia john maria david sarah tom lucy ahmed wei "
    "carlos priya emma oliver grace daniel laura kevin nina paul julia steve karen mike "
    "jessica robert linda chris amy".split()
)
LAST = (
    "smith jones miller dawson ferreira garcia chen patel brown wilson moore taylor anderson "
    "nguyen lopez clark lewis walker hall young wright hill green baker adams nelson carter "
    "mitchell murphy kowalski schmidt rossi tanaka kim singh".split()
)
MONTHS = "january february march april may june july august september october november december".split()
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
CITIES = (
    "london paris boston chicago new york cambridge manchester berlin madrid denver austin "
    "seattle phoenix toronto sydney".replace("new york", "new_york").split()
)
NATO = (
    "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november "
    "oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu".split()
)
LISTS = {
    "company": [
        "corner motors",
        "acme bank",
        "city hospital",
        "green energy",
        "the service desk",
        "northwest home",
        "first national",
        "horizon travel",
    ],
    "thing": [
        "my order",
        "my bill",
        "a refund",
        "the invoice I got",
        "an appointment",
        "my account",
        "my subscription",
        "the warranty",
        "a delivery",
        "my booking",
        "your opening hours",
        "my insurance policy",
    ],
    "object": [
        "bike",
        "phone",
        "laptop",
        "washing machine",
        "router",
        "subscription",
        "tv",
        "jacket",
        "printer",
        "account",
        "card",
        "order",
    ],
    "part": ["screen", "battery", "hinge", "handle", "heating", "camera", "door", "charger", "app", "speaker"],
    "broke": [
        "stopped working",
        "came on",
        "broke",
        "won't turn on",
        "is making a noise",
        "died",
        "fell off",
        "keeps turning off",
    ],
    "task": [
        "cancel my order",
        "book a table for two",
        "change my flight",
        "pay my bill",
        "reset my password",
        "speak to someone about my account",
        "make an appointment",
        "check my balance",
        "report a lost card",
        "return an item",
        "buy a ticket to <city>",
        "order a <drink>",
        "get a bus pass for <city>",
        "book a room for <n12> nights",
    ],
    "task_you": [
        "help me with that",
        "send me the invoice",
        "check my order",
        "tell me the way to <city>",
        "change the address",
        "send someone over",
        "tell me how much it is",
    ],
    "finding": [
        "your order was shipped yesterday",
        "the next slot is in a week",
        "we have an opening on <day> at <hour>",
        "your balance is <money>",
        "you have been charged twice",
        "the refund will take five days",
        "the account was closed last month",
        "it is covered by the warranty",
        "the technician will call you before he arrives",
        "you can come in any time",
    ],
    "request_customer": [
        "can you check my order",
        "I'd like to change my flight",
        "can you tell me my balance",
        "what's the number for the branch",
        "I want to cancel my subscription",
        "my <object> <broke>",
        "could you look that up for me",
        "how much would that cost",
        "I never got my refund",
        "is there anything available on <day>",
        "can you send someone",
        "I'd like to book an appointment",
        "do you have it in blue",
        "I need help with <thing>",
    ],
    "request_agent": [
        "can I have your <field>",
        "what's your <field>",
        "could you read me the <field>",
        "can you tell me your <field> please",
        "what <field> do you have",
    ],
    "field": [
        "account number",
        "phone number",
        "full name",
        "date of birth",
        "address",
        "zip code",
        "order number",
        "email address",
        "last name",
        "policy number",
        "card number",
    ],
    "ask_hold": [
        "let me put you on hold for a moment",
        "can you hold for a minute",
        "do you mind if I put you on hold",
        "let me check that, one moment",
        "I need a second for this",
        "this might take a minute",
    ],
    "yesno_q": [
        "is that correct",
        "is that right",
        "do you have an account with us",
        "would you like a receipt",
        "can you hear me okay",
        "have you rung about this before",
        "are you still there",
        "does that work for you",
        "do you want me to book that",
        "is there anything else I can help you with",
        "have you tried restarting it",
        "did you get the email",
        "would you like to continue",
        "shall I go ahead",
        "is <day> okay",
        "are you at home right now",
        "so you want <a_choice>, right",
    ],
    "open_q": [
        "what can I do for you",
        "how can I help you",
        "what sort of machine is it",
        "what happened",
        "can you describe the problem",
        "what would you like to do",
        "how old is it",
        "which model is it",
        "when did you buy it",
        "why do you want to cancel",
        "what are you looking for",
        "tell me more about it",
        "how did that happen",
        "which colour should it be",
        "what brings you here",
        "where did you buy it",
        "how much would you like to pay",
    ],
    "answer_open": [
        "it's the smaller model",
        "about a year ago",
        "it broke yesterday",
        "I bought it last week",
        "it just stopped working",
        "I'd like to send it back",
        "I moved to another city",
        "it's too expensive",
        "about five years old",
        "the one from last year",
        "it's the red one",
        "I think on <day>",
        "at the store on main street",
        "it makes a weird noise when I start it",
        "I lost my card on the train",
        "we had some problems with the internet",
        "fifty dollars",
        "I want to talk to a manager",
        "the black one please",
        "about <n12> days ago",
    ],
    "tail": [
        "I don't know why",
        "I want my money back",
        "I need it by <day>",
        "nobody called me back",
        "I can't use it",
        "it still doesn't work",
        "my wife needs it for work",
        "I'd like it as soon as possible",
        "that was two weeks ago",
    ],
    "question": [
        "how much is it",
        "when can I come in",
        "what does it cover",
        "do you deliver",
        "is it still under warranty",
        "who should I talk to",
        "how long will it take",
        "what's your <field>",
        "where do you live",
    ],
    "option": [
        "pay it all today",
        "split it in three payments",
        "come to the shop",
        "have someone pick it up",
        "wait two days",
        "take a rental car",
        "do it online",
        "send it by mail",
    ],
    "choice_q": [
        "would you prefer <a_choice> or <a_choice>",
        "do you want <a_choice> or <a_choice>",
        "<a_choice> or <a_choice>",
        "which would you like, <a_choice> or <a_choice>",
        "is it <a_choice> or <a_choice>",
    ],
    "a_choice": [
        "the morning",
        "the afternoon",
        "<hour>",
        "black",
        "blue",
        "the large one",
        "the small one",
        "savings",
        "checking",
        "a window seat",
        "<day>",
    ],
    "step": [
        "go to the settings",
        "press the red button",
        "keep the button down",
        "turn it off",
        "turn it back on",
        "open the app",
        "sign in",
        "enter your password",
        "unplug it",
        "plug it back in",
        "count to ten",
        "restart the router",
        "click on your name",
    ],
    "instruction": [
        "press the power button now",
        "now turn it back on",
        "can you open the settings",
        "keep your finger on it for a while",
        "tell me what you see on the screen",
        "click on the link I sent you",
    ],
    "food": [
        "a large pepperoni pizza",
        "a cheeseburger",
        "two tacos",
        "a chicken salad",
        "fries",
        "a latte",
        "onion rings",
        "a medium iced coffee",
        "extra cheese",
        "a bagel with cream cheese",
    ],
    "drink": ["coke", "coffee", "iced tea", "lemonade", "water", "latte"],
    "when": [
        "<day> at <hour>",
        "tomorrow morning",
        "next <day>",
        "<month> <n12>",
        "the <n12>th of <month>",
        "<day> afternoon",
        "this weekend",
        "tomorrow at <hour>",
        "in two days",
        "<day> before <hour>",
        "on <day>",
    ],
    "hour": [
        "eight a m",
        "nine thirty",
        "three p m",
        "ten o'clock",
        "noon",
        "half past four",
        "8 a.m.",
        "3 p.m.",
        "10",
        "five",
    ],
    "n12": ONES[1:] + ["ten", "eleven", "twelve", "2", "3", "5", "10"],
    "digit": ONES,
    "day": DAYS,
    "month": MONTHS,
    "first": FIRST,
    "last": LAST,
    "city": [c.replace("_", " ") for c in CITIES],
    "money": [
        "<n12> dollars",
        "forty two dollars and ten cents",
        "$75.34",
        "two hundred fifty dollars",
        "one hundred and twenty pounds",
        "thirty five euros",
        "$50",
        "nineteen ninety nine",
    ],
}


def digits(rng, total, part=False):
    """Digits in chunks with pauses between them, as words or figures. With `part` they stop at a chunk border before
    the end.
    """
    sizes = {
        10: [[3, 3, 4], [3, 3, 2, 2], [5, 5], [2, 4, 4], [10], [1] * 10],
        16: [[4, 4, 4, 4], [16]],
        8: [[4, 4], [3, 3, 2], [2, 2, 2, 2], [8]],
    }
    chunks = rng.choice(sizes.get(total, [[total], [total], [1] * total]))
    if part:
        chunks = chunks[: rng.randint(1, max(1, len(chunks) - 1))] if len(chunks) > 1 else [rng.randint(1, total - 1)]
    figures = rng.random() < 0.4
    said = []
    for size in chunks:
        values = [rng.randint(0, 9) for _ in range(size)]
        said.append(
            "".join(map(str, values))
            if figures
            else " ".join("oh" if v == 0 and rng.random() < 0.6 else ONES[v] for v in values)
        )
    return " | ".join(said)


def spelled(rng, part=False):
    name = rng.choice(LAST + FIRST)
    style = rng.random()
    letters = [
        f"{c} as in {rng.choice([w for w in NATO + FIRST + CITIES if w[0] == c] or [c])}" if style < 0.2 else c
        for c in name
    ]
    if part:
        letters = letters[: rng.randint(1, max(1, len(letters) - 1))]
    out = ""
    for i, letter in enumerate(letters):
        glue = " | " if i and rng.random() < (0.7 if style < 0.2 else 0.3) else " "
        out += (glue if i else "") + letter
    return re.sub(r"(\w) (?=\w\b)", r"\1-", out) if style > 0.8 else out


def number_slot(rng, slot):
    kind = re.fullmatch(r"digits(\d+)(part)?", slot)
    if kind:
        return digits(rng, int(kind[1]), bool(kind[2]))
    return None


def special(rng, slot):
    found = number_slot(rng, slot)
    if found is not None:
        return found
    if slot == "name":
        return rng.choice(FIRST) + rng.choice([" ", " ", " | "]) + rng.choice(LAST)
    if slot in ("spelled", "spelled_part"):
        return spelled(rng, slot.endswith("part"))
    if slot == "postcode":
        return (
            rng.choice(["sw", "w", "cb", "m", "ls", "n w", "e c"])
            + f" {rng.randint(1, 20)} | {rng.randint(1, 9)} "
            + rng.choice(["a b", "q t", "r x", "alpha bravo"])
        )
    if slot in ("dob", "dobpart"):
        year = (
            rng.choice(["nineteen", "19"])
            + " "
            + rng.choice(["eighty two", "seventy five", "ninety", "82", "68", "ninety nine"])
        )
        front = rng.choice(["<month> | <n12>", "the <n12>th of <month>", "<month> <n12>th", "<n12> | <n12>"])
        return front if slot == "dobpart" else front + " | " + year
    if slot in ("address", "addresspart"):
        front = (
            rng.choice(["forty two", "12", "one twenty", "350", "seven"])
            + " "
            + rng.choice(["oak street", "main street", "park avenue", "king's road", "elm drive"])
        )
        return (
            front
            if slot == "addresspart"
            else front + rng.choice([" | ", " "]) + "<city>" + rng.choice(["", " | <digits5>"])
        )
    if slot in ("email", "emailpart"):
        front = "<first>" + rng.choice([" dot ", " ", " underscore "]) + "<last>"
        return (
            rng.choice([front, front + " at"])
            if slot == "emailpart"
            else front
            + rng.choice([" at ", " | at "])
            + rng.choice(["gmail", "yahoo", "hotmail", "acme"])
            + " dot "
            + rng.choice(["com", "org", "co dot u k"])
        )
    if slot == "answer_field":
        return rng.choice(["it's <name>", "<digits8>", "<dob>", "<address>", "<name>", "<spelled>", "<digits10>"])
    if slot == "answer_any":
        return rng.choice(["<name>", "<digits8>", "<dob>", "<address>", "<digits10>"])
    return None


def expand(text, rng, lists, depth=0):
    for _ in range(60):
        inner = re.search(r"\{([^{}]*)\}", text)
        if inner:
            text = text[: inner.start()] + rng.choice(inner[1].split(";")) + text[inner.end() :]
            continue
        slot = re.search(r"<(\w+)>", text)
        if not slot:
            break
        value = special(rng, slot[1]) if slot[1] not in lists else None
        text = text[: slot.start()] + (value if value is not None else rng.choice(lists[slot[1]])) + text[slot.end() :]
    return re.sub(r"\s+", " ", text).strip()


def rules(path):
    for line in read_lines(path):
        if line and not line.startswith("#"):
            context, turn = line.split("=>", 1) if "=>" in line else ("", line)
            yield context.strip(), turn.strip()


def generate(path, count, seed):
    source = "calls" if path.endswith("-calls.txt") else "grammar"
    rng = random.Random(seed)
    table = list(rules(path))
    lists = dict(LISTS)
    extra = path.replace(".txt", ".json")
    if os.path.exists(extra):
        lists.update(json.load(open(extra, encoding="utf8")))
    for i in range(count):
        context, turn = table[i % len(table)]
        yield dict(source=source, context=expand(context, rng, lists).replace("|", " "), turn=expand(turn, rng, lists))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="+", required=True, help="grammar/<language>.txt")
    parser.add_argument("--count", type=int, default=40000, help="turns per language")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    with open(options.out, "w", encoding="utf8") as out:
        for path in options.rules:
            language = os.path.basename(path)[:2]
            for row in generate(path, options.count, options.seed):
                out.write(json.dumps(dict(row, language=language), ensure_ascii=False) + "\n")
    print(f"{options.count * len(options.rules)} turns")


if __name__ == "__main__":
    main()
