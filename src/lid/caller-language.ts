/**
 * What is believed of the language of a stream's caller, who speaks one of the languages that the client allows. Each window of speech
 * changes the belief as in language-belief.ts; the caller is followed as soon as another language is likelier than not.
 */
import { normalise } from '../dsp/numeric.js';
import type { Language } from '../protocol/languages.js';
import type { LanguageProbabilities } from './identifier.js';
import { SURE } from './policy.js';

/** Probability of each allowed language, in their order; sums to 1. */
export type CallerBelief = readonly number[];

/** Probability that the caller speaks the language of the window before. As in language-belief.ts. */
const STAYS = 0.9;
/** Weight of a window that is not sure; a sure one has 1. As in language-belief.ts. */
const UNSURE_WEIGHT = 0.5;
/** Least probability of a language in a window, so that no window rules a language out. Chosen by hand. */
const LEAST = 1e-4;
/** Belief from which the caller is followed. Chosen by hand. Raising it: later changes, fewer wrong ones. */
const FOLLOWED = 0.5;

/** Before anything is heard. */
export function noBelief(allowed: readonly Language[]): CallerBelief {
  return allowed.map(() => 1 / allowed.length);
}

export function believedAfter(
  belief: CallerBelief,
  window: LanguageProbabilities,
  allowed: readonly Language[],
): CallerBelief {
  const probabilities = allowed.map((language) => window[language] ?? 0);
  const weight = Math.max(...probabilities) >= SURE ? 1 : UNSURE_WEIGHT;
  const predicted = belief.map((p) => STAYS * p + (1 - STAYS) / allowed.length);
  return normalise(predicted.map((p, i) => p * (probabilities[i]! + LEAST) ** weight));
}

/** The language to follow: the likeliest one if it is likelier than not, else the one followed so far. */
export function followed(belief: CallerBelief, allowed: readonly Language[], current: Language): Language {
  const best = belief.indexOf(Math.max(...belief));
  return belief[best]! > FOLLOWED ? allowed[best]! : current;
}
