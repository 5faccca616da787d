/**
 * Text to the ids that the text head reads. Text is split into lower-case words, single digits and single CJK characters;
 * each has the hash of the whole and the hashes of its trigrams. training/text/words.py does the same, and
 * test/eot/text-words.test.ts compares the two.
 */
import type { Language } from '../protocol/languages.js';

/** Rows of the embedding table of the English head. Row 0 is padding. */
const BUCKETS = 16_384;
/** Rows of the embedding table of the head for other languages. */
const LANGUAGES_BUCKETS = 32_768;
/** Ids of one word: one for the whole word and up to seven for its trigrams. */
export const IDS_PER_WORD = 8;
/** At most this many last words of what the agent said. */
const CONTEXT_WORDS = 24;
/** At most this many last words of the turn. */
const TURN_WORDS = 40;
/** Stands before the turn's first word, so that a turn without words still has one entry. */
const TURN_MARKER = '\u0000turn';

const LETTER = /[\p{L}\p{M}']/u;
const DIGIT = /\p{Nd}/u;
const CJK = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]/;

export function wordsOf(text: string): string[] {
  const found: string[] = [];
  let word = '';
  const close = () => {
    const bare = word.replace(/^'+|'+$/g, '');
    if (bare !== '') found.push(bare);
    word = '';
  };
  for (const c of text.replaceAll('’', "'").normalize('NFKC').toLowerCase()) {
    const alone = CJK.test(c) || DIGIT.test(c);
    if (!alone && LETTER.test(c)) {
      word += c;
      continue;
    }
    close();
    if (alone) found.push(DIGIT.test(c) ? digitOf(c) : c);
  }
  close();
  return found;
}

/** The digit 0 to 9 of any script. Unicode keeps the ten digits of a script in a row. */
function digitOf(c: string): string {
  const code = c.codePointAt(0)!;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

export interface TextSequence {
  /** `[words, IDS_PER_WORD]`, flat. */
  readonly ids: BigInt64Array;
  /** `[words]` 0 for words said before the turn, 1 for words of the turn. */
  readonly role: BigInt64Array;
  /** Number of words. */
  readonly length: number;
}

/**
 * @param language for the head that reads several languages: the first word then is its code. Without it the sequence is for
 * the English head.
 */
export function sequenceOf(context: string, turn: string, language?: Language): TextSequence {
  const marker = language ? [`\u0000${language}`] : [];
  const before = [...marker, ...wordsOf(context).slice(-CONTEXT_WORDS)];
  const said = [TURN_MARKER, ...wordsOf(turn).slice(-TURN_WORDS)];
  const buckets = language ? LANGUAGES_BUCKETS : BUCKETS;
  const ids = [...before, ...said].flatMap((word) => idsOf(word, buckets));
  const length = before.length + said.length;
  const role = BigInt64Array.from({ length }, (_, i) => (i < before.length ? 0n : 1n));
  return { ids: BigInt64Array.from(ids, BigInt), role, length };
}

function idsOf(word: string, buckets: number): number[] {
  const padded = [...`<${word}>`];
  const grams = padded.slice(0, -2).map((_, i) => padded.slice(i, i + 3).join(''));
  const most = IDS_PER_WORD - 1;
  const kept = grams.length > most ? [...grams.slice(0, 3), ...grams.slice(3 - most)] : grams;
  const ids = [`=${word}`, ...kept].map((part) => (fnv1a(part) % (buckets - 1)) + 1);
  return [...ids, ...Array<number>(IDS_PER_WORD - ids.length).fill(0)];
}

const encoder = new TextEncoder();

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
