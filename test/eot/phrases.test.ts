import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { phrasesOf, type Phrases } from '../../src/eot/phrases.js';

// Written by training/fusion/phrase_test_vectors.py: what the fusion was fitted with.
const vectors = JSON.parse(readFileSync(new URL('./phrases.json', import.meta.url), 'utf8')) as {
  text: string;
  phrases: Phrases;
}[];

describe('what a turn says about itself', () => {
  it.each(vectors)('is what training read: "$text"', ({ text, phrases }) => {
    expect(phrasesOf(text)).toEqual(phrases);
  });

  it.each([
    ['Sure, let me check that for you.', { owed: 1, closing: 0, asks: 0 }],
    ['Thanks so much, bye.', { owed: 0, closing: 1, asks: 0 }],
    ['Okay. How much is it', { owed: 0, closing: 0, asks: 1 }],
    ['My name is Jackson.', { owed: 0, closing: 0, asks: 0 }],
  ])('tells "%s"', (text, phrases) => {
    expect(phrasesOf(text)).toEqual(phrases);
  });
});
