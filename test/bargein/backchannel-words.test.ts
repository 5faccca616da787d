import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wordNumbers } from '../../src/bargein/backchannel-words.js';

// Written by training/bargein/word_test_vectors.py: what the head was fitted with.
const vectors = JSON.parse(readFileSync(new URL('./backchannel-words.json', import.meta.url), 'utf8')) as {
  text: string | null;
  sinceOnsetSec: number;
  speechSec: number;
  ended: boolean;
  numbers: number[];
}[];

describe('the words since an onset', () => {
  it.each(vectors)(
    'are the numbers of training: $text at $sinceOnsetSec s',
    ({ text, numbers, ...onset }) => {
      const found = wordNumbers({ text: text ?? undefined, ...onset });
      expect(found).toHaveLength(numbers.length);
      numbers.forEach((number, i) => expect(found[i]).toBeCloseTo(number, 5));
    },
  );

  it('say nothing if no recogniser runs', () => {
    const onset = { text: undefined, sinceOnsetSec: 0.5, speechSec: 0.5, ended: false };
    expect([...wordNumbers(onset)].every((number) => number === 0)).toBe(true);
  });
});
