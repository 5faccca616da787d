import { expect, it } from 'vitest';
import type { AsrDecodeOutput } from '../../src/asr/decoding.js';
import { placedWords } from '../../src/asr/window-words.js';

/** A committed word of one token, and a decoding that continues it with another. */
function continued(newText: string) {
  const word = {
    text: `को${newText}`,
    newText,
    from: 0,
    to: 2,
    spokenTo: 2,
    logProb: -0.1,
    startSec: 1,
    endSec: 2,
  };
  const decoded: AsrDecodeOutput = {
    text: word.text,
    tokens: [1, 2],
    tokenLogProbs: [],
    words: [word],
    noSpeechProb: null,
    eosLogProb: null,
    punctuation: null,
    lastWordLogProb: null,
    stopped: 'end',
  };
  const place = { from: 0, to: 32_000, prefix: 1, forcedEnd: 16_000 };
  return placedWords(decoded, place).map(({ text }) => text);
}

it('takes what continues a committed word for a word, without hyphens and vowel signs before it', () => {
  expect(continued('रोना')).toEqual(['रोना']);
  expect(continued('-139')).toEqual(['139']);
  expect(continued('ुरो')).toEqual(['रो']);
  expect(continued('ु')).toEqual([]);
});
