import { describe, expect, it } from 'vitest';
import { alignRows } from '../../../src/asr/moonshine/word-times.js';

/** One head whose weight sits on the frames `[from, to)`. */
const rowOn = (from: number, to: number, frames: number) => [
  Float32Array.from({ length: frames }, (_, f) => (f >= from && f < to ? 1 / (to - from) : 0)),
];

describe('word times', () => {
  it('starts each token where its attention starts', () => {
    const rows = [rowOn(0, 10, 40), rowOn(10, 12, 40), rowOn(12, 30, 40), rowOn(30, 40, 40)];
    const first = alignRows(rows);
    expect(first).toHaveLength(5);
    [0, 10, 12, 30, 40].forEach((frame, i) => expect(Math.abs(first[i]! - frame)).toBeLessThanOrEqual(1));
  });

  it('never goes back in time', () => {
    const rows = [rowOn(20, 22, 40), rowOn(5, 7, 40), rowOn(30, 31, 40)];
    const first = alignRows(rows);
    expect(first).toEqual([...first].sort((a, b) => a - b));
  });

  it('has nothing to align without rows', () => {
    expect(alignRows([])).toEqual([0]);
  });
});
