/**
 * The learned language identifier: what our head hears (learned-language.ts), and how fluently the recogniser decodes. The
 * second speaks for or against the one language being decoded, so an accent that decodes well stays in its language. Where
 * it halts, the other recognisers that are loaded have decoded the same sound, and are witnesses for their languages.
 */
import type { Inference } from '../inference/kernel.js';
import { LANGUAGES } from '../protocol/languages.js';
import type {
  DecodingEvidence,
  LanguageIdentifier,
  LanguageProbabilities,
  LanguageQuestion,
} from './identifier.js';
import { learnedLanguage } from './learned-language.js';

/** Log-odds per unit of mean token log-probability around the middle between fluent and halting decoding (tiny, en). */
const FLUENCY = { slope: 4, middle: -0.55, most: 2, words: 3 } as const;
/** The same for the others: base-es decodes Spanish at -0.03 to -0.4, other languages at -0.5 and below (55 windows). */
const OTHER_FLUENCY = { slope: 8, middle: -0.55, most: 3, words: 2 } as const;

export const learnedIdentifier: LanguageIdentifier = {
  name: 'learned',
  version: 'lid-head-3',
  async identify(
    { audio, decoding, others = [] }: LanguageQuestion,
    inference: Inference,
  ): Promise<LanguageProbabilities> {
    const heard = await inference.call(learnedLanguage, audio);
    const odds = new Map<string, number>(
      others.map((other) => [other.language, fluency(other, OTHER_FLUENCY)]),
    );
    if (decoding) odds.set(decoding.language, fluency(decoding, FLUENCY));
    const weights = LANGUAGES.map((language, i) => heard[i]! * Math.exp(odds.get(language) ?? 0));
    const total = weights.reduce((sum, weight) => sum + weight, heard[LANGUAGES.length]!);
    return Object.fromEntries(LANGUAGES.map((language, i) => [language, weights[i]! / total]));
  },
};

/** Log-odds that fluent or halting decoding adds to its language, bounded: it is one witness of several. */
function fluency(
  { meanLogProb, words }: DecodingEvidence,
  by: typeof FLUENCY | typeof OTHER_FLUENCY,
): number {
  if (words < by.words) return 0;
  return Math.min(by.most, Math.max(-by.most, by.slope * (meanLogProb - by.middle)));
}
