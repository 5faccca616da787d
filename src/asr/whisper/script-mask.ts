/**
 * Which tokens may be written in a language: those whose letters are the language's own. Without it a Hindi window comes out
 * in Urdu or Latin letters (4 of 7 recordings). A token that ends inside a character is judged by the characters it can become.
 */
import type { Language } from '../../protocol/languages.js';
import { isWrittenIn } from '../writing-systems.js';
import { NO_SPEECH_TEXT, TEXT_TOKENS } from './special-tokens.js';
import type { TokenTable } from './token-table.js';

/** Added to the logit of a token that must not be written. */
export const BARRED = -1e9;

/** Languages written without any Latin letters: the model would give their words in Latin transcription. */
const WITHOUT_LATIN: ReadonlySet<Language> = new Set(['hi']);

/** @returns `[vocabulary]` 0 or BARRED: text in the language's letters, and the end; no other token. */
export function writingMask(table: TokenTable, language: Language, vocabulary: number): Float32Array {
  const mask = new Float32Array(vocabulary).fill(BARRED);
  const reachable = new Map<string, boolean>();
  for (let id = 0; id <= TEXT_TOKENS; id++) {
    if (isWritable(table.bytesOf(id), language, reachable)) mask[id] = 0;
  }
  for (const id of NO_SPEECH_TEXT) mask[id] = BARRED;
  return mask;
}

/** @param reachable remembers, for the beginning of a character, whether it can become one of the language */
function isWritable(bytes: Uint8Array, language: Language, reachable: Map<string, boolean>): boolean {
  // Nearly all tokens: decoding none of them makes this five times as fast.
  if (bytes.every((byte) => byte < 0x80)) return !WITHOUT_LATIN.has(language) || !bytes.some(isLatinLetter);
  let start = 0;
  // The end of a character that another token began: that one was judged.
  while (start < bytes.length && isContinuation(bytes[start]!)) start++;
  const cut = beginningOfCutCharacter(bytes, start);
  if (!isAllowed(new TextDecoder().decode(bytes.subarray(start, cut)), language)) return false;
  if (cut === bytes.length) return true;
  const key = bytes.subarray(cut).join();
  let can = reachable.get(key);
  if (can === undefined) reachable.set(key, (can = canBecomeAllowed(bytes.subarray(cut), language)));
  return can;
}

function isAllowed(text: string, language: Language): boolean {
  return isWrittenIn(text, language) && !(WITHOUT_LATIN.has(language) && /\p{Script=Latin}/u.test(text));
}

const isLatinLetter = (byte: number) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
const isContinuation = (byte: number) => byte >= 0x80 && byte < 0xc0;
const lengthOf = (lead: number) => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);

/** Place of the last character if it is not whole, else the number of bytes. */
function beginningOfCutCharacter(bytes: Uint8Array, start: number): number {
  for (let at = start; at < bytes.length; at += lengthOf(bytes[at]!)) {
    if (at + lengthOf(bytes[at]!) > bytes.length) return at;
  }
  return bytes.length;
}

/**
 * True if a character that begins with these bytes may be written: some of them are letters or signs of the language, or all are
 * punctuation. A beginning that punctuation shares with letters of other scripts is barred, because nothing judges the tokens that
 * end the character.
 */
function canBecomeAllowed(bytes: Uint8Array, language: Language): boolean {
  const length = lengthOf(bytes[0]!);
  let low = bytes[0]! & (0xff >> (length + 1));
  for (const byte of bytes.subarray(1)) low = (low << 6) | (byte & 0x3f);
  const missing = 6 * (length - bytes.length);
  const from = Math.max(low << missing, length === 2 ? 0x80 : length === 3 ? 0x800 : 0x1_0000);
  const to = Math.min(((low + 1) << missing) - 1, 0x10_ffff);
  let hasOwn = false;
  let hasOther = false;
  for (let point = from; point <= to; point++) {
    const char = String.fromCodePoint(point);
    const isLetter = /[\p{L}\p{M}]/u.test(char);
    if (!isLetter && !/[\p{P}\p{S}\p{N}]/u.test(char)) continue;
    if (!isAllowed(char, language)) hasOther = true;
    else if (isLetter) return true;
    else hasOwn = true;
  }
  return hasOwn && !hasOther;
}
