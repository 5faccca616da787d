/**
 * The default language identifier: our networks (learned-language.ts), the recogniser's own identification if it was asked, and how
 * fluently the recognisers decode.
 */
import { withEvidence } from './decoding-evidence.js';
import type { LanguageIdentifier } from './identifier.js';
import { learnedLanguage } from './learned-language.js';
import { withRecogniser } from './with-recogniser.js';

export const learnedIdentifier: LanguageIdentifier = {
  async identify(question, inference) {
    const networks = await inference.call(learnedLanguage, question.audio);
    const { byRecogniser } = question;
    return withEvidence(byRecogniser ? withRecogniser(networks, byRecogniser) : networks, question);
  },
};
