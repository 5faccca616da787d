import { describe, expect, it } from 'vitest';
import type { AsrDecodeOutput } from '../../src/asr/decoding.js';
import { heardAgain, isInDoubt, saysNothing } from '../../src/asr/second-hearing.js';

const decoded = (noSpeechProb: number | null): AsrDecodeOutput => ({
  text: 'Huh?',
  tokens: [1],
  tokenLogProbs: [-1],
  words: [],
  noSpeechProb,
  eosLogProb: 0,
  punctuation: null,
  lastWordLogProb: -1,
  stopped: 'end',
});

describe('a second hearing', () => {
  it('is for windows in which the first leaves doubt', () => {
    expect(isInDoubt(decoded(0.06))).toBe(true);
    expect(isInDoubt(decoded(0.98))).toBe(true);
    expect(isInDoubt(decoded(0.05))).toBe(false);
    expect(isInDoubt(decoded(null))).toBe(false);
  });

  it('reads the same sound after silence, without a draft, and may hear nothing', () => {
    const audio = new Float32Array(3200).fill(0.5);
    const again = heardAgain({
      audio,
      language: 'en',
      draftTokens: [3],
      forbidEmpty: true,
      phrases: ['yes'],
    });
    expect(Object.keys(again)).toEqual(['audio', 'language']);
    expect(again.audio.length).toBeGreaterThan(audio.length);
    expect(again.audio.subarray(-3200)).toEqual(audio);
    expect(again.audio[0]).toBe(0);
  });

  it('must be very sure that nothing was said', () => {
    expect(saysNothing(decoded(0.99))).toBe(false);
    expect(saysNothing(decoded(0.996))).toBe(true);
  });
});
