// Frames to one vector, on frames that a person can add up.
import { describe, expect, it } from 'vitest';
import { spanMeans } from '../../src/dsp/span-means.js';

describe('means of frames', () => {
  it('are those of each span, counted from the end', () => {
    const frames = Float32Array.from({ length: 50 * 2 }, (_, i) => (i % 2 === 0 ? Math.floor(i / 2) : 1));
    const means = spanMeans(frames, 2, [
      [-12, 0],
      [-42, -12],
    ]);
    expect([...means].map((x) => Math.round(x * 1000) / 1000)).toEqual([43.5, 1, 22.5, 1]);
  });

  it('take what there is of a short sound, and zero where there is nothing', () => {
    const means = spanMeans(Float32Array.of(2, 4), 1, [
      [-12, 0],
      [-42, -12],
    ]);
    expect([...means]).toEqual([3, 0]);
  });
});
