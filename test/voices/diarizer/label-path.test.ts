import { describe, expect, it } from 'vitest';
import { labelPath } from '../../../src/voices/diarizer/label-path.js';

const blocks = (scores: number[][], changeCost = 2) => scores.map((row) => ({ scores: row, changeCost }));

describe('label path', () => {
  it('ignores one weak block between strong ones', () => {
    expect(
      labelPath(
        blocks([
          [3, 0],
          [0, 1],
          [3, 0],
        ]),
        undefined,
      ),
    ).toEqual([0, 0, 0]);
  });

  it('changes when the gain outweighs the price', () => {
    expect(
      labelPath(
        blocks([
          [3, 0],
          [0, 3],
          [0, 3],
        ]),
        undefined,
      ),
    ).toEqual([0, 1, 1]);
  });

  it('starts from the voice before', () => {
    expect(labelPath(blocks([[1, 0]]), 1)).toEqual([1]);
    expect(labelPath(blocks([[4, 0]]), 1)).toEqual([0]);
  });

  it('has no path without blocks', () => {
    expect(labelPath([], 0)).toEqual([]);
  });
});
