/**
 * A language identifier without a network: it uses only how fluently the recognisers decode. Fluent tokens speak for a
 * recogniser's language, halting ones against it. Mean token log-probability of Moonshine tiny (en): -0.05 to -0.35 on English
 * speech, -0.7 to -1.5 on other languages.
 */
import type { LanguageIdentifier, LanguageProbabilities, LanguageQuestion } from './identifier.js';

/** Mean log-probability at which a recogniser's language has even odds: between the two ranges above. */
const MIDDLE = -0.55;
/** Log-odds for each unit above the middle. Chosen by hand. Raising it: surer answers. */
const SLOPE = 8;
/** Number of words below which a decoding says nothing. Chosen by hand. */
const MIN_WORDS = 3;

export const decodingIdentifier: LanguageIdentifier = {
  async identify({ decoding, others = [] }: LanguageQuestion): Promise<LanguageProbabilities> {
    const decoded = [...(decoding ? [decoding] : []), ...others].filter(({ words }) => words >= MIN_WORDS);
    const odds = decoded.map(({ language, meanLogProb }) => ({
      language,
      odds: Math.exp(SLOPE * (meanLogProb - MIDDLE)),
    }));
    // The 1 stands for a language that no recogniser here knows.
    const total = odds.reduce((sum, entry) => sum + entry.odds, 1);
    return Object.fromEntries(odds.map((entry) => [entry.language, entry.odds / total]));
  },
};
