import { describe, expect, it } from 'vitest';
import { END, START, specialTokens } from '../../../src/asr/whisper/special-tokens.js';
import { LANGUAGES } from '../../../src/protocol/languages.js';

describe('special tokens', () => {
  it('are those of the published tokenizer with 99 languages', () => {
    const tokens = specialTokens(51_865);
    const byCode = Object.fromEntries(LANGUAGES.map((code, i) => [code, tokens.languages[i]]));
    expect(byCode).toMatchObject({ en: 50_259, zh: 50_260, ko: 50_264, nl: 50_271, hi: 50_276 });
    expect([END, START, tokens.noSpeech]).toEqual([50_257, 50_258, 50_362]);
    expect(tokens.prompt('de')).toEqual([50_258, 50_261, 50_359, 50_363]);
  });

  it('move by one in models with a further language', () => {
    const tokens = specialTokens(51_866);
    expect(tokens.noSpeech).toBe(50_363);
    expect(tokens.prompt('de')).toEqual([50_258, 50_261, 50_360, 50_364]);
  });

  it('set simplified characters before Chinese', () => {
    const prompt = specialTokens(51_865).prompt('zh');
    expect(prompt[0]).toBe(50_361);
    expect(prompt.slice(-4)).toEqual([50_258, 50_260, 50_359, 50_363]);
    expect(prompt.length).toBe(15);
  });

  it('refuse a vocabulary of another model', () => {
    expect(() => specialTokens(51_864)).toThrow(/no multilingual Whisper/);
  });
});
