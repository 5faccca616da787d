import { expect, it } from 'vitest';
import { distributionOf } from '../../../src/asr/whisper/standard-network.js';

it('reduces logits to the best four, under a bias, with log-probabilities', () => {
  const logits = Float32Array.of(0, 5, 1, 4, 3, 2);
  const bias = Float32Array.of(0, -1e9, 0, 0, 0, 0);
  const { topIds, topLogProbs, watched } = distributionOf(logits, { bias, watch: [0, 1] });
  expect(topIds).toEqual([3, 4, 5, 2]);
  const total = [0, 1, 4, 3, 2].reduce((sum, logit) => sum + Math.exp(logit), 0);
  expect(topLogProbs[0]).toBeCloseTo(4 - Math.log(total), 5);
  expect(watched[0]).toBeCloseTo(-Math.log(total), 5);
  expect(Math.exp(watched[1]!)).toBe(0);
});
