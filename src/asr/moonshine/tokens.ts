/**
 * The vocabulary that Moonshine shares with Llama 2: 32 000 pieces; ids from 32 000 up are control tokens without text.
 * Turns tokens into text, and tells where words begin and which tokens are punctuation.
 */
import { readFileSync } from 'node:fs';
import type { Punctuation } from '../decoding.js';

/**
 * The piece of each token. Read from a file, because the package that has them also builds the tables that turn text into tokens: 20 MB
 * and 60 ms that nothing here needs.
 */
const PIECES = JSON.parse(
  readFileSync(new URL('../../../models/moonshine-pieces/pieces.json', import.meta.url), 'utf8'),
) as readonly string[];

export const BOS = 1;
export const EOS = 2;
const TEXT_IDS = 32_000;
const WORD_START = '\u2581';

/** The written piece of a token; '' for control tokens. */
export function pieceOf(id: number): string {
  return id >= 0 && id < TEXT_IDS ? (PIECES[id] ?? '') : '';
}

/** Text of the tokens, without spaces at either end. Ids 0 to 2 (unknown, beginning, end) have no text. */
export function textOf(tokens: readonly number[]): string {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const id of tokens) {
    if (id < 3) continue;
    const piece = pieceOf(id);
    const byte = /^<0x([0-9A-F]{2})>$/.exec(piece);
    if (byte) bytes.push(parseInt(byte[1]!, 16));
    else bytes.push(...encoder.encode(piece.replaceAll(WORD_START, ' ')));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes)).trim();
}

/**
 * Tokens of texts, as byte pair encoding makes them: of two neighbours that make a piece together, those of the lowest id are joined
 * first. The table of pieces is made for the call: kept, it would take 3 MB.
 */
export function tokensOf(texts: readonly string[]): number[][] {
  const ids = new Map<string, number>();
  for (let id = TEXT_IDS - 1; id >= 3; id -= 1) ids.set(pieceOf(id), id);
  return texts.map((text) => {
    const parts = [...(WORD_START + text.replaceAll(' ', WORD_START))];
    for (;;) {
      const joined = parts.slice(1).map((part, i) => ids.get(parts[i]! + part) ?? Infinity);
      const lowest = Math.min(...joined, Infinity);
      if (lowest === Infinity) return parts.map((part) => ids.get(part) ?? 0);
      const at = joined.indexOf(lowest);
      parts.splice(at, 2, parts[at]! + parts[at + 1]!);
    }
  });
}

/** True if the token begins a new word. Languages written without spaces have no such tokens within a sentence. */
export function startsWord(id: number): boolean {
  return pieceOf(id).startsWith(WORD_START);
}

/** True if the token holds a letter or a digit, or is one byte of a letter (`<0xE3>`). */
export function isWordPart(id: number): boolean {
  return /[\p{L}\p{N}]/u.test(pieceOf(id));
}

/** True if the token is an apostrophe, which joins an ending (`'s`, `'ll`) to the word before it. */
export function isApostrophe(id: number): boolean {
  return /^['’]$/.test(pieceOf(id));
}

/** The kind of punctuation that a token is, quotes or brackets before the mark aside; undefined if it is none. */
export function punctuationOf(id: number): Punctuation | undefined {
  const piece = pieceOf(id).replaceAll(WORD_START, '');
  if (piece === '' || !/^[\p{P}]+$/u.test(piece)) return undefined;
  const mark = /^["'”’»)\]]*(\.{2,}|…|[.?!,;:]|[-–—]+)/u.exec(piece)?.[1];
  if (mark === undefined) return undefined;
  if (mark === '…' || /^\.\./.test(mark)) return 'ellipsis';
  // A hyphen without a space before it joins the parts of a word; any other hyphen is a dash.
  if (/^[-–—]/u.test(mark)) return pieceOf(id) === '-' ? undefined : 'dash';
  return ({ '.': 'period', '?': 'question', '!': 'exclamation' } as const)[mark] ?? 'comma';
}

/** Every punctuation token with its kind, ids ascending. */
export function punctuationTokens(): { id: number; kind: Punctuation }[] {
  const found: { id: number; kind: Punctuation }[] = [];
  for (let id = 3; id < TEXT_IDS; id++) {
    const kind = punctuationOf(id);
    if (kind) found.push({ id, kind });
  }
  return found;
}
