import { expect, test } from 'vitest';
import { pairwiseSum } from '../../../src/eval/basics/pairwise-sum.js';

test('fewer than eight values are added left to right', () => {
  expect(pairwiseSum([0.1, 0.2, 0.3])).toBe(0.1 + 0.2 + 0.3);
});

test('eight accumulators are joined as a tree, the remainder one by one', () => {
  const values = [1e16, 1, -1e16, 1, 0, 0, 0, 0, 1];
  const tree = 1e16 + 1 + (-1e16 + 1) + (0 + 0 + (0 + 0));
  expect(pairwiseSum(values)).toBe(tree + 1);
  expect(pairwiseSum(values)).not.toBe(values.reduce((a, b) => a + b, 0));
});

test('more than 128 values split at a multiple of eight', () => {
  const values = Array.from({ length: 300 }, (_, i) => 1 / (i + 1));
  const half = 144;
  expect(pairwiseSum(values)).toBe(
    pairwiseSum(values, 0, half) + pairwiseSum(values, half, values.length - half),
  );
});
