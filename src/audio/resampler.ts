/**
 * Streaming conversion of one channel to 16 kHz by libsamplerate (SRC_SINC_MEDIUM_QUALITY: 121 dB, 90 % of
 * the band), the same whatever the sizes of the blocks fed in. Converter and library: see
 * docs/decisions/2026-11-21-audio-decoders.md. Telephone sound of 8 kHz has a converter of its own.
 */
import type libsamplerate from '@alexanderolsen/libsamplerate-js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import { joinFloats } from './pcm.js';
import { TELEPHONE_RATE_HZ, telephoneUpsampler } from './telephone-upsampler.js';

/** Frames given to libsamplerate at once. Its output does not depend on this number. */
const BLOCK_FRAMES = 4_096;
/** Highest rate that the library accepts. It uses only the ratio of the rates, so a higher rate is scaled down with its target. */
const MAX_RATE_HZ = 192_000;
/** Silence that is fed after the end to get the filter's last samples, in seconds: longer than half of any filter. */
const TAIL_SEC = 0.2;

export interface Resampler {
  /** Output that is complete so far; may be empty. */
  push(samples: Float32Array): Float32Array;
  /** The rest, so that all outputs together are round(inputs x 16000 / rate) samples. */
  end(): Float32Array;
  /** Frees its memory. Nothing may be called after it. */
  free(): void;
}

export async function createResampler(rateHz: number): Promise<Resampler> {
  if (rateHz === SAMPLE_RATE_HZ) return passThrough;
  return rateHz === TELEPHONE_RATE_HZ ? telephoneUpsampler() : sincResampler(rateHz);
}

const passThrough: Resampler = {
  push: (samples) => samples,
  end: () => new Float32Array(0),
  free: () => {},
};

/** Loaded when a recording needs it: 60 ms and 18 MB that sound at 16 kHz, and a server, can do without. */
let library: Promise<{ default: typeof libsamplerate }> | undefined;

async function sincResampler(rateHz: number): Promise<Resampler> {
  library ??= import('@alexanderolsen/libsamplerate-js');
  const { create, ConverterType } = (await library).default;
  const part = Math.ceil(rateHz / MAX_RATE_HZ);
  const converter = await create(1, rateHz / part, SAMPLE_RATE_HZ / part, {
    converterType: ConverterType.SRC_SINC_MEDIUM_QUALITY,
  });
  let framesIn = 0;
  let framesOut = 0;
  const convert = (samples: Float32Array): Float32Array => {
    const parts: Float32Array[] = [];
    for (let at = 0; at < samples.length; at += BLOCK_FRAMES) {
      parts.push(converter.full(samples.subarray(at, at + BLOCK_FRAMES)).slice());
    }
    const out = joinFloats(parts);
    framesOut += out.length;
    return out;
  };
  return {
    push(samples) {
      framesIn += samples.length;
      return convert(samples);
    },
    end() {
      const before = framesOut;
      const wanted = Math.round((framesIn * SAMPLE_RATE_HZ) / rateHz) - before;
      const tail = convert(new Float32Array(Math.ceil(TAIL_SEC * rateHz)));
      const out = new Float32Array(Math.max(0, wanted));
      out.set(tail.subarray(0, out.length));
      return out;
    },
    free: () => converter.destroy(),
  };
}
