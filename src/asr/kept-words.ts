/** Uncommitted words that stay although the latest hypothesis ends before them. Used by streaming-recogniser.ts. */
import { agreement, type RecognisedWord } from './recognised-word.js';

/** Least log-probability of a word that stays. Chosen by hand, as for invented words. Raising it: fewer invented, more lost. */
const KEPT_LOG_PROB = -0.8;

/**
 * The last uncommitted words, if a new hypothesis is the same but ends before them. The model often hears a short word ("No.") only
 * until a little silence follows it; the words stay if it was sure of all of them.
 */
export function wordsCutOff<Word extends RecognisedWord>(
  uncommitted: readonly Word[],
  hypothesis: readonly RecognisedWord[],
): readonly Word[] {
  const { length } = hypothesis;
  if (length >= uncommitted.length || agreement(uncommitted, hypothesis) < length) return [];
  const rest = uncommitted.slice(length);
  return rest.every(({ logProb }) => logProb >= KEPT_LOG_PROB) ? rest : [];
}
