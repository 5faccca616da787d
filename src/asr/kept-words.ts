/** Words that stay although the latest hypothesis ends before them. */
import { agreement, type RecognisedWord } from './recognised-word.js';

/** Least log-probability of such a word. Raising it: fewer words invented, more lost. Chosen by hand, as that of invented words. */
const KEPT_LOG_PROB = -0.8;

/**
 * The last pending words if a hypothesis is the same but for ending before them. The model often hears a short word ("No.") only until
 * a little silence follows it, so they are words still, if it was sure of all of them.
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
