import { describe, expect, it } from 'vitest';
import { areInvented } from '../../src/asr/invented-words.js';
import type { AsrDecodeOutput } from '../../src/asr/decoding.js';

const word = {
  text: 'you',
  newText: 'you',
  from: 0,
  to: 1,
  spokenTo: 1,
  logProb: -1,
  startSec: 0,
  endSec: 0.3,
};
const decoded = (noSpeechProb: number | null, logProb: number, words: number): AsrDecodeOutput => ({
  text: 'you',
  tokens: [1],
  tokenLogProbs: [logProb],
  words: Array.from({ length: words }, () => word),
  noSpeechProb,
  eosLogProb: 0,
  punctuation: null,
  lastWordLogProb: logProb,
  stopped: 'end',
});
const SEC = 16_000;

describe('areInvented', () => {
  it('believes a model that is sure of silence', () => {
    expect(areInvented(decoded(0.98, -0.1, 1), 2 * SEC)).toBe(true);
    expect(areInvented(decoded(0.97, -0.1, 1), 2 * SEC)).toBe(false);
  });

  it('finds words invented that the model is unsure of and would rather leave out', () => {
    expect(areInvented(decoded(0.6, -0.9, 3), 0.5 * SEC)).toBe(true);
    expect(areInvented(decoded(0.6, -0.7, 3), 0.5 * SEC)).toBe(false);
    expect(areInvented(decoded(0.5, -0.9, 3), 0.5 * SEC)).toBe(false);
  });

  it('keeps a short answer', () => {
    expect(areInvented(decoded(0.6, -0.9, 1), 0.9 * SEC)).toBe(false);
    expect(areInvented(decoded(0.6, -0.9, 1), 1 * SEC)).toBe(true);
  });

  it('cannot tell after a forced prefix', () => {
    expect(areInvented(decoded(null, -3, 3), 2 * SEC)).toBe(false);
  });
});
