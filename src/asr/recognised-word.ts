/**
 * A word as a decoding has it, and what makes two of them the same: case and punctuation come and go from one decoding to
 * the next. Used by the streaming recogniser and by who shows its words.
 */
import { isWordPart } from './moonshine/tokens.js';

export interface RecognisedWord {
  readonly text: string;
  /** Absolute samples. */
  readonly start: number;
  readonly end: number;
  readonly logProb: number;
  readonly tokens: readonly number[];
}

/** Number of words, from the first, on which two hypotheses agree. */
export function agreement(before: readonly RecognisedWord[], after: readonly RecognisedWord[]): number {
  const differs = after.findIndex((word, i) => plain(word.text) !== plain(before[i]?.text ?? ''));
  return differs < 0 ? after.length : differs;
}

/** As it is compared: letters and digits only, in lower case. */
export function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Tokens of committed words as later decodings must begin. A comma heard because the sound ended there is not forced:
 * the sentence would have to go on as if there were one.
 */
export function forcedTokens(words: readonly RecognisedWord[]): number[] {
  const last = words.at(-1);
  return [...words.slice(0, -1).flatMap(({ tokens }) => tokens), ...(last ? spokenTokens(last.tokens) : [])];
}

/** A word's tokens without the punctuation after it. */
export function spokenTokens(tokens: readonly number[]): readonly number[] {
  return tokens.slice(0, tokens.findLastIndex(isWordPart) + 1);
}
