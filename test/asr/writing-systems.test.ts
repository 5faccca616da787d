import { describe, expect, it } from 'vitest';
import { isWrittenIn } from '../../src/asr/writing-systems.js';

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
  ])('finds %j at home in %s', (text, language) => {
    expect(isWrittenIn(text, language)).toBe(true);
  });

  it.each([
    ['很', 'en'],
    ['hello привет', 'en'],
    ['ありがとう', 'zh'],
    ['مرحبا', 'hi'],
    ['안녕', 'ja'],
  ])('finds %j foreign to %s', (text, language) => {
    expect(isWrittenIn(text, language)).toBe(false);
  });
});
