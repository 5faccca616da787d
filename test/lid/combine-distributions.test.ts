import { describe, expect, it } from 'vitest';
import { combineDistributions } from '../../src/lid/combine-distributions.js';

describe('two distributions together', () => {
  const [sure, even] = [new Float32Array([0.9, 0.1]), new Float32Array([0.5, 0.5])];

  it('believe most what both hear, and less than their product', () => {
    expect(combineDistributions(sure, even, 1.5)[0]).toBeLessThan(0.9);
    expect(combineDistributions(sure, sure, 1.5)[0]).toBeGreaterThan(0.9);
    expect(combineDistributions(sure, sure, 1.5)[0]).toBeLessThan(0.81 / (0.81 + 0.01));
  });

  it('are a distribution again, also where one knows nothing', () => {
    const sum = combineDistributions(sure, even, 1.5).reduce((total, p) => total + p, 0);
    expect(sum).toBeCloseTo(1, 5);
    expect(combineDistributions(sure, even, 1)[0]).toBeCloseTo(0.9, 5);
  });
});
