/**
 * Log mel energies and cepstra of short frames (25 ms every 10 ms): Hann window, 512-point FFT, triangular filters on the mel scale
 * of O'Shaughnessy 1987, natural logarithm, orthonormal cosine transform (DCT-II). Used by voices/embedder.
 */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';

export const MEL_BANDS = 40;
const FRAME_SAMPLES = 400;
const HOP_SAMPLES = 160;
const FFT_SIZE = 512;
const BINS = FFT_SIZE / 2 + 1;
const LOW_HZ = 100;
/** Telephone speech has nothing above. */
const HIGH_HZ = 3_800;

const melOf = (hz: number) => 2595 * Math.log10(1 + hz / 700);
const WINDOW = Float64Array.from(
  { length: FRAME_SAMPLES },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FRAME_SAMPLES),
);
const FILTERS = melFilters();

/** @param audio `[samples]` float32, 16 kHz, -1..1. @returns `[frames][bands=40]` log energies */
export function logMel(audio: Float32Array): Float64Array[] {
  const frames = Math.max(0, Math.floor((audio.length - FRAME_SAMPLES) / HOP_SAMPLES) + 1);
  return Array.from({ length: frames }, (_, f) => {
    const power = powerSpectrum(audio.subarray(f * HOP_SAMPLES, f * HOP_SAMPLES + FRAME_SAMPLES));
    return Float64Array.from(FILTERS, (filter) => {
      let energy = 0;
      for (const [bin, weight] of filter) energy += weight * power[bin]!;
      return Math.log(energy + 1e-10);
    });
  });
}

/** The first `count` coefficients of the cosine transform of a row of log energies; coefficient 0 is the level. */
export function cepstrum(row: Float64Array, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => {
    let sum = 0;
    for (let m = 0; m < row.length; m += 1) sum += row[m]! * Math.cos((Math.PI * k * (m + 0.5)) / row.length);
    return sum * Math.sqrt((k === 0 ? 1 : 2) / row.length);
  });
}

function powerSpectrum(frame: Float32Array): Float64Array {
  const re = new Float64Array(FFT_SIZE);
  const im = new Float64Array(FFT_SIZE);
  for (let i = 0; i < frame.length; i += 1) re[i] = frame[i]! * WINDOW[i]!;
  fft(re, im);
  return Float64Array.from({ length: BINS }, (_, k) => re[k]! * re[k]! + im[k]! * im[k]!);
}

/** Fast Fourier transform in place, radix 2: real and imaginary parts of one length, a power of two. */
function fft(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i += 1) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
  for (let size = 2; size <= n; size <<= 1) {
    for (let k = 0; k < size / 2; k += 1) {
      const angle = (-2 * Math.PI * k) / size;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      for (let i = k; i < n; i += size) {
        const j = i + size / 2;
        const [r, m] = [re[j]! * c - im[j]! * s, re[j]! * s + im[j]! * c];
        [re[j], im[j]] = [re[i]! - r, im[i]! - m];
        [re[i], im[i]] = [re[i]! + r, im[i]! + m];
      }
    }
  }
}

function melFilters(): [bin: number, weight: number][][] {
  const [low, high] = [melOf(LOW_HZ), melOf(HIGH_HZ)];
  const edge = (i: number) => low + ((high - low) * i) / (MEL_BANDS + 1);
  return Array.from({ length: MEL_BANDS }, (_, band) => {
    const [from, top, to] = [edge(band), edge(band + 1), edge(band + 2)];
    const weights: [number, number][] = [];
    for (let bin = 0; bin < BINS; bin += 1) {
      const mel = melOf((bin * SAMPLE_RATE_HZ) / FFT_SIZE);
      const weight = Math.min((mel - from) / (top - from), (to - mel) / (to - top));
      if (weight > 0) weights.push([bin, weight]);
    }
    return weights;
  });
}
