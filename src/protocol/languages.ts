/** The 14 supported languages, two-letter codes (docs/protocol.md, "Languages"). */
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

/** True if the value is one of the 14 codes. */
export function isLanguage(code: unknown): code is Language {
  return LANGUAGES.includes(code as Language);
}

/** True if the value is a well-formed code (two lower-case letters), supported or not. */
export function isTwoLetterCode(code: unknown): code is string {
  return typeof code === 'string' && /^[a-z]{2}$/.test(code);
}

/** What `session.start.language` asks for, once checked. */
export type LanguageChoice =
  | { readonly kind: 'pin'; readonly language: Language }
  | { readonly kind: 'allowed'; readonly languages: readonly [Language, ...Language[]] }
  | { readonly kind: 'auto' };

/** The language that is decoded first (docs/protocol.md, "Languages"). */
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

/** The languages that a session asks for by name; none with `auto`. */
export function namedLanguages(choice: LanguageChoice): readonly Language[] {
  if (choice.kind === 'auto') return [];
  return choice.kind === 'pin' ? [choice.language] : choice.languages;
}
