"""Korean letters to the phones they are pronounced as (alphabet.py): liaison, neutral finals, assimilation.

Follows the Standard Pronunciation Rules (Ministry of Culture 1988-2, chapters 4 and 5) as far as broad classes show
them. espeak-ng's own Korean leaves most of them out.
"""

FIRST, LAST_LETTER = 0xAC00, 0xD7A3
ONSETS = ["K", "K", "N", "T", "T", "L", "M", "P", "P", "S", "S", "", "C", "C", "C", "K", "T", "P", "H"]
VOWELS = [
    "a",
    "e",
    "Ja",
    "Je",
    "v",
    "e",
    "Jv",
    "Je",
    "o",
    "Wa",
    "We",
    "e",
    "Jo",
    "u",
    "Wv",
    "We",
    "Wi",
    "Ju",
    "w",
    "i",
    "i",
]
# The final consonants, and for each what stays and what moves to a vowel that follows: (stays, moves).
FINALS = ["", *"KKKNNNTLKMLLLPLMPPTTGTTKTPT"]
MOVED = [
    ("", ""),
    *(("", phone) for phone in "KK"),
    ("K", "S"),
    ("", "N"),
    ("N", "C"),
    ("", "N"),
    ("", "T"),
    ("", "L"),
    ("L", "K"),
    ("L", "M"),
    ("L", "P"),
    ("L", "S"),
    ("L", "T"),
    ("L", "P"),
    ("", "L"),
    ("", "M"),
    ("", "P"),
    ("P", "S"),
    ("", "S"),
    ("", "S"),
    ("G", ""),
    ("", "C"),
    ("", "C"),
    ("", "K"),
    ("", "T"),
    ("", "P"),
    ("", ""),
]
NASAL = {"K": "G", "T": "N", "P": "M"}
SILENT, H_ONSET, H_FINAL, L_ONSET, N_ONSET, M_ONSET, I_VOWEL = 11, 18, 27, 5, 2, 6, 20


def _syllable(letter):
    """-> (onset, vowel, final), or nothing if the letter is no Korean syllable."""
    number = ord(letter) - FIRST
    return (number // 588, number // 28 % 21, number % 28) if 0 <= number <= LAST_LETTER - FIRST else None


def _onset(syllable, before):
    """The phone that opens `syllable` after the syllable `before`, which is None at the beginning of a word."""
    onset, vowel, _ = syllable
    phone, closed = ONSETS[onset], FINALS[before[2]] if before else ""
    if closed and onset == SILENT:
        phone = MOVED[before[2]][1]
        phone = "C" if phone == "T" and vowel == I_VOWEL else phone
    elif closed and onset == H_ONSET:
        phone = {"K": "K", "T": "C" if vowel == I_VOWEL else "T", "P": "P"}.get(closed, "")
    elif closed in NASAL and onset == L_ONSET or closed in "MG" and closed and onset == L_ONSET:
        phone = "N"
    elif closed == "L" and onset == N_ONSET:
        phone = "L"
    return "X" if phone == "S" and (vowel == I_VOWEL or VOWELS[vowel][0] == "J" or VOWELS[vowel] == "Wi") else phone


def _final(syllable, after):
    """The phone that closes `syllable` before the syllable `after`, which is None at the end of a word."""
    final = FINALS[syllable[2]]
    if not final or after is None:
        return final
    if after[0] == SILENT:
        return MOVED[syllable[2]][0]
    if after[0] in (N_ONSET, M_ONSET):
        return "" if syllable[2] == H_FINAL else NASAL.get(final, final)
    if after[0] == L_ONSET:
        return "L" if final == "N" else NASAL.get(final, final)
    return "" if syllable[2] == H_FINAL or after[0] == H_ONSET and final in "KTP" else final


def spoken(text):
    """Korean words -> phones with spaces between words. Letters of other scripts are left out. No rule crosses
    words.
    """
    said = []
    for word in text.split():
        syllables = [found for found in map(_syllable, word) if found]
        phones = ""
        for i, syllable in enumerate(syllables):
            before, after = (syllables[i - 1] if i else None), (syllables[i + 1] if i + 1 < len(syllables) else None)
            onset, vowel = _onset(syllable, before), VOWELS[syllable[1]]
            phones += (
                onset + (vowel[1:] if onset in ("C", "X") and vowel[0] == "J" else vowel) + _final(syllable, after)
            )
        for twice in "LTKP":
            phones = phones.replace(twice * 2, twice)
        said.append(phones)
    return " ".join(filter(None, said))
