/**
 * The words and characters of a text as they are compared with a reference. Called by cp-wer.ts and `score`.
 * Spelling that says the same counts as the same: capital letters, punctuation, the shape of an apostrophe, invisible
 * characters, Arabic and Hebrew vowel marks, hamza on alef, chandrabindu, the script of digits. Numbers in figures and number words
 * differ here (`normalizer` makes them the same).
 */

/**
 * What a transcript says besides words: `<unk>`, `</UNSURE>`, `[laughter]`. It is not scored on either side, as in the
 * scoring of GigaSpeech and of Kaldi's recipes.
 */
const MARKUP = /<\/?[^\s<>/][^<>]*>|\[[^[\]]*\]/g;

/**
 * Characters that people and programs write for an apostrophe: U+0060, U+00B4, U+02B9, U+02BB, U+02BC, U+2018, U+2019,
 * U+201B, U+2032, U+A78C, U+FF07. Replaced before NFKC, which would cut U+00B4 into a space and an accent.
 */
const APOSTROPHES = /[`\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201b\u2032\ua78c\uff07]/g;

/**
 * Format characters (soft hyphen, zero-width joiner and non-joiner, marks of direction) and variation selectors. They are no part
 * of a word.
 */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu;

/** Arabic vowel marks, Koranic marks and tatweel, Hebrew points and accents. Writers leave them out at will. */
const VOWEL_MARKS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/g;

/** Alef with hamza above or below, with madda, with wasla: writers leave the mark out at will. */
const MARKED_ALEF = /[\u0622\u0623\u0625\u0671]/g;
/** Devanagari chandrabindu, which writers replace by anusvara at will. */
const CHANDRABINDU = /\u0901/g;

/** Digits of Arabic, Persian and Hindi, from zero on. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g;
const ZEROS = [0x0966, 0x06f0, 0x0660];

/** A character of a script that is written without spaces; the long mark of kana is shared by two of them. */
const UNSPACED = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc])/gu;

/** @returns words in lower case, without punctuation and markup. Each character of Chinese and Japanese is a word. */
export function scoringWords(text: string): string[] {
  return withoutCase(
    text.replace(APOSTROPHES, "'").normalize('NFKC').replace(MARKUP, ' ').replace(INVISIBLE, ''),
  )
    .replace(VOWEL_MARKS, '')
    .replace(MARKED_ALEF, '\u0627')
    .replace(CHANDRABINDU, '\u0902')
    .replace(DIGITS, asciiDigit)
    .replace(UNSPACED, ' $1 ')
    .replace(/[^\p{L}\p{M}\p{N}' ]+/gu, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .filter((word) => word !== '');
}

/** @returns the characters of the words of a text, as the character error rate counts them. */
export function scoringCharacters(text: string): string[] {
  return scoringWords(text).flatMap((word) => [...word]);
}

/** Whether a text is, for the larger part, in a script without spaces: its error rate is by custom that of characters. */
export function isUnspaced(text: string): boolean {
  const words = scoringWords(text);
  const unspaced = words.filter((word) => word.search(UNSPACED) === 0).length;
  return unspaced * 2 > words.length;
}

/**
 * Turkish has an i with and one without a dot, in both cases, so that the lower case of I depends on the language, which a
 * text does not tell. All four are compared as one letter. German ß is SS in capitals.
 */
function withoutCase(text: string): string {
  return text.replace(/[İı]/g, 'i').replace(/[ßẞ]/g, 'ss').toLowerCase();
}

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  return String(code - ZEROS.find((zero) => code >= zero)!);
}
