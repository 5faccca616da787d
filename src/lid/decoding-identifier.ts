/**
 * The first language identifier: it knows only how fluently the recognisers decode. Fluent tokens speak for a language;
 * halting ones against it, and where no other recogniser is loaded, without saying for which other. Mean token log-probability of Moonshine tiny
 * (en) on English speech: -0.05 to -0.35; on other languages -0.7 to -1.5.
 */
import type { LanguageIdentifier, LanguageProbabilities, LanguageQuestion } from './identifier.js';

/** Logistic of the mean log-probability: even odds at the middle, slope in log-odds per unit. */
const MIDDLE = -0.55;
const SLOPE = 8;
const MIN_WORDS = 3;

export const decodingIdentifier: LanguageIdentifier = {
  async identify({ decoding, others = [] }: LanguageQuestion): Promise<LanguageProbabilities> {
    const heard = [...(decoding ? [decoding] : []), ...others].filter(({ words }) => words >= MIN_WORDS);
    const odds = heard.map(({ language, meanLogProb }) => ({
      language,
      odds: Math.exp(SLOPE * (meanLogProb - MIDDLE)),
    }));
    // One more share for a language that no recogniser here knows.
    const total = odds.reduce((sum, entry) => sum + entry.odds, 1);
    return Object.fromEntries(odds.map((entry) => [entry.language, entry.odds / total]));
  },
};
