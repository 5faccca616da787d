/** Which letters a language is written in. Latin ones may stand in any (names, brands). */
import { LANGUAGES, type Language } from '../protocol/languages.js';

const SCRIPTS: Partial<Record<Language, string>> = {
  ar: '\\p{Script=Arabic}',
  hi: '\\p{Script=Devanagari}',
  ja: '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー',
  ko: '\\p{Script=Hangul}\\p{Script=Han}',
  zh: '\\p{Script=Han}',
};

/** A letter of no script of the language. */
const FOREIGN = new Map<string, RegExp>(
  LANGUAGES.map((language) => [
    language,
    new RegExp(`(?![\\p{Script=Latin}${SCRIPTS[language] ?? ''}])\\p{L}`, 'u'),
  ]),
);

/**
 * True when every letter of `text` is one of the language's. A model unsure of a noise may write a letter of a language
 * nobody spoke.
 */
export function isWrittenIn(text: string, language: string): boolean {
  return !FOREIGN.get(language)?.test(text);
}
