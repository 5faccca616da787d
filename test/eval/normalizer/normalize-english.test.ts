import { describe, expect, it } from 'vitest';
import { normalizeEnglish } from '../../../src/eval/normalizer/normalize-english.js';

// Right sides are the answers of EnglishTextNormalizer of transformers 4 (the rules of openai/whisper), with the marks of
// numbers written as letters. It agrees on 7 004 lines: 4 000 of number words at random, and lines of written calls.
describe('the usual English normaliser', () => {
  it.each([
    ['thirty six', '36'],
    ['two hundred and five', '205'],
    ['nineteen ninety nine', '1999'],
    ['one oh one', '101'],
    ['double five triple oh', '55000'],
    ['the twenty first of may', 'the 21st of may'],
    ['in the nineteen sixties', 'in the 1960s'],
    ['three point five million', '3500000'],
    ['point nine nine millions', '990000s'],
    ['two and a half hours', '2point5 hours'],
    ['minus five degrees', 'minus5 degrees'],
    ['twenty dollars', 'dollar20'],
    ['$2 and 5 cents', 'dollar2point05'],
    ['twenty per cent of 1,000', '20percent of 1000'],
    ['one of the ones', 'one of the ones'],
    ['a point well made and the rest', 'a point well made and the rest'],
  ])('writes "%s" as "%s"', (text, normal) => expect(normalizeEnglish(text)).toBe(normal));

  it.each([
    ["It's Dr. Neil, won’t you?", 'it is doctor neil will not you'],
    ['Um, okay (laughter) [noise] mhm', 'okay'],
    ["I'm gonna go, y'all can't", 'i am going to go you all can not'],
    [
      'The colour was analysed in the centre; a grey programme',
      'the color was analyzed in the center a gray program',
    ],
    ['Café naïve œuvre', 'cafe naive oeuvre'],
    ['It´s here, they`re not, donʼt', 'it is here they are not do not'],
    ['thir\u00adty six', '36'],
    ['', ''],
  ])('writes "%s" as "%s"', (text, normal) => expect(normalizeEnglish(text)).toBe(normal));
});
