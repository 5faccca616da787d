import { expect, it } from 'vitest';
import { joinFloats } from '../../src/audio/pcm.js';
import { telephoneUpsampler } from '../../src/audio/telephone-upsampler.js';

function converted(samples: Float32Array, sizes: readonly number[]): Float32Array {
  const upsampler = telephoneUpsampler();
  const parts: Float32Array[] = [];
  for (let at = 0, i = 0; at < samples.length; i += 1) {
    const size = sizes[i % sizes.length]!;
    parts.push(upsampler.push(samples.subarray(at, at + size)));
    at += size;
  }
  return joinFloats([...parts, upsampler.end()]);
}

it('gives what scipy.signal.resample_poly(x, 2, 1) gives', () => {
  const samples = Float32Array.from([0.5, -0.25, 0.125, 0.75, -0.5, 0, 0.25, -0.75]);
  const expected = [
    0.500259, 0.23056, -0.250129, -0.354792, 0.125065, 0.710704, 0.750388, 0.150288, -0.500259, -0.548478, 0,
    0.460022, 0.250129, -0.402442, -0.750388, -0.470811,
  ];
  const out = converted(samples, [8]);
  expect(out).toHaveLength(16);
  for (const [i, value] of expected.entries()) expect(out[i]).toBeCloseTo(value, 5);
});

it.each([[[1]], [[7, 100, 3]], [[4096]]])('is the same to the bit in blocks of %j', (sizes) => {
  const samples = Float32Array.from({ length: 5000 }, (_, i) => Math.sin(i * i * 0.001));
  expect(converted(samples, sizes)).toEqual(converted(samples, [5000]));
  expect(converted(samples, sizes)).toHaveLength(10_000);
});

it('gives nothing for nothing', () => {
  expect(converted(new Float32Array(0), [1])).toHaveLength(0);
});
