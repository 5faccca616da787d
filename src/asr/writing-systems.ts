/** The letters that each language is written in. Latin letters are allowed in all of them (names, brands). */
import { LANGUAGES, type Language } from '../protocol/languages.js';

/** Unicode scripts beside Latin, as they stand in a character class. */
const SCRIPTS: Partial<Record<Language, string>> = {
  ar: '\\p{Script=Arabic}',
  hi: '\\p{Script=Devanagari}',
  ja: '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー',
  ko: '\\p{Script=Hangul}\\p{Script=Han}',
  zh: '\\p{Script=Han}',
};

/** Matches a letter that belongs to no script of the language. */
const FOREIGN = new Map<string, RegExp>(
  LANGUAGES.map((language) => [
    language,
    new RegExp(`(?![\\p{Script=Latin}${SCRIPTS[language] ?? ''}])\\p{L}`, 'u'),
  ]),
);

/**
 * True if every letter of `text` belongs to a script of the language. A model that is unsure about a noise may write a letter
 * of a language that nobody spoke.
 */
export function isWrittenIn(text: string, language: string): boolean {
  return !FOREIGN.get(language)?.test(text);
}
