"""Text to ids, as src/eot/text-words.ts: lower-case words, single digits, single CJK characters, hashed n-grams.

A word becomes up to IDS ids: the hash of the word and the hashes of the trigrams of `<word>`, the first and the last
ones if there are too many. The hash is FNV-1a over UTF-8, modulo BUCKETS - 1, plus 1. Id 0 is padding.
"""

import unicodedata
from functools import lru_cache

BUCKETS = 16384
IDS = 8
CONTEXT_WORDS = 24
TURN_WORDS = 40


def is_cjk(code):
    return 0x3040 <= code <= 0x30FF or 0x3400 <= code <= 0x4DBF or 0x4E00 <= code <= 0x9FFF


def words(text):
    found, word = [], ""
    for c in unicodedata.normalize("NFKC", text.replace("’", "'")).lower():
        category = unicodedata.category(c)
        alone = category == "Nd" or is_cjk(ord(c))
        if not alone and (category[0] in "LM" or c == "'"):
            word += c
            continue
        if word.strip("'"):
            found.append(word.strip("'"))
        word = ""
        if alone:
            found.append(str(unicodedata.digit(c)) if category == "Nd" else c)
    if word.strip("'"):
        found.append(word.strip("'"))
    return found


def fnv(text):
    h = 0x811C9DC5
    for b in text.encode("utf8"):
        h = ((h ^ b) * 0x01000193) & 0xFFFFFFFF
    return h


@lru_cache(maxsize=400_000)
def ids(word, buckets=BUCKETS):
    padded = f"<{word}>"
    grams = [padded[i : i + 3] for i in range(len(padded) - 2)]
    if len(grams) > IDS - 1:
        grams = grams[:3] + grams[3 - (IDS - 1) :]
    parts = ["=" + word] + grams
    out = [fnv(p) % (buckets - 1) + 1 for p in parts]
    return tuple(out + [0] * (IDS - len(out)))
