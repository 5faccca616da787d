/**
 * A language identifier without a network: it uses only how fluently the recognisers decode. Fluent tokens speak for a
 * recogniser's language, halting ones against it.
 */
import { EVEN_LOG_PROB } from './decoding-evidence.js';
import type { LanguageIdentifier, LanguageProbabilities, LanguageQuestion } from './identifier.js';

/** Log-odds for each unit of the mean log-probability above EVEN_LOG_PROB. Chosen by hand. Raising it: surer answers. */
const SLOPE = 8;
/** Number of words below which a decoding says nothing. Chosen by hand. */
const MIN_WORDS = 3;

export const decodingIdentifier: LanguageIdentifier = {
  async identify({ decoding, others = [] }: LanguageQuestion): Promise<LanguageProbabilities> {
    const decoded = [...(decoding ? [decoding] : []), ...others].filter(({ words }) => words >= MIN_WORDS);
    const odds = decoded.map(({ language, meanLogProb }) => ({
      language,
      odds: Math.exp(SLOPE * (meanLogProb - EVEN_LOG_PROB)),
    }));
    // The 1 stands for a language that no recogniser here knows.
    const total = odds.reduce((sum, entry) => sum + entry.odds, 1);
    return Object.fromEntries(odds.map((entry) => [entry.language, entry.odds / total]));
  },
};
