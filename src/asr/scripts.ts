/** Which letters a language is written in. Latin ones may stand in any (names, brands). */
import type { Language } from '../protocol/languages.js';

const SCRIPTS: Partial<Record<Language, string>> = {
  ar: '\\p{Script=Arabic}',
  hi: '\\p{Script=Devanagari}',
  ja: '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー',
  ko: '\\p{Script=Hangul}\\p{Script=Han}',
  zh: '\\p{Script=Han}',
};

const foreignLetters = new Map<string, RegExp>();

/**
 * True when every letter of `text` is one of the language's. A model unsure of a noise may write a letter of a language
 * nobody spoke.
 */
export function isWrittenIn(text: string, language: string): boolean {
  let foreign = foreignLetters.get(language);
  if (!foreign) {
    const own = SCRIPTS[language as Language] ?? '';
    foreign = new RegExp(`(?![\\p{Script=Latin}${own}])\\p{L}`, 'u');
    foreignLetters.set(language, foreign);
  }
  return !foreign.test(text);
}
