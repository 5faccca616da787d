import { describe, expect, it } from 'vitest';
import { LlamaTokenizer } from 'llama-tokenizer-js';
import {
  isWordPart,
  pieceOf,
  punctuationOf,
  punctuationTokens,
  startsWord,
  textOf,
  tokensOf,
} from '../../../src/asr/moonshine/tokens.js';

/** With both directions: the product has only the one that it needs. */
const llama = new LlamaTokenizer();

const idOf = (piece: string) => llama.vocabByString.get(piece)!;

describe('tokens', () => {
  it('are those of the package that they were written out from', () => {
    expect(Array.from({ length: 32_000 }, (_, id) => pieceOf(id))).toEqual(llama.vocabById);
  });

  it.each(['It was the best of times.', 'Señor, ¿qué tal?', '你好 — naïve Ωmega 🙂'])(
    'round-trips %s',
    (text) => {
      expect(textOf(llama.encode(text, false))).toBe(text);
    },
  );

  it('finds the tokens of short phrases that the model itself writes', () => {
    const phrases = [
      'Off',
      'Stop',
      'Hold on',
      'Thank you very much',
      'Excuse me',
      "That's right",
      'Uh-huh',
      'Mm-hmm',
      'Thank you',
    ];
    expect(tokensOf(phrases)).toEqual(phrases.map((phrase) => llama.encode(phrase, false)));
    expect(tokensOf(phrases).map(textOf)).toEqual(phrases);
  });

  it('gives control tokens no text', () => {
    expect(textOf([1, 2, 32_001, 40_000, idOf('▁yes')])).toBe('yes');
  });

  it('knows sentence ends, also joined with quotes and brackets', () => {
    expect(
      ['.', '."', ').', '?', '?"', '!', ',', '...', '--'].map((piece) => punctuationOf(idOf(piece))),
    ).toEqual([
      'period',
      'period',
      'period',
      'question',
      'question',
      'exclamation',
      'comma',
      'ellipsis',
      'dash',
    ]);
    expect(punctuationOf(idOf('-'))).toBeUndefined();
    expect(punctuationOf(idOf('▁the'))).toBeUndefined();
  });

  it('lists only tokens without letters or digits', () => {
    for (const { id } of punctuationTokens()) expect(isWordPart(id), pieceOf(id)).toBe(false);
  });

  it('knows where words begin', () => {
    expect([idOf('▁the'), idOf('ing')].map(startsWord)).toEqual([true, false]);
  });
});
