import { expect, it } from 'vitest';
import { scoresOf } from '../../../src/view/page/series.js';

it('scores of two silences have a gap between them, and the threshold below each', () => {
  const silences = [
    {
      startSec: 1,
      points: [
        [1.1, 0.2],
        [1.2, 0.4],
      ] as const,
    },
    { startSec: 3, points: [[3.1, 0.9]] as const },
  ];
  const [times, scores, limits] = scoresOf(silences, 0.8);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(new Set(times).size).toBe(times.length);
  expect(scores).toEqual([null, 0.2, 0.4, null, null, 0.9, null]);
  expect(limits).toEqual([0.8, 0.8, 0.8, null, 0.8, 0.8, null]);
});
