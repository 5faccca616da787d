/** The scorers a session can be run with, by their `--scorer` name. */
import type { BargeinClassifier } from '../bargein/classifier.js';
import { rulesClassifier } from '../bargein/rules-classifier.js';
import { rulesScorer } from '../eot/rules-scorer.js';
import type { EotScorer } from '../eot/scorer.js';
import { TurnwireError } from '../protocol/errors.js';

export interface ScorerPair {
  readonly eot: EotScorer;
  readonly bargein: BargeinClassifier;
}

export const SCORERS: Readonly<Record<string, ScorerPair>> = {
  rules: { eot: rulesScorer, bargein: rulesClassifier },
};
export const DEFAULT_SCORER = 'rules';

export function scorersNamed(name: string): ScorerPair {
  const pair = SCORERS[name];
  if (!pair) {
    const names = Object.keys(SCORERS).join(', ');
    throw new TurnwireError('usage', 'unknown_scorer', `unknown scorer '${name}': choose one of ${names}`);
  }
  return pair;
}
