/**
 * Text with one kind of apostrophe and without characters that have no shape. Called by scoring-words.ts and the English normaliser,
 * before any other rule.
 */

/**
 * Characters that people and programs write for an apostrophe: U+0060, U+00B4, U+0092 (Windows text that was read as Latin-1), U+02B9,
 * U+02BB to U+02BE, U+02C8, U+02CA, U+02CB, U+0384, U+055A, U+05F3, U+07F4, U+1FBD, U+1FBF, U+1FEF, U+1FFD, U+2018, U+2019, U+201B,
 * U+2032, U+2035, U+275B, U+275C, U+A78B, U+A78C, U+FF07, U+FF40. Compatibility forms (NFKC) would cut some of them into a space and an accent.
 */
const APOSTROPHES =
  /[`\u00b4\u0092\u02b9\u02bb-\u02be\u02c8\u02ca\u02cb\u0384\u055a\u05f3\u07f4\u1fbd\u1fbf\u1fef\u1ffd\u2018\u2019\u201b\u2032\u2035\u275b\u275c\ua78b\ua78c\uff07\uff40]/g;

/**
 * Format characters (soft hyphen, zero-width joiner and non-joiner, marks of direction), variation selectors and others without a
 * shape (grapheme joiner, Hangul fillers). They are no part of a word.
 */
const INVISIBLE = /\p{Cf}|\p{Default_Ignorable_Code_Point}/gu;

export function plainCharacters(text: string): string {
  return text.replace(APOSTROPHES, "'").replace(INVISIBLE, '');
}
