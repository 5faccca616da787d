/** Words that stay although the latest hypothesis ends before them. */
import { agreement, type RecognisedWord } from './recognised-word.js';

/** Least log-probability of a word that stays. Chosen by hand, as for invented words. Raising it: fewer invented, more lost. */
const KEPT_LOG_PROB = -0.8;

/**
 * The last pending words, if a new hypothesis is the same but ends before them. The model often hears a short word ("No.") only
 * until a little silence follows it; the words stay if it was sure of all of them.
 */
export function wordsCutOff<Word extends RecognisedWord>(
  pending: readonly Word[],
  hypothesis: readonly RecognisedWord[],
): readonly Word[] {
  const { length } = hypothesis;
  if (length >= pending.length || agreement(pending, hypothesis) < length) return [];
  const rest = pending.slice(length);
  return rest.every(({ logProb }) => logProb >= KEPT_LOG_PROB) ? rest : [];
}
