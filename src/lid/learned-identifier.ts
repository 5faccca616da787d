/**
 * The learned language identifier: what our head hears (learned-language.ts), and how fluently the recogniser decodes. The
 * second speaks for or against the one language being decoded, so an accent that decodes well stays in its language.
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

export const learnedIdentifier: LanguageIdentifier = {
  name: 'learned',
  version: 'lid-head-3',
  async identify(
    { audio, decoding }: LanguageQuestion,
    inference: Inference,
  ): Promise<LanguageProbabilities> {
    const heard = await inference.call(learnedLanguage, audio);
    const weights = LANGUAGES.map(
      (language, i) => heard[i]! * Math.exp(language === decoding?.language ? fluency(decoding) : 0),
    );
    const total = weights.reduce((sum, weight) => sum + weight, heard[LANGUAGES.length]!);
    return Object.fromEntries(LANGUAGES.map((language, i) => [language, weights[i]! / total]));
  },
};

/** Log-odds that fluent or halting decoding adds to the decoded language, bounded: it is one witness of two. */
function fluency({ meanLogProb, words }: DecodingEvidence): number {
  if (words < FLUENCY.words) return 0;
  const odds = FLUENCY.slope * (meanLogProb - FLUENCY.middle);
  return Math.min(FLUENCY.most, Math.max(-FLUENCY.most, odds));
}
