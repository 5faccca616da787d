import { expect, it } from 'vitest';
import { Peaks } from '../../src/view/index.js';
import { unpackPeaks } from '../../src/view/page/series.js';

it('the page reads back the lowest and highest sample of each slice, however the sound was cut', () => {
  const samples = Int16Array.from(
    { length: 1000 },
    (_, i) => (i < 500 ? 100 : 1000) * (i % 2 === 0 ? 1 : -2),
  );
  const whole = new Peaks(16_000);
  whole.push(samples);
  const cut = new Peaks(16_000);
  for (let at = 0; at < samples.length; at += 7) cut.push(samples.subarray(at, at + 7));
  const peaks = whole.base64();
  expect(cut.base64()).toBe(peaks);
  const [times, high, low] = unpackPeaks({ peaks, peaksPerSec: whole.perSec });
  // Slices of 10 ms; the last one is not full.
  expect(times).toHaveLength(7);
  expect(times[1]).toBeCloseTo(0.015, 9);
  expect(low.at(-1)).toBe(-1);
  expect(high.at(-1)).toBeCloseTo(0.5, 1);
  expect(low[0]).toBeCloseTo(-0.1, 1);
});

it('a long recording has wider slices', () => {
  expect(new Peaks(16_000, 60).perSec).toBe(100);
  const twoHours = new Peaks(16_000, 7200);
  expect(twoHours.perSec).toBeCloseTo(8, 1);
});

it('silence is a flat line', () => {
  const peaks = new Peaks(16_000);
  peaks.push(new Int16Array(1600));
  const [, high, low] = unpackPeaks({ peaks: peaks.base64(), peaksPerSec: 100 });
  expect(new Set([...high, ...low].map(Number).map(Math.abs))).toEqual(new Set([0]));
});
