/**
 * A recognised word, and when two of them are the same: case and punctuation change from one decoding to the next, so neither
 * counts. Used by the streaming recogniser and by the room's transcript.
 */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';

/** Largest distance between two starts of a word that count as the same place, in samples. Chosen by hand. */
export const SAME_PLACE_SAMPLES = 0.3 * SAMPLE_RATE_HZ;

export interface RecognisedWord {
  readonly text: string;
  /** First sample and the one after the last, counted from the start of the session. */
  readonly start: number;
  readonly end: number;
  /** Mean log-probability of its tokens, 0 or less. */
  readonly logProb: number;
  readonly tokens: readonly number[];
  /** Number of its tokens up to its last letter or digit; punctuation follows. */
  readonly spokenCount: number;
}

/** How many words, from the first on, two hypotheses have in common. */
export function agreement(before: readonly RecognisedWord[], after: readonly RecognisedWord[]): number {
  const differs = after.findIndex((word, i) => comparable(word.text) !== comparable(before[i]?.text ?? ''));
  return differs < 0 ? after.length : differs;
}

/** True if two words have the same letters and begin at most `mostSamples` apart. */
export function isSameWord(one: RecognisedWord, other: RecognisedWord, mostSamples: number): boolean {
  return Math.abs(one.start - other.start) <= mostSamples && comparable(one.text) === comparable(other.text);
}

/** The form in which words are compared: letters and digits only, in lower case. */
export function comparable(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The tokens with which later decodings must begin, given the committed words. The punctuation after the last word is left out:
 * the model writes a comma because the sound ends there, and forcing it would change how the sentence goes on.
 */
export function forcedTokens(words: readonly RecognisedWord[]): number[] {
  const last = words.at(-1);
  return [...words.slice(0, -1).flatMap(({ tokens }) => tokens), ...(last ? spokenTokens(last) : [])];
}

/** A word's tokens without the punctuation after it. */
export function spokenTokens({ tokens, spokenCount }: RecognisedWord): readonly number[] {
  return tokens.slice(0, spokenCount);
}
