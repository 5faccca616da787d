/** The scorers that a session can run with, by their `--scorer` name: one for the end of turn, one for barge-in. */
import type { BargeinClassifier } from '../../bargein/classifier.js';
import { learnedClassifier } from '../../bargein/learned-classifier.js';
import { rulesClassifier } from '../../bargein/rules-classifier.js';
import { learnedScorer } from '../../eot/learned-scorer.js';
import { rulesScorer } from '../../eot/rules-scorer.js';
import type { EotScorer } from '../../eot/scorer.js';
import { smartTurnScorer } from '../../eot/smart-turn-scorer.js';
import { TurnwireError } from '../../protocol/errors.js';

export interface ScorerPair {
  readonly eot: EotScorer;
  readonly bargein: BargeinClassifier;
  /** Catalogue id of a model that the scorer needs and that does not ship with turnwire. */
  readonly optInModel?: string;
}

export const SCORERS: Readonly<Record<string, ScorerPair>> = {
  learned: { eot: learnedScorer, bargein: learnedClassifier },
  rules: { eot: rulesScorer, bargein: rulesClassifier },
  'smart-turn': { eot: smartTurnScorer, bargein: learnedClassifier, optInModel: 'smart-turn-v3.2' },
};
export { DEFAULT_SCORER } from '../../operating-points/policies.js';

/** @throws TurnwireError kind `usage` if no scorer has the name. */
export function scorersNamed(name: string): ScorerPair {
  const pair = Object.hasOwn(SCORERS, name) ? SCORERS[name] : undefined;
  if (!pair) {
    const names = Object.keys(SCORERS).join(', ');
    throw new TurnwireError('usage', 'unknown_scorer', `unknown scorer '${name}': choose one of ${names}`);
  }
  return pair;
}
