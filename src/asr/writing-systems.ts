/** How each language is written: its letters, and whether spaces separate words. Latin letters are allowed in all (names, brands). */
import { LANGUAGES, type Language } from '../protocol/languages.js';

/** Unicode scripts beside Latin, as they stand in a character class. */
const SCRIPTS: Partial<Record<Language, string>> = {
  ar: '\\p{Script=Arabic}',
  hi: '\\p{Script=Devanagari}',
  ja: '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー',
  ko: '\\p{Script=Hangul}\\p{Script=Han}',
  zh: '\\p{Script=Han}',
};

/** Matches a letter, or a sign above, below or beside one, that belongs to no script of the language. */
const FOREIGN = new Map<string, RegExp>(
  LANGUAGES.map((language) => {
    const own = `\\p{Script=Latin}${SCRIPTS[language] ?? ''}`;
    // Accents, and signs that several scripts share, are nobody's own.
    return [
      language,
      new RegExp(`(?![${own}])\\p{L}|(?![${own}\\p{Script=Inherited}\\p{Script=Common}])\\p{M}`, 'u'),
    ];
  }),
);

/**
 * True if every letter of `text` and every sign of a letter belongs to a script of the language. A model that is unsure about a noise may write a letter
 * of a language that nobody spoke.
 */
export function isWrittenIn(text: string, language: string): boolean {
  return !FOREIGN.get(language)?.test(text);
}

/** Languages that are written without spaces between words. */
const UNSPACED: ReadonlySet<string> = new Set<Language>(['ja', 'zh']);

/**
 * Two neighbouring pieces of text in one. Chinese and Japanese have a space only between two pieces that meet in Latin letters or
 * digits (`GPU` and `2`).
 */
export function joinText(before: string, after: string, language: string): string {
  if (before === '' || after === '') return before + after;
  const isLatin = /[\p{Script=Latin}\p{N}]$/u.test(before) && /^[\p{Script=Latin}\p{N}]/u.test(after);
  return UNSPACED.has(language) && !isLatin ? before + after : `${before} ${after}`;
}

/**
 * Two neighbouring pieces of text of any language in one: with a space, unless both meet in Chinese or Japanese characters or their
 * punctuation.
 */
export function joinPieces(before: string, after: string): string {
  if (before === '' || after === '') return before + after;
  const isUnspaced = EAST_ASIAN_END.test(before) && EAST_ASIAN_START.test(after);
  return isUnspaced ? before + after : `${before} ${after}`;
}

const EAST_ASIAN = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー。、，！？]';
/** The recogniser often ends a Chinese sentence with the punctuation of ASCII. */
const EAST_ASIAN_END = new RegExp(`${EAST_ASIAN}\\p{P}*$`, 'u');
const EAST_ASIAN_START = new RegExp(`^[\\p{Ps}\\p{Pi}]*${EAST_ASIAN}`, 'u');

const ANY_EAST_ASIAN = new RegExp(EAST_ASIAN, 'u');
const EAST_ASIAN_WORDS = new Intl.Segmenter('zh', { granularity: 'word' });
/** Opening brackets and quotation marks, which stand at the beginning of a line and never at its end. */
const OPENING = /^[\p{Ps}\p{Pi}]+$/u;

/**
 * The units of a piece of text between which a line may break. Chinese and Japanese words come apart, each with the punctuation
 * that belongs to it; any other piece stays whole.
 */
export function breakableUnits(text: string): string[] {
  if (!ANY_EAST_ASIAN.test(text)) return [text];
  const units: string[] = [];
  for (const { segment, isWordLike } of EAST_ASIAN_WORDS.segment(text)) {
    const previous = units.at(-1);
    if (previous !== undefined && (OPENING.test(previous) || (!isWordLike && !OPENING.test(segment))))
      units[units.length - 1] = previous + segment;
    else units.push(segment);
  }
  return units;
}
