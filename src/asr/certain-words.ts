/** How many words of a hypothesis are certain, and so committed, while speech goes on. Used by streaming-recogniser.ts, which has the rules. */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { RecognisedWord } from './recognised-word.js';

/** A word that has been the same for this long is committed, in seconds. Raising it: later last words, fewer errors. Chosen by hand. */
const STABLE_SEC = 1;
/** A word that ends this close to the end of the sound is not committed while speech goes on, in seconds. Chosen by hand. */
const EDGE_SEC = 0.3;
/**
 * A word that ended this long ago is committed as the latest decoding has it, in seconds, so that a word that changes with every
 * decoding does not hold up all words behind it. With decodings every 0.6 s a word is committed 1.4 to 2 s after its end at the latest.
 * Raising it: later finals of speech that is hard to make out, fewer errors (docs/decisions/2026-11-29-finals-in-time.md).
 */
const LATE_SEC = 1.4;
/** The same where another language may turn out to be spoken: words that change with every decoding are a sign of one. Chosen by hand. */
const LATE_SEC_IF_LANGUAGES = 2.5;

/** A word of the newest hypothesis that is not committed. */
export interface HypothesisWord extends RecognisedWord {
  /** The hop, as a sample of the session, since which every hypothesis has had this word at this place. */
  readonly since: number;
}

export interface Hop {
  /** How many words the previous hypothesis has as well. */
  readonly agreed: number;
  /** How many words the previous hypothesis has in all. */
  readonly before: number;
  /** End of the sound. */
  readonly sample: number;
  readonly severalLanguages: boolean;
}

/** How many words from the first one on are certain. */
export function countCertain(words: readonly HypothesisWord[], hop: Hop): number {
  const { agreed, before, sample } = hop;
  const stable = sample - STABLE_SEC * SAMPLE_RATE_HZ;
  const edge = sample - EDGE_SEC * SAMPLE_RATE_HZ;
  const late = sample - (hop.severalLanguages ? LATE_SEC_IF_LANGUAGES : LATE_SEC) * SAMPLE_RATE_HZ;
  const isUncertain = (word: HypothesisWord, i: number): boolean => {
    const isAgreed = i < agreed && (word.since <= stable || (i < words.length - 1 && word.end <= edge));
    const isLate = word.end <= late && i < Math.min(before, words.length) - 1;
    return !isAgreed && !isLate;
  };
  const first = words.findIndex(isUncertain);
  return first < 0 ? words.length : first;
}
