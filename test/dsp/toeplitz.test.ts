import { expect, it } from 'vitest';
import { solveToeplitz } from '../../src/dsp/toeplitz.js';

it('solves a symmetric Toeplitz system', () => {
  const first = Float64Array.of(4, 2, 1, 0.5, 0.1);
  const wanted = Float64Array.of(1, -2, 3, 0.5, -1);
  const right = wanted.map((_, i) => wanted.reduce((sum, w, k) => sum + first[Math.abs(i - k)]! * w, 0));
  solveToeplitz(first, right).forEach((value, i) => expect(value).toBeCloseTo(wanted[i]!, 10));
});

it('keeps the shorter solution if the row contradicts itself', () => {
  const solution = solveToeplitz(Float64Array.of(1, 2, 3), Float64Array.of(1, 1, 1));
  expect([...solution].every(Number.isFinite)).toBe(true);
});
