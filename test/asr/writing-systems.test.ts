import { describe, expect, it } from 'vitest';
import { breakableUnits, isWrittenIn, joinPieces, joinText } from '../../src/asr/writing-systems.js';

describe('isWrittenIn', () => {
  it.each([
    ['Hello, 8% café', 'en'],
    ['¿Mañana?', 'es'],
    ['größer', 'de'],
    ['مرحبا OK', 'ar'],
    ['नमस्ते', 'hi'],
    ['コーヒー、東京の', 'ja'],
    ['안녕하세요', 'ko'],
    ['你好', 'zh'],
    ['42', 'en'],
    ['', 'en'],
    ['cafe\u0301', 'fr'],
    ['हिन्दी', 'hi'],
  ])('finds %j at home in %s', (text, language) => {
    expect(isWrittenIn(text, language)).toBe(true);
  });

  it.each([
    ['很', 'en'],
    ['hello привет', 'en'],
    ['ありがとう', 'zh'],
    ['مرحبا', 'hi'],
    ['안녕', 'ja'],
    ['\u0BCD', 'hi'],
    ['\u0941', 'de'],
  ])('finds %j foreign to %s', (text, language) => {
    expect(isWrittenIn(text, language)).toBe(false);
  });
});

describe('joinText', () => {
  it.each([
    ['hello', 'there', 'en', 'hello there'],
    ['', 'there', 'en', 'there'],
    ['つ', 'は', 'ja', 'つは'],
    ['首都,', '萨格', 'zh', '首都,萨格'],
    ['用', 'GPU', 'zh', '用GPU'],
    ['GPU', '2', 'zh', 'GPU 2'],
    ['네', '맞아요', 'ko', '네 맞아요'],
  ])('makes of %j and %j in %s %j', (before, after, language, whole) => {
    expect(joinText(before, after, language)).toBe(whole);
  });
});

describe('breakableUnits', () => {
  it('takes Chinese and Japanese text apart between words, punctuation with the word it belongs to', () => {
    expect(breakableUnits('今天，天气，我们。').join('|')).toBe('今天，|天气，|我们。');
    expect(breakableUnits('你「好」吗').join('|')).toBe('你|「好」|吗');
    expect(breakableUnits('お名前をお願いします。').join('')).toBe('お名前をお願いします。');
    expect(breakableUnits("don't")).toEqual(["don't"]);
  });
});

describe('joinPieces', () => {
  it('puts a space between words, and none between Chinese or Japanese sentences', () => {
    expect(joinPieces('', 'hello')).toBe('hello');
    expect(joinPieces('hello,', 'world')).toBe('hello, world');
    expect(joinPieces('안녕하세요.', '예약')).toBe('안녕하세요. 예약');
    expect(joinPieces('你好。', '我想订票')).toBe('你好。我想订票');
    expect(joinPieces('予約を', 'お願いします')).toBe('予約をお願いします');
    expect(joinPieces('GPU', '是什么')).toBe('GPU 是什么');
    expect(joinPieces('首都,', '萨格')).toBe('首都,萨格');
    expect(joinPieces('どこですか?', '「駅')).toBe('どこですか?「駅');
  });
});
