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

  it('needs four where no recogniser can bear witness', () => {
    const policy = new LanguagePolicy(['en']);
    for (let i = 0; i < 3; i += 1) expect(policy.push({ ar: 0.9 }).changedTo).toBeUndefined();
    expect(policy.push({ ar: 0.9 }).changedTo).toBe('ar');
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
