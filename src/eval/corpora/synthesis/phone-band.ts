/** Makes speech sound like a telephone line: 8 kHz, high-pass at 300 Hz, mu-law. Called by build-calls.ts. */
import libsamplerate from '@alexanderolsen/libsamplerate-js';
import alawmulaw from 'alawmulaw';
import { quantize } from '../../../audio/index.js';
import { SAMPLE_RATE_HZ } from '../../../protocol/grid.js';

export const PHONE_RATE_HZ = 8_000;

/** @param samples 16 kHz float, -1..1. @returns 8 kHz PCM16 as decoded from mu-law. */
export async function throughPhone(samples: Float32Array): Promise<Int16Array> {
  const { create, ConverterType } = libsamplerate;
  const converter = await create(1, SAMPLE_RATE_HZ, PHONE_RATE_HZ, {
    converterType: ConverterType.SRC_SINC_MEDIUM_QUALITY,
  });
  const narrow = converter.simple(samples).slice(0, Math.round(samples.length / 2));
  converter.destroy();
  const band = highPass(highPass(narrow, 300), 300);
  return alawmulaw.mulaw.decode(alawmulaw.mulaw.encode(quantize(band)));
}

/** Second-order Butterworth high-pass (Audio EQ Cookbook, R. Bristow-Johnson). */
function highPass(samples: Float32Array, cutoffHz: number): Float32Array {
  const w = (2 * Math.PI * cutoffHz) / PHONE_RATE_HZ;
  const alpha = Math.sin(w) / Math.SQRT2;
  const cos = Math.cos(w);
  const a0 = 1 + alpha;
  const b0 = (1 + cos) / 2 / a0;
  const b1 = -(1 + cos) / a0;
  const a1 = (-2 * cos) / a0;
  const a2 = (1 - alpha) / a0;
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = b0 * x + b1 * x1 + b0 * x2 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}
