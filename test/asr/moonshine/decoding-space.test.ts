/** The memory of a decoding is used again, and never by two decodings at a time. */
import { expect, it } from 'vitest';
import { smallAsrDecode } from '../../../src/asr/decode-kernels.js';
import { countOf, DecodingSpace } from '../../../src/asr/moonshine/decoding-space.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import { bookingCall, samplesOf } from '../../helpers/recordings.js';

it('gives tensors side by side in one piece of memory, and a larger piece once one is too small', () => {
  const space = new DecodingSpace({ cross: 0, 'cache 0': 12, 'cache 1': 0 });
  const sizes = [
    [1, 2, 3],
    [2, 3],
  ];
  expect(countOf(sizes)).toBe(12);
  const [a, b] = space.tensors('cache 0', sizes).map(({ data }) => data as Float32Array);
  expect(a!.buffer).toBe(b!.buffer);
  expect([a!.byteOffset, b!.byteOffset]).toEqual([0, 24]);
  a!.fill(1);
  expect(b!.every((value) => value === 0)).toBe(true);
  const again = space.tensors('cache 0', [[1, 2, 3]])[0]!.data as Float32Array;
  expect(again.buffer).toBe(a!.buffer);
  const larger = space.tensors('cache 0', [[13]])[0]!.data as Float32Array;
  expect(larger.buffer).not.toBe(a!.buffer);
  expect(space.tensors('cache 1', [[1]])[0]!.dims).toEqual([1]);
});

it('decodes two windows at once as it does one after the other', async () => {
  const samples = Float32Array.from(await samplesOf(bookingCall, 8), (sample) => sample / 32_768);
  const windows = [samples.slice(0, 48_000), samples.slice(48_000)];
  const inference = createInlineInference();
  const decode = (audio: Float32Array) => inference.call(smallAsrDecode, { audio, forbidEmpty: true });
  const together = await Promise.all(windows.map(decode));
  const apart = [await decode(windows[0]!), await decode(windows[1]!)];
  expect(apart[0]!.tokens.length).toBeGreaterThan(3);
  expect(apart[0]!.tokens).not.toEqual(apart[1]!.tokens);
  expect(together).toEqual(apart);
});
