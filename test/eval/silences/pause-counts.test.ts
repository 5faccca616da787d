import { describe, expect, it } from 'vitest';
import { effectiveCount, pauseWeights } from '../../../src/eval/silences/pause-counts.js';
import { PUBLIC_PAUSES } from '../../../src/eval/silences/public-pauses.js';

const all = () => true;

describe('pauseWeights', () => {
  it('gives each bin of lengths its share in the counts, and sums to the number of pauses', () => {
    const weights = pauseWeights([0.2, 0.22, 0.3, 3], { '0.2': 6, '0.3': 3, '3.0': 1 }, all);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(4, 12);
    expect(weights[0]! + weights[1]!).toBeCloseTo(4 * 0.6, 12);
    expect(weights[2]).toBeCloseTo(4 * 0.3, 12);
    expect(weights[3]).toBeCloseTo(4 * 0.1, 12);
  });

  it('leaves out lengths that do not count', () => {
    const weights = pauseWeights([0.2, 0.3], { '0.1': 900, '0.2': 1, '0.3': 1 }, (sec) => sec >= 0.2);
    expect(weights).toEqual([1, 1]);
  });

  it('gives the share of an empty bin to the next longer pauses, at the end to the longest', () => {
    expect(pauseWeights([0.2, 0.5], { '0.2': 1, '0.3': 1, '0.4': 1, '4.0': 1 }, all)).toEqual([0.5, 1.5]);
  });

  it('changes nothing for pauses that have the distribution already', () => {
    const lengths = Object.entries(PUBLIC_PAUSES).flatMap(([sec, n]) => Array<number>(n).fill(Number(sec)));
    for (const weight of pauseWeights(lengths, PUBLIC_PAUSES, all)) expect(weight).toBeCloseTo(1, 12);
  });
});

it('the public counts are those of 705 pauses of 0.2 s and more', () => {
  const counted = Object.entries(PUBLIC_PAUSES).filter(([sec]) => Number(sec) >= 0.2);
  expect(counted.reduce((sum, [, n]) => sum + n, 0)).toBe(705);
});

it('effectiveCount is the number of pauses when all weigh the same, and less otherwise', () => {
  expect(effectiveCount([2, 2, 2])).toBeCloseTo(3, 12);
  expect(effectiveCount([9, 1])).toBeCloseTo(100 / 82, 12);
});
