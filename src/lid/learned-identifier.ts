/** The default language identifier: our networks (learned-language.ts), and how fluently the recognisers decode. */
import { withEvidence } from './decoding-evidence.js';
import type { LanguageIdentifier } from './identifier.js';
import { learnedLanguage } from './learned-language.js';

export const learnedIdentifier: LanguageIdentifier = {
  identify: async (question, inference) =>
    withEvidence(await inference.call(learnedLanguage, question.audio), question),
};
