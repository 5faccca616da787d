import { describe, expect, it } from 'vitest';
import { withEvidence } from '../../src/lid/decoding-evidence.js';
import { LANGUAGES } from '../../src/protocol/languages.js';

const heard = (shares: Partial<Record<string, number>>) => [
  ...LANGUAGES.map((language) => shares[language] ?? 0.001),
  0.001,
];
const audio = new Float32Array(0);
const evidence = (language: 'en' | 'es', meanLogProb: number) => ({ language, meanLogProb, words: 6 });

describe('evidence of recognisers', () => {
  const even = heard({ en: 0.45, es: 0.45 });

  it('speaks for a language that decodes fluently', () => {
    expect(withEvidence(even, { audio, decoding: evidence('en', -0.1) }).en!).toBeGreaterThan(0.8);
  });

  it('does not take halting decoding alone for another language', () => {
    expect(withEvidence(even, { audio, decoding: evidence('en', -1.5) }).en!).toBeCloseTo(0.5, 1);
  });

  it('believes another recogniser that does not halt', () => {
    const question = { audio, decoding: evidence('en', -1.2), others: [evidence('es', -0.2)] };
    expect(withEvidence(even, question).es!).toBeGreaterThan(0.95);
  });

  it('keeps an accent in its language when the other recogniser halts more', () => {
    const question = { audio, decoding: evidence('en', -0.9), others: [evidence('es', -1.4)] };
    const found = withEvidence(heard({ en: 0.3, es: 0.6 }), question);
    expect(found.en!).toBeGreaterThan(found.es!);
  });
});
