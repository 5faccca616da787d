/**
 * The barge-in classifier of `--scorer rules`: which words, how many, how long. Its numbers are chosen by hand: raising one
 * makes more onsets claims.
 */
import { sigmoid } from '../dsp/numeric.js';
import type { BargeinClassifier, BargeinOnset } from './classifier.js';

const BACKCHANNELS = new Set(
  `mm mhm hm hmm uh huh um yeah yes yep yup okay ok right sure oh ah alright great good cool nice exactly true really
  wow i see got it perfect thanks`.split(/\s+/),
);
/** Words that claim the floor even alone. */
const STOPS = new Set(['wait', 'stop', 'no', 'hold', 'sorry', 'actually', 'but', 'excuse', 'hello', 'what']);

export const rulesClassifier: BargeinClassifier = {
  version: 'bargein-rules-1',
  needsText: true,
  async pClaim(onset: BargeinOnset): Promise<number> {
    return sigmoid(logitOf(onset) + onset.priorLogit);
  },
};

function logitOf({ text, speechSec, ended }: BargeinOnset): number {
  // Long speech is no backchannel, whatever the words. Short speech that has ended most likely is one.
  const length = 3 * (speechSec - 0.6) - (ended ? 1 : 0);
  if (text === undefined) return length;
  const words = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  if (words.length === 0) return length - 1;
  if (words.some((word) => STOPS.has(word))) return length + 3;
  if (words.every((word) => BACKCHANNELS.has(word))) return Math.min(length, 0.5) - 2;
  return length + 1 + 0.8 * (words.length - 1);
}
