/**
 * Whisper's text tokens: the bytes of each (a token may end in the middle of a character), the text of several, and which
 * are punctuation. The list is GPT-2's, with a printable character for each byte (openai/gpt-2, `encoder.py`).
 */
import type { Punctuation } from '../decoding.js';
import { TEXT_TOKENS } from './special-tokens.js';

export class TokenTable {
  private constructor(private readonly bytes: readonly Uint8Array[]) {}

  /** @param list one token a line, ids ascending from 0 */
  static parse(list: string): TokenTable {
    const byteOf = bytesOfPrintables();
    const lines = list.split('\n').slice(0, TEXT_TOKENS);
    return new TokenTable(
      lines.map((line) => {
        const bytes = new Uint8Array(line.length);
        for (let i = 0; i < line.length; i++) bytes[i] = byteOf[line.charCodeAt(i)]!;
        return bytes;
      }),
    );
  }

  /** Bytes of a token; none for a token without text. */
  bytesOf(id: number): Uint8Array {
    return this.bytes[id] ?? new Uint8Array(0);
  }

  /** Text of the tokens, untrimmed; a character cut in two becomes U+FFFD. */
  rawText(tokens: readonly number[]): string {
    return new TextDecoder().decode(Uint8Array.from(tokens.flatMap((id) => [...this.bytesOf(id)])));
  }

  /** Text of the tokens without the space around it and without a character that they do not end. */
  text(tokens: readonly number[]): string {
    return this.rawText(tokens).replaceAll('\uFFFD', '').trim();
  }

  /** Every punctuation token with its kind, ids ascending. */
  punctuation(): { id: number; kind: Punctuation }[] {
    return this.bytes.flatMap((bytes, id) => {
      if (bytes.some(isAsciiWordPart)) return [];
      const kind = punctuationOf(this.rawText([id]));
      return kind ? [{ id, kind }] : [];
    });
  }
}

const MARKS: Readonly<Record<string, Punctuation>> = {
  '.': 'period',
  '。': 'period',
  '．': 'period',
  '।': 'period',
  '۔': 'period',
  '?': 'question',
  '？': 'question',
  '؟': 'question',
  '!': 'exclamation',
  '！': 'exclamation',
};

/** The kind of punctuation that a token's text begins with, after quotes and brackets that close; undefined for other text. */
export function punctuationOf(text: string): Punctuation | undefined {
  const marks = text.trim();
  if (!/^\p{P}+$/u.test(marks)) return undefined;
  const mark = /^["'”’»」』)\]）]*(\.{2,}|…|[.。．।۔?？؟!！,，、،;；؛:：]|[-–—]+)/u.exec(marks)?.[1];
  if (mark === undefined) return undefined;
  if (mark === '…' || mark.startsWith('..')) return 'ellipsis';
  // A lone hyphen joins the parts of a word; a dash stands apart or is long.
  if (/^[-–—]/u.test(mark)) return text === '-' ? undefined : 'dash';
  return MARKS[mark] ?? 'comma';
}

const isAsciiWordPart = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

/** For each character code of the list, the byte that it stands for. */
function bytesOfPrintables(): Uint8Array {
  const byteOf = new Uint8Array(512);
  let next = 256;
  for (let byte = 0; byte < 256; byte++) {
    const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    byteOf[printable ? byte : next++] = byte;
  }
  return byteOf;
}
