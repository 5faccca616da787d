import { describe, expect, it } from 'vitest';
import type { LanguageProbabilities } from '../../src/lid/identifier.js';
import { LanguageBelief } from '../../src/lid/language-belief.js';
import type { Language } from '../../src/protocol/languages.js';

const belief = () => new LanguageBelief(() => 1);

/** The language reported after each window. */
function reported(windows: readonly LanguageProbabilities[], of = belief()): (Language | undefined)[] {
  return windows.map((window) => of.push(window, undefined)?.language);
}

describe('LanguageBelief', () => {
  it('reports the language of one sure window', () => {
    const found = belief().push({ en: 0.97 }, undefined);
    expect(found?.language).toBe('en');
    expect(found?.confidence).toBeGreaterThan(0.9);
  });

  it('lets one odd window of an accent pass, however long the voice has spoken', () => {
    const windows = [{ en: 0.95 }, { ar: 0.7, en: 0.2 }, { en: 0.9 }, { zh: 0.6, en: 0.3 }];
    expect(reported(windows)).toEqual(['en', 'en', 'en', 'en']);
  });

  it('reports what several windows agree on although none is sure', () => {
    const window = { it: 0.45, es: 0.3, pt: 0.2 };
    const found = reported([window, window, window, window]);
    expect(found[0]).toBeUndefined();
    expect(found.at(-1)).toBe('it');
  });

  it('follows a voice that surely speaks another language within three windows, and back', () => {
    const english = { en: 0.95, es: 0.02 };
    const spanish = { es: 0.95, en: 0.02 };
    const found = reported([english, english, spanish, spanish, spanish, english, english, english]);
    expect(found.slice(0, 2)).toEqual(['en', 'en']);
    expect(found[4]).toBe('es');
    expect(found[7]).toBe('en');
  });

  it('believes a change at once', () => {
    const one = belief();
    one.push({ en: 0.99 }, undefined);
    expect(one.push({ es: 0.85, en: 0.1 }, 'es')?.language).toBe('es');
    expect(one.push({ es: 0.6, en: 0.3 }, undefined)?.language).toBe('es');
  });

  it('reports nothing for a language that is none of the fourteen', () => {
    expect(reported([{ en: 0.02 }, { de: 0.05 }, {}])).toEqual([undefined, undefined, undefined]);
  });

  it('begins with what is expected', () => {
    const window = { es: 0.45, it: 0.45 };
    expect(reported([window, window])).toEqual([undefined, undefined]);
    const expecting = new LanguageBelief((language) => (language === 'es' ? 4 : 1));
    expect(reported([window, window], expecting).at(-1)).toBe('es');
  });
});
