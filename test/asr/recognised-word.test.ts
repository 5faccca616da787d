import { LlamaTokenizer } from 'llama-tokenizer-js';
import { expect, it } from 'vitest';
import { isWordPart } from '../../src/asr/moonshine/tokens.js';
import { agreement, forcedTokens, type RecognisedWord } from '../../src/asr/recognised-word.js';

/** With both directions: the product keeps only the one that it needs. */
const llama = new LlamaTokenizer();

const tokensOf = (text: string) => llama.encode(text, false, true);
const words = (...texts: string[]): RecognisedWord[] =>
  texts.map((text, i) => {
    const tokens = tokensOf(text);
    const spokenCount = tokens.findLastIndex(isWordPart) + 1;
    return { text, start: i, end: i + 1, logProb: 0, tokens, spokenCount };
  });

it('two hypotheses agree whatever their case and punctuation, up to the first other word', () => {
  expect(agreement(words('Well', 'the', 'cat'), words('well,', 'The', 'cap', 'cat'))).toBe(2);
  expect(agreement([], words('well'))).toBe(0);
  expect(agreement(words('well', 'the'), words('Well.'))).toBe(1);
});

it('only the punctuation after the last committed word is left to later decodings', () => {
  expect(forcedTokens(words('Well,', 'yes,'))).toEqual([...tokensOf('Well,'), ...tokensOf('yes')]);
  expect(forcedTokens([])).toEqual([]);
});
