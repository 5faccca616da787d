"""The phones: 23 broad classes of the sounds of many languages, one letter each, and words to phones by espeak-ng.

Sounds that only some languages keep apart (voiced and voiceless stops, tense and lax vowels) share a class: a
recogniser that has not heard a language cannot be trusted with that difference.
"""

import re
import subprocess
import unicodedata

# Letter -> symbols of the International Phonetic Alphabet, as espeak-ng 1.51 writes them.
CLASSES = {
    "P": "pbɓ",
    "T": "tdʈɖθðɗ",
    "K": "kgɡqɢ",
    "C": "cɟʦ",
    "F": "fvɸβʋ",
    "S": "sz",
    "X": "ʃʒɕʑʂʐ",
    "H": "hɦxχħ",
    "M": "mɱ",
    "N": "nɳ",
    "G": "ŋ",
    "L": "lɭɫɾr",
    "R": "ɹʁɻɣʀɽ",
    "W": "wɥ",
    "J": "jʝʎ",
    "i": "iɪ",
    "e": "eɛœøæ",
    "a": "aɑɐ",
    "v": "ʌəɜɚɤɝɘɵᵻ",
    "o": "oɔɒ",
    "u": "uʊ",
    "w": "ɯɨ",
    "y": "yʏ",
}
PHONES = "".join(CLASSES)
# Numbers of the recogniser's outputs and of the endings' inputs. 0 is the blank, and what precedes the first phone.
CODE = {phone: number for number, phone in enumerate(PHONES, 1)}
AFFRICATES = re.compile("tʃ|dʒ|tɕ|dʑ|ts|dz|tʂ|dʐ|ɟʝ|cʃ")
OF_SYMBOL = {symbol: phone for phone, symbols in CLASSES.items() for symbol in symbols}


def coarse(ipa):
    """Phonetic symbols -> phones with spaces between words; stress, length and tone are left out."""
    ipa = unicodedata.normalize("NFD", re.sub(r"\([a-z-]+\)", "", ipa).replace("ç", "ʃ")).replace("ɲ", "nj")
    found = [
        OF_SYMBOL.get(symbol, " " if symbol.isspace() else "")
        for symbol in AFFRICATES.sub("\0", ipa).replace("\0", "ʦ")
    ]
    return " ".join("".join(found).split())


def spoken(text, voice):
    """Words -> phones by a voice of espeak-ng, or nothing if espeak-ng has no such voice."""
    said = subprocess.run(
        ["espeak-ng", "-b", "1", "-v", voice, "-q", "--ipa", "--", text], capture_output=True, text=True
    )
    return "" if said.returncode else coarse(said.stdout)


def codes(phones):
    return [CODE[phone] for phone in phones if phone != " "]
