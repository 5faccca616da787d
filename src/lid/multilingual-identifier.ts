/**
 * What the learned identifier hears (our head on Moonshine's frames and our listener, learned-language.ts), and a head on the
 * frames of an encoder that knows many languages (encoder-language.ts), which needs a file that is not shipped. Beside them,
 * how fluently the recognisers decode.
 */
import { withEvidence } from './decoding-evidence.js';
import { encoderLanguage } from './encoder-language.js';
import type { LanguageIdentifier } from './identifier.js';
import { learnedLanguage } from './learned-language.js';
import { combineDistributions } from './combine-distributions.js';

/** Flattens the product of both. Found on sources that the heads were not fitted on. */
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
