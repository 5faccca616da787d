/**
 * Turns tokens into words with their times in the window. Languages written with spaces have a word from one space to the next;
 * Chinese and Japanese have a unit for each token or run of tokens that makes whole characters. Punctuation joins the word before
 * it.
 */
import { argMax, mean } from '../../dsp/numeric.js';
import type { Language } from '../../protocol/languages.js';
import type { AsrWord } from '../decoding.js';
import { alignRows } from '../moonshine/word-times.js';
import { isWrittenIn, joinText } from '../writing-systems.js';
import { simplified } from './simplified-characters.js';
import type { TokenTable } from './token-table.js';
import { FRAME_SEC } from './whisper-network.js';

/** Languages written without spaces between words. */
const UNSPACED: ReadonlySet<Language> = new Set(['ja', 'zh']);

/** Time from the beginning of a window's first word to the frame that its token attends to most, in seconds. Chosen by hand. */
const ONSET_SEC = 0.2;

/**
 * @returns `[tokens + 1]` seconds from the start of the window: where each token begins, then where the last one ends. If the
 * network gives no attention (`rows`), the tokens are spread evenly over the window.
 */
export function tokenTimes(rows: readonly Float32Array[], tokens: number, seconds: number): number[] {
  if (rows.length < tokens) return Array.from({ length: tokens + 1 }, (_, i) => (i * seconds) / tokens);
  if (tokens === 0) return [seconds];
  // Attention to the silence behind the window says nothing about the words.
  const frames = Math.ceil(seconds / FRAME_SEC);
  const own = rows.map((row) => row.subarray(0, frames));
  const first = alignRows(own.map((row) => [row]));
  // The path gives all sound before the first word to that word: it begins shortly before the model looks at it.
  first[0] = Math.max(0, Math.min(first[1]!, argMax(own[0]!)) - ONSET_SEC / FRAME_SEC);
  return first.slice(0, tokens + 1).map((frame) => Math.min(frame * FRAME_SEC, seconds));
}

/**
 * Words written in the language's own letters.
 * @param logProbs log-probability of each token
 * @param prefix number of tokens that the text had to begin with
 * @param times what `tokenTimes` returns; if undefined, the words have no times (NaN)
 */
export function wordsOf(
  table: TokenTable,
  tokens: readonly number[],
  logProbs: readonly number[],
  language: Language,
  prefix: number,
  times: readonly number[] | undefined,
): AsrWord[] {
  const units = unitsOf(table, tokens, UNSPACED.has(language));
  return units
    .map(({ from, spoken, to }) => ({
      text: writtenText(table, tokens.slice(from, to), language),
      newText: writtenText(table, tokens.slice(Math.max(from, prefix), to), language),
      from,
      to,
      spokenTo: spoken,
      logProb: mean(logProbs.slice(from, spoken)) ?? 0,
      startSec: times?.[from] ?? NaN,
      endSec: times?.[spoken] ?? NaN,
    }))
    .filter(({ text }) => isWrittenIn(text, language));
}

/** The text of tokens: Chinese in simplified characters, Chinese and Japanese with spaces between Latin words only. */
export function writtenText(table: TokenTable, tokens: readonly number[], language: Language): string {
  const text = table.text(tokens);
  if (!UNSPACED.has(language)) return text;
  const joined = text.split(' ').reduce((before, part) => joinText(before, part, language), '');
  return language === 'zh' ? simplified(joined) : joined;
}

interface Unit {
  readonly from: number;
  /** End of its letters; punctuation up to `to` follows. */
  readonly spoken: number;
  readonly to: number;
}

function unitsOf(table: TokenTable, tokens: readonly number[], unspaced: boolean): Unit[] {
  const units: Unit[] = [];
  for (const { from, to } of pieces(table, tokens, unspaced)) {
    const isSpoken = /[\p{L}\p{N}\uFFFD]/u.test(table.rawText(tokens.slice(from, to)));
    const last = units.at(-1);
    if (last && !isSpoken) units[units.length - 1] = { ...last, to };
    else units.push({ from, spoken: isSpoken ? lastLetters(table, tokens, from, to) : to, to });
  }
  return units;
}

/** Runs of tokens from one space to the next, or runs that make whole characters. */
function pieces(
  table: TokenTable,
  tokens: readonly number[],
  unspaced: boolean,
): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let from = 0;
  tokens.forEach((_, i) => {
    const next = tokens[i + 1];
    const ends =
      next === undefined ||
      (unspaced
        ? !table.rawText(tokens.slice(from, i + 1)).includes('\uFFFD')
        : table.bytesOf(next)[0] === 0x20);
    if (!ends) return;
    found.push({ from, to: i + 1 });
    from = i + 1;
  });
  return found;
}

/** End of the last token of `[from, to)` with a letter or digit in it, or part of one. */
function lastLetters(table: TokenTable, tokens: readonly number[], from: number, to: number): number {
  for (let i = to - 1; i > from; i--)
    if (/[\p{L}\p{N}\uFFFD]/u.test(table.rawText([tokens[i]!]))) return i + 1;
  return from + 1;
}
