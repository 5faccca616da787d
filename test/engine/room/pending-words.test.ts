import { describe, expect, it } from 'vitest';
import {
  PendingWords,
  type PendingWord,
  type PendingWordsDeps,
} from '../../../src/engine/room/pending-words.js';

const SEC = 16_000;

const word = (text: string, second: number): PendingWord => ({
  text,
  start: second * SEC,
  end: (second + 0.5) * SEC,
  logProb: -0.1,
  tokens: [],
  language: 'en',
});

function held(overrides: Partial<PendingWordsDeps> = {}): PendingWords {
  const words = new PendingWords({
    voiceOf: () => 0,
    isDoubtful: () => false,
    voiceWaitSec: 2,
    ...overrides,
  });
  words.hold(word('one', 1), 2 * SEC);
  words.hold(word('two', 2), 3 * SEC);
  return words;
}

const released = (words: PendingWords, second: number, all = false) =>
  [...words.release(second * SEC, all)].map(({ text }) => text);

describe('held words', () => {
  it('leave at once when voice and language are known', () => {
    expect(released(held(), 3)).toEqual(['one', 'two']);
  });

  it('wait for their voice so long, in order', () => {
    const words = held({ voiceOf: ({ start }) => (start < 2 * SEC ? undefined : 0) });
    expect(released(words, 3.9)).toEqual([]);
    expect(released(words, 4)).toEqual(['one', 'two']);
  });

  it('wait six seconds while the language of their voice is in doubt, known or not', () => {
    for (const voice of [0, undefined]) {
      const words = held({ voiceOf: () => voice, isDoubtful: () => true });
      expect(released(words, 7.9)).toEqual([]);
      expect(released(words, 8)).toEqual(['one']);
      expect(released(words, 8.9)).toEqual([]);
      expect(released(words, 9)).toEqual(['two']);
    }
  });

  it('all leave at a pause', () => {
    expect(released(held({ isDoubtful: () => true }), 3, true)).toEqual(['one', 'two']);
  });

  it('are taken back from where a voice speaks another language', () => {
    const words = held({ isDoubtful: () => true });
    expect(words.takeBack(1, 0)).toBeUndefined();
    expect(words.takeBack(0, 1.5 * SEC)).toBe(2 * SEC);
    expect(words.words.map(({ text }) => text)).toEqual(['one']);
  });

  it('are taken back too where nobody known has said them', () => {
    const words = held({ voiceOf: () => undefined });
    expect(words.takeBack(0, 0)).toBe(SEC);
    expect(words.words).toEqual([]);
  });
});
