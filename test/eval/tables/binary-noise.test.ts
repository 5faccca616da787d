import { expect, it } from 'vitest';
import { withoutBinaryNoise } from '../../../src/eval/tables/binary-noise.js';

it.each([
  [1.515 * 1000 + 2e-13, 1515],
  [0.1 + 0.2, 0.3],
  [1 / 3, 0.333333333333],
  [0, 0],
  [-2.675000000000001, -2.675],
])('%d is written as %d', (noisy, written) => {
  expect(withoutBinaryNoise(noisy)).toBe(written);
});
