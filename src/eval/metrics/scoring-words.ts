/**
 * The words and characters of a text as they are compared with a reference. Called by cp-wer.ts and `score`.
 * Spelling that says the same counts as the same: capital letters, punctuation, the shape of an apostrophe, invisible
 * characters, Arabic and Hebrew vowel marks, hamza on alef, the shape of Arabic letters, Hindi nasal signs, œ, the script of digits,
 * marks between thousands. Numbers in figures and number words differ here (`normalizer` makes them the same).
 */
import { plainCharacters } from '../normalizer/plain-characters.js';

/**
 * What a transcript says besides words: `<unk>`, `</UNSURE>`, `[laughter]`. It is not scored on either side, as in the
 * scoring of GigaSpeech and of Kaldi's recipes.
 */
const MARKUP = /<\/?[^\s<>/][^<>]*>|\[[^[\]]*\]/g;

/**
 * A number with a mark between its groups of three digits: a point, a comma, an apostrophe, the Arabic separator, or a space that
 * breaks no line. Which mark it is depends on the language, and many writers use none.
 */
const GROUPED_NUMBER =
  /(?<![\p{Nd}.,'\u066c])(?!0)\p{Nd}{1,3}([.,'\u066c\u00a0\u2007\u2009\u202f])\p{Nd}{3}(?:\1\p{Nd}{3})*(?!\p{Nd}|\1\p{Nd})/gu;

/** Arabic vowel marks, Koranic marks and tatweel, Hebrew points and accents. Writers leave them out at will. */
const VOWEL_MARKS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/g;

/** Alef with hamza above or below, with madda, with wasla: writers leave the mark out at will. */
const MARKED_ALEF = /[\u0622\u0623\u0625\u0671]/g;
/** Persian kaf and yeh, which other keyboards give for the Arabic ones. */
const PERSIAN_LETTERS: Readonly<Record<string, string>> = { '\u06a9': '\u0643', '\u06cc': '\u064a' };
/**
 * What writers of Hindi replace by anusvara at will: chandrabindu, and a nasal consonant before another one of its own class
 * (हिन्दी, हिंदी).
 */
const NASAL_SIGNS =
  /\u0901|\u0919\u094d(?=[\u0915-\u0918])|\u091e\u094d(?=[\u091a-\u091d])|\u0923\u094d(?=[\u091f-\u0922])|\u0928\u094d(?=[\u0924-\u0927])|\u092e\u094d(?=[\u092a-\u092d])/g;

/** Digits of Arabic, Persian and Hindi, from zero on. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g;
const ZEROS = [0x0966, 0x06f0, 0x0660];

/** A character of a script that is written without spaces; the long mark of kana is shared by two of them. */
const UNSPACED = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc])/gu;

/** @returns words in lower case, without punctuation and markup. Each character of Chinese and Japanese is a word. */
export function scoringWords(text: string): string[] {
  return withoutCase(
    plainCharacters(text).replace(GROUPED_NUMBER, withoutMarks).normalize('NFKC').replace(MARKUP, ' '),
  )
    .replace(VOWEL_MARKS, '')
    .replace(MARKED_ALEF, '\u0627')
    .replace(/[\u06a9\u06cc]/g, (letter) => PERSIAN_LETTERS[letter]!)
    .replace(NASAL_SIGNS, '\u0902')
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
 * text does not name. All four are compared as one letter, and so is i with a second dot, which programs make of İ. German ß is SS
 * in capitals; œ and æ are two letters on many keyboards.
 */
function withoutCase(text: string): string {
  return text
    .replace(/i\u0307|[İı]/g, 'i')
    .replace(/[ßẞ]/g, 'ss')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae');
}

function withoutMarks(grouped: string): string {
  return grouped.replace(/\P{Nd}/gu, '');
}

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  return String(code - ZEROS.find((zero) => code >= zero)!);
}
