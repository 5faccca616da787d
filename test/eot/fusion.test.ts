import { describe, expect, it } from 'vitest';
import { fuse, parseFusion, silenceLogOdds, type WeightedSum } from '../../src/eot/fusion.js';

const sum: WeightedSum = {
  bias: 0.5,
  features: [
    { name: 'text', weight: 2, mean: 1, deviation: 2, low: -3, high: 5 },
    { name: 'comma', weight: -1, mean: 0, deviation: 1, low: -20, high: 0 },
  ],
};
const silence = [
  { sec: 0.2, logOdds: 0 },
  { sec: 0.4, logOdds: 1 },
  { sec: 1, logOdds: 2.2 },
];

describe('the fusion', () => {
  it('is a weighted sum of standardised numbers, cut to the range it was fitted on', () => {
    expect(fuse(sum, { text: 3, comma: -2 })).toBeCloseTo(0.5 + 2 * 1 + 2);
    expect(fuse(sum, { text: 100, comma: 0 })).toBeCloseTo(0.5 + 2 * 2);
  });

  it('names the number it misses', () => {
    expect(() => fuse(sum, { text: 3 })).toThrow(/'comma'/);
  });

  it('refuses a table that is none', () => {
    expect(() => parseFusion(new TextEncoder().encode('{"bias": "x"}'))).toThrow();
  });

  it.each([
    [0, 0],
    [0.2, 0],
    [0.3, 0.5],
    [0.7, 1.6],
    [1, 2.2],
    [1.6, 3.4],
  ])('adds for %d s of silence %d', (sec, expected) => {
    expect(silenceLogOdds(silence, sec)).toBeCloseTo(expected);
  });
});
