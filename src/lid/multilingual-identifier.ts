/**
 * The default identifier's networks (learned-language.ts) combined with a head on the frames of a multilingual encoder
 * (encoder-language.ts), and how fluently the recognisers decode. It needs a file that is not shipped.
 */
import { withEvidence } from './decoding-evidence.js';
import { encoderLanguage } from './encoder-language.js';
import type { LanguageIdentifier } from './identifier.js';
import { learnedLanguage } from './learned-language.js';
import { combineDistributions } from './combine-distributions.js';

/**
 * Flattens the product of both distributions. Fitted on sources that the heads were not fitted on, by training/lid (the step that
 * fits heads; models/lid-encoder/README.md). Raising it: less sure.
 */
const TEMPERATURE = 1.55;

export const multilingualIdentifier: LanguageIdentifier = {
  async identify(question, inference) {
    const [first, second] = await Promise.all([
      inference.call(learnedLanguage, question.audio),
      inference.call(encoderLanguage, question.audio),
    ]);
    return withEvidence(combineDistributions(first, second, TEMPERATURE), question);
  },
};
