/** The window that a decoding reads, and its words as places in the session. Used by streaming-recogniser.ts. */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { AsrDecodeOutput } from './decoding.js';
import type { RecognisedWord } from './recognised-word.js';

/**
 * Silence put before every window, in samples: the model misrecognises a word that begins in its first frame. Finals of 60
 * utterances of LibriSpeech test-other: 16.4 % of words wrong with it, 19.6 % without, 14.9 % decoded offline
 * (scripts/rooms/streaming-words.mjs, November 2026).
 */
const LEAD_SAMPLES = 0.5 * SAMPLE_RATE_HZ;

/** The sound with `LEAD_SAMPLES` zeros before it. */
export function afterSilence(sound: Float32Array): Float32Array {
  const whole = new Float32Array(LEAD_SAMPLES + sound.length);
  whole.set(sound, LEAD_SAMPLES);
  return whole;
}

export interface WindowPlace {
  /** Absolute samples of the window without its silence. */
  readonly from: number;
  readonly to: number;
  /** Number of tokens that the decoding was forced to begin with. */
  readonly prefix: number;
  /** Absolute sample at which the last forced word ends. */
  readonly forcedEnd: number;
}

/** The words after the forced ones. */
export function placedWords(
  decoded: AsrDecodeOutput,
  { from, to, prefix, forcedEnd }: WindowPlace,
): RecognisedWord[] {
  const at = (sec: number) => Math.min(to, from - LEAD_SAMPLES + Math.round(sec * SAMPLE_RATE_HZ));
  let after = forcedEnd;
  return decoded.words.flatMap((word) => {
    const first = Math.max(word.from, prefix);
    const tokens = decoded.tokens.slice(first, word.to);
    // What continues a committed word becomes a word of its own: `715` is committed, then `715-139` gives `139`. No word begins
    // with a vowel sign, which belongs to the letter before it (Hindi, Arabic).
    const text = word.from < prefix ? word.newText.replace(/^[\p{Pd}\p{M}]+/u, '') : word.text;
    if (word.to <= prefix || !/[\p{L}\p{N}]/u.test(text)) return [];
    const start = Math.max(after, at(word.startSec));
    const end = Math.max(start, at(word.endSec));
    after = end;
    const spokenCount = Math.max(0, word.spokenTo - first);
    return [{ text, start, end, logProb: word.logProb, tokens, spokenCount }];
  });
}
