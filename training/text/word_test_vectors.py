"""Writes test/eot/text-words.json: the ids of a few texts, for the TypeScript test."""

import json
import sys

from .model import sequence
from .train_languages import BUCKETS as LANGUAGES_BUCKETS
from .words import words

TEXTS = [
    ["How can I help you today?", "Yeah, I'd like to, um, book a table for 12."],
    ["", "it's four one five – 555 2671"],
    ["What’s your name?", "My name is Zoë Müller-O'Brien."],
    ["", "'quoted' 'tis o'clock''"],
    ["お名前は？", "田中です、えっと、たなか たろう。"],
    ["您的电话号码是多少", "一三八 １２３４ 五六"],
    ["आपका नाम क्या है", "मेरा नाम प्रिया है, नंबर ९८७६"],
    ["ما رقم هاتفك", "رقمي هو ٠١٢٣"],
    ["전화번호가 어떻게 되세요", "공일공 하나 둘 셋"],
    ["Adınız nedir?", "İSMİM IŞIL, çok teşekkürler"],
    ["x " * 40, "word " * 50 + "internationalisation"],
]
LANGUAGE_TEXTS = [
    ("es", "¿Cómo se llama?", "me llamo Rosa, número 12"),
    ("ja", "", "三枚です"),
    ("ko", "x " * 40, "세 장이요"),
]
json.dump(
    [
        {"context": c, "turn": t, "words": words(t), "ids": sequence(words(c), words(t))[0].reshape(-1).tolist()}
        for c, t in TEXTS
    ]
    + [
        {
            "language": language,
            "context": c,
            "turn": t,
            "words": words(t),
            "ids": sequence(words(c), words(t), language, LANGUAGES_BUCKETS)[0].reshape(-1).tolist(),
        }
        for language, c, t in LANGUAGE_TEXTS
    ],
    open(sys.argv[1], "w", encoding="utf8"),
    ensure_ascii=False,
)
