import { describe, expect, it } from 'vitest';
import { VoiceOdds } from '../../../src/voices/diarizer/population.js';

/** One coordinate: the odds have a closed form to check against. */
const SPREAD = [4];
const odds = new VoiceOdds(SPREAD);
const statistics = (weight: number, mean: number) => ({ weight, sum: Float64Array.of(weight * mean) });

/** Log-density of a mean of `weight` unit-variance embeddings around a voice drawn with variance 4. */
function density(values: readonly number[], weights: readonly number[]): number {
  const [a, b] = values as [number, number];
  const [va, vb] = weights.map((weight) => 4 + 1 / weight) as [number, number];
  const determinant = va * vb - 16;
  const square = (vb * a * a - 2 * 4 * a * b + va * b * b) / determinant;
  return -0.5 * (square + Math.log(determinant));
}
const apart = (value: number, weight: number) =>
  -0.5 * (value ** 2 / (4 + 1 / weight) + Math.log(4 + 1 / weight));

describe('odds of one voice', () => {
  it('are those of two Gaussian means with a common origin', () => {
    for (const [a, b, m, n] of [
      [1, 1.2, 3, 1],
      [2, -2, 0.5, 8],
      [0, 0, 1, 1],
    ] as const) {
      const exact = density([a, b], [m, n]) - apart(a, m) - apart(b, n);
      expect(odds.sameVoice(statistics(m, a), statistics(n, b))).toBeCloseTo(exact, 3);
    }
  });

  it('grow surer with speech, either way', () => {
    const near = [0.3, 1, 5].map((weight) => odds.sameVoice(statistics(weight, 2), statistics(weight, 2.1)));
    expect(near).toEqual([...near].sort((a, b) => a - b));
    const far = [0.3, 1, 5].map((weight) => odds.sameVoice(statistics(weight, 2), statistics(weight, -2)));
    expect(far).toEqual([...far].sort((a, b) => b - a));
    expect(Math.max(...far)).toBeLessThan(0);
  });

  it('say nothing of no speech at all', () => {
    expect(odds.sameVoice(statistics(1e-9, 3), statistics(5, 1))).toBeCloseTo(0, 1);
  });
});
