/**
 * Two heads of ours as one identifier: on Moonshine's frames (learned-language.ts) and on those of an encoder that knows many
 * languages (encoder-language.ts), which needs a file that is not shipped. Beside them, how fluently the recognisers decode.
 */
import { withEvidence } from './decoding-evidence.js';
import { encoderLanguage } from './encoder-language.js';
import type { LanguageIdentifier } from './identifier.js';
import { learnedLanguage } from './learned-language.js';

/** Both hear the same sound: their product alone would be too sure. Found on sources left out of training. */
const TEMPERATURE = 1.55;

export const multilingualIdentifier: LanguageIdentifier = {
  name: 'multilingual',
  version: 'lid-encoder-1 with lid-head-3',
  async identify(question, inference) {
    const [first, second] = await Promise.all([
      inference.call(learnedLanguage, question.audio),
      inference.call(encoderLanguage, question.audio),
    ]);
    return withEvidence(together(first, second), question);
  },
};

/** The product of two distributions, flattened by the temperature. */
export function together(first: Float32Array, second: Float32Array): number[] {
  const weights = [...first].map((p, i) => (p * second[i]!) ** (1 / TEMPERATURE));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
