import { describe, expect, it } from 'vitest';
import type { RecognisedWord } from '../../src/asr/recognised-word.js';
import { countSaid } from '../../src/asr/said-words.js';

/** Words of a fifth of a second that start at the given times, as `text@seconds`. */
const words = (line: string): RecognisedWord[] =>
  line
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const [text, second] = part.split('@') as [string, string];
      const start = Number(second) * 16_000;
      return { text, start, end: start + 3200, logProb: -0.1, tokens: [], spokenCount: 0 };
    });

describe('words that were said already', () => {
  it.each([
    ['the same words', 'the@1 cat@1.3', 'the@1 cat@1.3 sat@1.6', 2],
    ['the same words, placed a little otherwise', 'the@1 cat@1.3', 'the@1.1 cat@1.5 sat@1.7', 2],
    ['a word that was cut short', 'to@1 boo@1.3', 'to@1 booking@1.35 a@1.8', 2],
    ['other words up to the same time', 'bye@1 love@1.3', "I'd@1 like@1.25 to@1.6 book@1.8", 2],
    ['a word that begins like the last one, but later', 'a@1', 'a@1 apple@1.25', 1],
    ['a word said twice', 'no@1', 'no@1 no@1.25', 1],
    ['no words', 'the@1 cat@1.3', '', 0],
    ['nothing said before', '', 'the@1 cat@1.3', 0],
  ])('%s', (_, said, heard, count) => {
    expect(countSaid(words(heard), words(said))).toBe(count);
  });
});
