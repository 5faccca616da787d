/** The 14 supported languages, two-letter codes (decisions.md, "Languages"). */
export const LANGUAGES = [
  'ar',
  'zh',
  'nl',
  'en',
  'fr',
  'de',
  'hi',
  'id',
  'it',
  'ja',
  'ko',
  'pt',
  'es',
  'tr',
] as const;

export type Language = (typeof LANGUAGES)[number];

/** True for the 14 codes, whatever was given. */
export function isLanguage(code: unknown): code is Language {
  return LANGUAGES.includes(code as Language);
}

/** True for any well-formed code, supported or not. */
export function isTwoLetterCode(code: unknown): code is string {
  return typeof code === 'string' && /^[a-z]{2}$/.test(code);
}

/** What `session.start.language` asks for, once checked. */
export type LanguageChoice =
  | { readonly kind: 'pin'; readonly language: Language }
  | { readonly kind: 'allowed'; readonly languages: readonly [Language, ...Language[]] }
  | { readonly kind: 'auto' };

/** The language decoded first (service-v2 2.1; decisions.md: automatic starts in English). */
export function firstLanguage(choice: LanguageChoice): Language {
  switch (choice.kind) {
    case 'pin':
      return choice.language;
    case 'allowed':
      return choice.languages[0];
    case 'auto':
      return 'en';
  }
}
