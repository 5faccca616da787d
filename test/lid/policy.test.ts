import { describe, expect, it } from 'vitest';
import { decodingIdentifier } from '../../src/lid/decoding-identifier.js';
import { LanguagePolicy } from '../../src/lid/policy.js';
import type { Inference } from '../../src/inference/kernel.js';

describe('language policy', () => {
  it('changes after two sure identifications in a row', () => {
    const policy = new LanguagePolicy(['en', 'es']);
    expect(policy.push({ es: 0.9 }).changedTo).toBeUndefined();
    expect(policy.push({ es: 0.95 }).changedTo).toBe('es');
    expect(policy.push({ es: 0.95 }).changedTo).toBeUndefined();
  });

  it('is not moved by one odd window, or by unsure ones', () => {
    const policy = new LanguagePolicy(['en', 'es']);
    policy.push({ en: 0.9 });
    policy.push({ en: 0.9 });
    for (const window of [{ es: 0.99 }, { en: 0.9 }, { es: 0.7 }, { es: 0.7 }, { es: 0.99 }]) {
      expect(policy.push(window).changedTo).toBeUndefined();
    }
    expect(policy.spoken).toBe('en');
  });

  it('goes back to a language the voice has spoken after one sure identification', () => {
    const policy = new LanguagePolicy(['en', 'es']);
    for (const window of [{ en: 0.9 }, { en: 0.9 }, { es: 0.9 }]) policy.push(window);
    expect(policy.push({ es: 0.9 }).changedTo).toBe('es');
    expect(policy.push({ en: 0.7 }).changedTo).toBeUndefined();
    expect(policy.push({ en: 0.9 }).changedTo).toBe('en');
  });

  it('needs four windows for a language without a recogniser', () => {
    const policy = new LanguagePolicy(['en']);
    for (let i = 0; i < 3; i += 1) expect(policy.push({ ar: 0.9 }).changedTo).toBeUndefined();
    expect(policy.push({ ar: 0.9 }).changedTo).toBe('ar');
  });

  /** Windows of real recordings: the likeliest language of each, its probability, and English where it is another. */
  const german = [{ de: 0.96 }, { de: 0.63, en: 0.1 }, { de: 0.78, en: 0.12 }, { de: 0.75, en: 0.1 }];
  const japanese = [{ ja: 0.3, ko: 0.3 }, { ko: 0.44, ja: 0.32 }, { ja: 0.95 }, { ja: 0.85 }];
  const childFromChina = [0.35, 0.26, 0.19, 0.66, 0.4, 0.53, 0.51, 0.4, 0.25].map((ar) => ({ ar, en: 0.15 }));
  const oddStretch = [
    ...[0.92, 0.93, 0.7, 0.5].map((en) => ({ en })),
    ...[0.57, 0.7, 0.91, 0.93].map((ar) => ({ ar })),
  ];
  const accent = [{ en: 0.65 }, { zh: 0.86 }, { zh: 0.78 }, { en: 0.84 }, { en: 0.79 }];

  it.each([
    ['a call, never sure twice in a row', german, 'de'],
    ['a language after sound that could be anything', japanese, 'ja'],
  ])('goes by the mean for a language without a recogniser: %s', (_, windows, language) => {
    const policy = new LanguagePolicy(['en']);
    const changes = windows.map((window) => policy.push(window).changedTo);
    expect(changes).toEqual([undefined, undefined, undefined, language]);
  });

  it.each([
    ['an accent that sounds most like one language', childFromChina],
    ['two sure windows in English speech', accent],
    ['four windows of an accent, after English', oddStretch],
  ])('is not moved on the average by %s', (_, windows: object[]) => {
    const policy = new LanguagePolicy(['en']);
    for (const window of windows) expect(policy.push(window).changedTo ?? 'en').toBe('en');
  });

  it('follows a change to a language without a recogniser, however long English was spoken', () => {
    const policy = new LanguagePolicy(['en']);
    for (let i = 0; i < 40; i += 1) policy.push({ en: 0.95 });
    const changes = Array.from({ length: 8 }, () => policy.push({ de: 0.85, en: 0.05 }).changedTo);
    expect(changes.indexOf('de')).toBe(6);
  });

  it('changes to a language that all windows together are clear of, once the newest window says so too', () => {
    const policy = new LanguagePolicy(['en', 'es']);
    expect(policy.push({ pt: 0.4 }, 'pt').changedTo).toBeUndefined();
    expect(policy.push({ es: 0.6 }, 'pt').changedTo).toBeUndefined();
    expect(policy.push({ pt: 0.6 }, 'pt').changedTo).toBe('pt');
    expect(policy.push({ pt: 0.6 }, 'pt').changedTo).toBeUndefined();
  });

  it('reports nothing of a window that fits no language', () => {
    expect(new LanguagePolicy(['en', 'es']).push({ en: 0.2 })).toEqual({});
    expect(new LanguagePolicy(['en', 'es']).push({})).toEqual({});
  });
});

describe('decoding identifier', () => {
  const inference = undefined as unknown as Inference;
  const evidence = (language: 'en' | 'es', meanLogProb: number) => ({ language, meanLogProb, words: 6 });
  const audio = new Float32Array(0);

  it('believes fluent decoding', async () => {
    const found = await decodingIdentifier.identify(
      { audio, decoding: evidence('en', -0.15), others: [] },
      inference,
    );
    expect(found.en).toBeGreaterThan(0.9);
  });

  it('prefers the recogniser that does not halt', async () => {
    const found = await decodingIdentifier.identify(
      { audio, decoding: evidence('en', -1.1), others: [evidence('es', -0.2)] },
      inference,
    );
    expect(found.es).toBeGreaterThan(0.8);
    expect(found.en).toBeLessThan(0.1);
  });

  it('knows nothing from two words', async () => {
    const decoding = { ...evidence('en', -0.1), words: 2 };
    expect(await decodingIdentifier.identify({ audio, decoding, others: [] }, inference)).toEqual({});
  });
});
