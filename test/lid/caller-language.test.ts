import { describe, expect, it } from 'vitest';
import { believedAfter, followed, noBelief } from '../../src/lid/caller-language.js';
import type { LanguageProbabilities } from '../../src/lid/identifier.js';
import type { Language } from '../../src/protocol/languages.js';

const ALLOWED: readonly Language[] = ['en', 'es', 'de'];

function languagesAfter(windows: readonly LanguageProbabilities[]): Language[] {
  let belief = noBelief(ALLOWED);
  let current: Language = 'en';
  return windows.map((window) => {
    belief = believedAfter(belief, window, ALLOWED);
    expect(belief.reduce((a, b) => a + b)).toBeCloseTo(1, 9);
    return (current = followed(belief, ALLOWED, current));
  });
}

describe('the language of a caller', () => {
  it('is followed after one sure window, and back', () => {
    expect(languagesAfter([{ es: 0.95 }, { es: 0.9 }, { en: 0.97 }, { en: 0.97 }])).toEqual([
      'es',
      'es',
      'en',
      'en',
    ]);
  });

  it('does not change by an unsure window, nor by a language that is not allowed', () => {
    expect(languagesAfter([{ en: 0.9 }, { es: 0.5, en: 0.3 }, { fr: 0.99 }, { en: 0.9 }])).toEqual([
      'en',
      'en',
      'en',
      'en',
    ]);
  });

  it('stays the first while nothing is heard', () => {
    expect(languagesAfter([{}, { fr: 0.9 }])).toEqual(['en', 'en']);
  });
});
