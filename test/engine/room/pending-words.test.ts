import { describe, expect, it } from 'vitest';
import { PendingWords, type WordDoubts } from '../../../src/engine/room/pending-words.js';
import type { DecodedWord } from '../../../src/engine/room/voice.js';

const SEC = 16_000;

const word = (text: string, second: number): DecodedWord => ({
  text,
  start: second * SEC,
  end: (second + 0.5) * SEC,
  logProb: -0.1,
  tokens: [],
  spokenCount: 0,
  language: 'en',
});

/** Two words, committed a second after each began. */
function queue(): PendingWords {
  const words = new PendingWords(1);
  words.add(word('one', 1), 2 * SEC);
  words.add(word('two', 2), 3 * SEC);
  return words;
}

const CERTAIN: WordDoubts = { hasVoice: true, isOverlapped: false, isLanguageDoubtful: false };
type DoubtsOf = (word: DecodedWord) => WordDoubts;
const released = (words: PendingWords, second: number, doubtsOf: DoubtsOf = () => CERTAIN) =>
  [...words.release(second * SEC, doubtsOf)].map(({ text }) => text);

describe('pending words', () => {
  it('leave at once when voice and language are known', () => {
    expect(released(queue(), 3)).toEqual(['one', 'two']);
  });

  it('wait for their voice for so long, in order', () => {
    const words = queue();
    const doubtsOf = ({ start }: DecodedWord) => ({ ...CERTAIN, hasVoice: start >= 2 * SEC });
    expect(released(words, 2.9, doubtsOf)).toEqual([]);
    expect(released(words, 3, doubtsOf)).toEqual(['one', 'two']);
  });

  it('wait for their voice no longer than 1.8 s after their end', () => {
    const words = new PendingWords(2);
    words.add(word('late', 1), 3 * SEC);
    const doubtsOf = () => ({ ...CERTAIN, hasVoice: false });
    expect(released(words, 3.2, doubtsOf)).toEqual([]);
    expect(released(words, 3.3, doubtsOf)).toEqual(['late']);
  });

  it('wait until two voices are read apart, but no longer than 2.4 s after their end', () => {
    const words = queue();
    const doubtsOf = ({ start }: DecodedWord) => ({ ...CERTAIN, isOverlapped: start < 2 * SEC });
    expect(released(words, 3.8, doubtsOf)).toEqual([]);
    expect(released(words, 3.9, doubtsOf)).toEqual(['one', 'two']);
  });

  it('that are known late leave together, before what was said after them', () => {
    const words = queue();
    words.insert([word('late', 1.5), word('later', 2.5)], 4 * SEC);
    words.insert([word('last', 3)], 4 * SEC);
    expect(released(words, 4)).toEqual(['one', 'late', 'later', 'two', 'last']);
  });

  it('wait six seconds while the language of their voice is in doubt, whether the voice is known or not', () => {
    for (const hasVoice of [true, false]) {
      const words = queue();
      const doubtsOf = () => ({ ...CERTAIN, hasVoice, isLanguageDoubtful: true });
      expect(released(words, 7.9, doubtsOf)).toEqual([]);
      expect(released(words, 8, doubtsOf)).toEqual(['one']);
      expect(released(words, 8.9, doubtsOf)).toEqual([]);
      expect(released(words, 9, doubtsOf)).toEqual(['two']);
    }
  });

  it('all leave if nobody asks for doubts', () => {
    expect([...queue().release(3 * SEC)].map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('stay in the queue until the caller has dealt with them', () => {
    const words = queue();
    for (const { text } of words.release(3 * SEC)) {
      expect(words.words.map((one) => one.text)).toContain(text);
    }
    expect(words.words).toEqual([]);
  });

  it('can be withdrawn', () => {
    const words = queue();
    expect(words.withdraw(() => false)).toBeUndefined();
    expect(words.withdraw(({ start }) => start >= 1.5 * SEC)).toBe(2 * SEC);
    expect(words.words.map(({ text }) => text)).toEqual(['one']);
  });
});
