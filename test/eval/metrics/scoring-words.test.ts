import { describe, expect, it } from 'vitest';
import { isUnspaced, scoringCharacters, scoringWords } from '../../../src/eval/metrics/scoring-words.js';

describe('scoringWords: what says the same is the same', () => {
  it.each([
    ['Turkish i with and without a dot', 'İSTANBUL IŞIK', 'istanbul ışık'],
    ['Turkish i with a combining dot', 'I\u0307zmir', 'izmir'],
    ['a Hindi joiner', 'क्\u200dषेत्र में', 'क्षेत्र में'],
    ['a non-joiner', 'می\u200cخواهم', 'میخواهم'],
    ['a soft hyphen', 'co\u00adoperate now', 'cooperate now'],
    ['a mark of direction', 'hello\u200f there', 'hello there'],
    ['Arabic vowel marks', 'كَتَبَ الدَّرْسَ', 'كتب الدرس'],
    ['tatweel', 'كتـــاب', 'كتاب'],
    ['hamza on alef', 'أحمد إلى آخر', 'احمد الى اخر'],
    ['hamza on alef as a mark of its own', 'ا\u0654حمد', 'أحمد'],
    ['chandrabindu and anusvara', 'हँसना', 'हंसना'],
    ['Arabic, Persian and Hindi digits', '٢٠٢٦ ۴۵ १९', '2026 45 19'],
    ['Hebrew points', 'שָׁלוֹם', 'שלום'],
    ['a variation selector', '☎\ufe0f hello', '☎ hello'],
    ['German ß in capitals', 'STRASSE', 'straße'],
  ])('%s', (_, a, b) => {
    expect(scoringWords(a)).toEqual(scoringWords(b));
  });

  it.each(['`', '´', 'ʹ', 'ʻ', 'ʼ', '‘', '’', '‛', '′', '＇'])('the apostrophe %s', (mark) => {
    expect(scoringWords(`i don${mark}t know`)).toEqual(scoringWords("i don't know"));
  });

  it.each([
    ['Hindi vowel signs', 'की', 'का'],
    ['a seat of hamza that is no alef', 'سؤال', 'سوال'],
    ['alef maqsura and ya', 'على', 'علي'],
    ['Hindi nukta', 'लड़का', 'लडका'],
    ['accents', 'résumé', 'resume'],
    ['figures and number words', '36', 'thirty six'],
    ['what stands in round brackets', 'okay (laughter)', 'okay'],
    ['hyphens that are seen', 'co-operate', 'cooperate'],
  ])('%s do count', (_, a, b) => {
    expect(scoringWords(a)).not.toEqual(scoringWords(b));
  });
});

describe('characters of Chinese and Japanese', () => {
  it('are words one by one, the long mark of kana too', () => {
    expect(scoringWords('コーヒー、飲む。')).toEqual([...'コーヒー飲む']);
    expect(scoringWords('今日 は 好')).toEqual([...'今日は好']);
  });

  it('are counted one by one in Latin words as well', () => {
    expect(scoringCharacters('用 iPhone')).toEqual(['用', ...'iphone']);
  });

  it('make a text unspaced where they are the larger part', () => {
    expect(isUnspaced('我用 iphone 打电话')).toBe(true);
    expect(isUnspaced('the word 茶 is short')).toBe(false);
    expect(isUnspaced('')).toBe(false);
  });
});
