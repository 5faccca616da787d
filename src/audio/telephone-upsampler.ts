/**
 * Streaming conversion of 8 kHz telephone sound to 16 kHz, the same whatever the sizes of the blocks fed in. Used by resampler.ts.
 *
 * The filter is that of `scipy.signal.resample_poly(x, 2, 1)`: 41 taps, a Kaiser window of beta 5, the middle of its edge at 4 kHz.
 * training/shared/audio.py made telephone sound with it, so it is what the heads have learned from. Voice activity hears quiet
 * telephone words better after it than after a filter that leaves nothing above 3.6 kHz; softer edges cost the recogniser words:
 * docs/decisions/2026-11-28-telephone-upsampler.md has the figures.
 */
import { joinFloats } from './pcm.js';

/** Rate of the sound that this converter takes, Hz. */
export const TELEPHONE_RATE_HZ = 8_000;
/** Odd, so that the filter delays by whole output samples. */
const TAPS = 41;
const HALF = (TAPS - 1) / 2;
/** Middle of the filter's edge as a fraction of the output rate: 4 kHz. */
const CUTOFF = 0.25;
/** Of the Kaiser window. */
const BETA = 5;
/** Input samples on either side that one output sample needs. */
const REACH = Math.ceil(HALF / 2);

const FILTER = kaiserSinc();
/** The taps that meet input samples, not the zeros between them, at outputs of even and of odd number. */
const EVEN = FILTER.filter((_, k) => k % 2 === 0);
const ODD = FILTER.filter((_, k) => k % 2 === 1);

export function telephoneUpsampler() {
  /** The newest input, from `REACH` samples before the next one that has no output. */
  let held: Float32Array = new Float32Array(REACH);
  const convert = (samples: Float32Array): Float32Array => {
    const input = joinFloats([held, samples]);
    const ready = Math.max(0, input.length - 2 * REACH);
    const out = new Float32Array(2 * ready);
    for (let n = 0; n < out.length; n += 2) {
      out[n] = outputAt(input, n / 2, EVEN);
      out[n + 1] = outputAt(input, n / 2, ODD);
    }
    held = input.slice(ready);
    return out;
  };
  return {
    push: convert,
    end: () => convert(new Float32Array(REACH)),
    free: () => {},
  };
}

/** The output whose taps are `phase`, the newest of the input samples under it being `2 * REACH` after `first`. */
function outputAt(input: Float32Array, first: number, phase: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < phase.length; k += 1) sum += phase[k]! * input[first + 2 * REACH - k]!;
  return sum;
}

/** `[TAPS]` low-pass filter whose gain is 2, for the zeros between input samples. */
function kaiserSinc(): Float64Array {
  const taps = Float64Array.from({ length: TAPS }, (_, k) => {
    const n = k - HALF;
    const window = bessel(BETA * Math.sqrt(1 - (n / HALF) ** 2)) / bessel(BETA);
    return window * (n === 0 ? 2 * CUTOFF : Math.sin(2 * Math.PI * CUTOFF * n) / (Math.PI * n));
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => (2 * tap) / sum);
}

/** Modified Bessel function of the first kind and order 0, by its series. */
function bessel(x: number): number {
  let [sum, term] = [1, 1];
  for (let k = 1; k < 30; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
