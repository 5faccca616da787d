/**
 * The first language identifier: it knows only how fluently the recogniser decodes. Fluent tokens speak for the language
 * being decoded; halting ones against it, without saying for which other. Mean token log-probability of Moonshine tiny
 * (en) on English speech: -0.05 to -0.35; on other languages -0.7 to -1.5.
 */
import type { LanguageIdentifier, LanguageProbabilities, LanguageQuestion } from './identifier.js';

/** Logistic of the mean log-probability: even odds at the middle, slope in log-odds per unit. */
const MIDDLE = -0.55;
const SLOPE = 8;
const MIN_WORDS = 3;

export const decodingIdentifier: LanguageIdentifier = {
  name: 'decoding',
  version: 'decoding-1',
  async identify({ decoding }: LanguageQuestion): Promise<LanguageProbabilities> {
    if (!decoding || decoding.words < MIN_WORDS) return {};
    return { [decoding.language]: 1 / (1 + Math.exp(-SLOPE * (decoding.meanLogProb - MIDDLE))) };
  },
};
