/**
 * What is believed of the language of a stream's caller, who speaks one of the languages that the client allows. Each window of speech
 * changes the belief as in language-belief.ts; the caller is followed as soon as another language is likelier than not.
 */
import type { Language } from '../protocol/languages.js';
import type { LanguageProbabilities } from './identifier.js';
import { afterWindow, STAYS } from './language-belief.js';
import { SURE } from './policy.js';

/** Probability of each allowed language, in their order; sums to 1. */
export type CallerBelief = readonly number[];

/** Belief from which the caller is followed. Chosen by hand. Raising it: later changes, fewer wrong ones. */
const FOLLOWED = 0.5;

/** Before anything is heard. */
export function noBelief(allowed: readonly Language[]): CallerBelief {
  return allowed.map(() => 1 / allowed.length);
}

/** The belief after one more window; what the window gives to languages that are not allowed does not count. */
export function believedAfter(
  belief: CallerBelief,
  window: LanguageProbabilities,
  allowed: readonly Language[],
): CallerBelief {
  const probabilities = allowed.map((language) => window[language] ?? 0);
  const predicted = belief.map((p) => STAYS * p + (1 - STAYS) / allowed.length);
  return afterWindow(predicted, probabilities, Math.max(...probabilities) >= SURE);
}

/** The language to follow: the likeliest one if it is likelier than not, else the one followed so far. */
export function followed(belief: CallerBelief, allowed: readonly Language[], current: Language): Language {
  const best = belief.indexOf(Math.max(...belief));
  return belief[best]! > FOLLOWED ? allowed[best]! : current;
}
