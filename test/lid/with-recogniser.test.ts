import { describe, expect, it } from 'vitest';
import { withRecogniser } from '../../src/lid/with-recogniser.js';
import { LANGUAGES } from '../../src/protocol/languages.js';

const FLAT = LANGUAGES.map(() => 1 / LANGUAGES.length);
const of = (p: Partial<Record<string, number>>, size: number = LANGUAGES.length): number[] =>
  Array.from({ length: size }, (_, i) => p[LANGUAGES[i] ?? 'other'] ?? 0.001);
const best = (p: number[]) => LANGUAGES[p.indexOf(Math.max(...p))] ?? 'other';

describe('withRecogniser', () => {
  it('sums to 1 and names the language that both hear', () => {
    const both = withRecogniser(of({ nl: 0.6, de: 0.3 }, 15), of({ nl: 0.7, de: 0.2 }));
    expect(both).toHaveLength(15);
    expect(both.reduce((a, b) => a + b)).toBeCloseTo(1, 9);
    expect(best(both)).toBe('nl');
    expect(both[LANGUAGES.indexOf('nl')]).toBeGreaterThan(0.7);
  });

  it('believes Whisper where the networks are of another mind, unless Whisper is not sure', () => {
    expect(best(withRecogniser(of({ de: 0.9 }, 15), of({ nl: 0.97 })))).toBe('nl');
    expect(best(withRecogniser(of({ de: 0.9 }, 15), of({ nl: 0.45, de: 0.4 })))).toBe('de');
  });

  it('says other where the networks do and Whisper hears nothing it knows', () => {
    expect(best(withRecogniser(of({ other: 0.95 }, 15), FLAT))).toBe('other');
  });
});
