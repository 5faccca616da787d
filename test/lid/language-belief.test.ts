import { describe, expect, it } from 'vitest';
import type { LanguageProbabilities } from '../../src/lid/identifier.js';
import { LanguageBelief } from '../../src/lid/language-belief.js';
import { argMax } from '../../src/dsp/numeric.js';
import { LANGUAGES, type Language } from '../../src/protocol/languages.js';

const belief = () => new LanguageBelief(() => 1);

/** The likeliest language after each window; undefined if nothing is likelier than not, or none of the fourteen is. */
function likeliest(windows: readonly LanguageProbabilities[], of = belief()): (Language | undefined)[] {
  return windows.map((window) => {
    const believed = of.push(window);
    const best = argMax(believed);
    return believed[best]! < 0.5 ? undefined : LANGUAGES[best];
  });
}

/** The language that is clear after each window. */
function clear(windows: readonly LanguageProbabilities[], of = belief()): (Language | undefined)[] {
  return windows.map((window) => {
    of.push(window);
    return of.clear;
  });
}

describe('LanguageBelief', () => {
  it('is a distribution that follows one sure window', () => {
    const found = belief().push({ en: 0.97 });
    expect(found).toHaveLength(15);
    expect(found.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
    expect(found[LANGUAGES.indexOf('en')]).toBeGreaterThan(0.9);
  });

  it('lets one odd window of an accent pass, however long the voice has spoken', () => {
    const windows = [{ en: 0.95 }, { ar: 0.7, en: 0.2 }, { en: 0.9 }, { zh: 0.6, en: 0.3 }];
    expect(likeliest(windows)).toEqual(['en', 'en', 'en', 'en']);
  });

  it('follows what several windows agree on although none is sure', () => {
    const window = { it: 0.45, es: 0.3, pt: 0.2 };
    const found = likeliest([window, window, window, window]);
    expect(found[0]).toBeUndefined();
    expect(found.at(-1)).toBe('it');
  });

  it('follows a voice that surely speaks another language within three windows, and back', () => {
    const english = { en: 0.95, es: 0.02 };
    const spanish = { es: 0.95, en: 0.02 };
    const found = likeliest([english, english, spanish, spanish, spanish, english, english, english]);
    expect(found.slice(0, 2)).toEqual(['en', 'en']);
    expect(found[4]).toBe('es');
    expect(found[7]).toBe('en');
  });

  it('believes nothing of a language that is none of the fourteen', () => {
    expect(likeliest([{ en: 0.02 }, { de: 0.05 }, {}])).toEqual([undefined, undefined, undefined]);
  });

  it('begins with what is expected', () => {
    const window = { es: 0.45, it: 0.45 };
    expect(likeliest([window, window])).toEqual([undefined, undefined]);
    const expecting = new LanguageBelief((language) => (language === 'es' ? 4 : 1));
    expect(likeliest([window, window], expecting).at(-1)).toBe('es');
  });

  it('is clear once a language has left no doubt for three windows in a row', () => {
    const french = { fr: 0.95 };
    expect(clear([french, french, french, french])).toEqual([undefined, undefined, undefined, 'fr']);
    expect(clear([french, french, french, french, {}, {}]).at(-1)).toBeUndefined();
  });

  /** Windows of real recordings in English: a child from China, an accent, and an odd stretch after English. */
  it.each([
    ['a child', [0.35, 0.26, 0.19, 0.66, 0.4, 0.53, 0.51, 0.4, 0.25].map((ar) => ({ ar, en: 0.15 }))],
    ['an accent', [{ en: 0.65 }, { zh: 0.86 }, { zh: 0.78 }, { en: 0.84 }, { en: 0.79 }]],
    [
      'an odd stretch',
      [...[0.92, 0.93, 0.7, 0.5].map((en) => ({ en })), ...[0.57, 0.7, 0.91, 0.93].map((ar) => ({ ar }))],
    ],
  ])('is not clear of another language on %s', (_, windows: LanguageProbabilities[]) => {
    expect(clear(windows).filter((language) => language !== undefined && language !== 'en')).toEqual([]);
  });

  /** Portuguese in the windows of a real recording; what they lack is spread over four other languages here. */
  it('is clear of Portuguese that is seldom sure', () => {
    const windows = [0.61, 0.39, 0.47, 0.1, 0.84, 0.63, 0.2, 0.49, 0.62, 0.75].map((pt) => {
      const other = (1 - pt) / 4;
      return { pt, es: other, fr: other, it: other, hi: other };
    });
    expect(clear(windows).at(-1)).toBe('pt');
  });
});
