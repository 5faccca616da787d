import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../src/protocol/languages.js';
import { sequenceOf, wordsOf } from '../../src/eot/text-words.js';

// Written by training/text/word_test_vectors.py: what the text head was trained on.
interface Vector {
  language?: Language;
  context: string;
  turn: string;
  words: string[];
  ids: number[];
}
const vectors = JSON.parse(readFileSync(new URL('./text-words.json', import.meta.url), 'utf8')) as Vector[];

describe('words and ids of the text head', () => {
  it.each(vectors)('are those of training: $turn', ({ language, context, turn, words, ids }) => {
    expect(wordsOf(turn)).toEqual(words);
    expect([...sequenceOf(context, turn, language).ids].map(Number)).toEqual(ids);
  });

  it('marks what was said before and the turn', () => {
    const { role, length } = sequenceOf('are you there', 'yes');
    expect([...role]).toEqual([0n, 0n, 0n, 1n, 1n]);
    expect(length).toBe(5);
  });
});
