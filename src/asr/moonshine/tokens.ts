/**
 * The vocabulary that Moonshine shares with Llama 2 (32 000 pieces; ids from 32 000 up are control tokens without text):
 * tokens to text, where words begin, and which tokens are punctuation.
 */
import llama from 'llama-tokenizer-js';

export const BOS = 1;
export const EOS = 2;
const TEXT_IDS = 32_000;
const WORD_START = '\u2581';

/** Kinds of punctuation that can follow a word. `period`, `question` and `exclamation` end a sentence. */
export const PUNCTUATION = ['period', 'question', 'exclamation', 'comma', 'ellipsis', 'dash'] as const;
export type Punctuation = (typeof PUNCTUATION)[number];

export function pieceOf(id: number): string {
  return id >= 0 && id < TEXT_IDS ? (llama.vocabById[id] ?? '') : '';
}

/** Text of the tokens, without the leading space. */
export function textOf(tokens: readonly number[]): string {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const id of tokens) {
    if (id < 3) continue; // unknown, beginning, end
    const piece = pieceOf(id);
    const byte = /^<0x([0-9A-F]{2})>$/.exec(piece);
    if (byte) bytes.push(parseInt(byte[1]!, 16));
    else bytes.push(...encoder.encode(piece.replaceAll(WORD_START, ' ')));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes)).trim();
}

/** True when the token begins a new word (written languages with spaces). */
export function startsWord(id: number): boolean {
  return pieceOf(id).startsWith(WORD_START);
}

/** True when the token has a letter or a digit in it, or is one byte of a letter. */
export function isWordPart(id: number): boolean {
  return /[\p{L}\p{N}]/u.test(pieceOf(id));
}

/** True of what joins a clitic (`'s`, `'ll`) to the word before it. */
export function isApostrophe(id: number): boolean {
  return /^['’]$/.test(pieceOf(id));
}

/** The kind of punctuation a token begins with, counting tokens joined with quotes or brackets, or undefined. */
export function punctuationOf(id: number): Punctuation | undefined {
  const piece = pieceOf(id).replaceAll(WORD_START, '');
  if (piece === '' || !/^[\p{P}]+$/u.test(piece)) return undefined;
  const mark = /^["'”’»)\]]*(\.{2,}|…|[.?!,;:]|[-–—]+)/u.exec(piece)?.[1];
  if (mark === undefined) return undefined;
  if (mark === '…' || /^\.\./.test(mark)) return 'ellipsis';
  // A lone hyphen joins the parts of a word; a dash stands apart or is long.
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
