/** Sound for the report of barge-in: read, set to a level, sent through a telephone, put into noise. Float32Array, -1..1. */
import path from 'node:path';

/** Speech level that telephone networks aim at, dBFS over speech (ITU-T P.56 style active level, -26 to -22). */
export const SPEECH_DBFS = -22;
const FRAME_SEC = 0.01;
/** Frames this far below the loudest are no part of the sound, dB. */
const QUIETEST_DB = 30;

/** @param build the folder of a build, `dist` */
export async function soundOf(build) {
  const { readSamples } = await import(path.join(build, 'audio/index.js'));
  const { createResampler } = await import(path.join(build, 'audio/resampler.js'));
  return {
    /** A recording as the build reads it: 16 kHz, mono. */
    async read(file) {
      return Float32Array.from(await readSamples(file), (value) => value / 32768);
    },
    /** 8 kHz sound as the build resamples it. */
    async from8k(samples) {
      const resampler = await createResampler(8000);
      const out = join([resampler.push(samples), resampler.end()]);
      resampler.free();
      return out;
    },
  };
}

export function join(parts) {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const dbOf = (ratio) => 20 * Math.log10(Math.max(ratio, 1e-9));
export const scaled = (samples, db) => samples.map((value) => value * 10 ** (db / 20));

/** RMS of each 10 ms, in dBFS. */
export function frameLevels(samples, rateHz = 16_000) {
  const size = Math.round(FRAME_SEC * rateHz);
  return Array.from({ length: Math.floor(samples.length / size) }, (_, i) =>
    dbOf(Math.sqrt(samples.subarray(i * size, (i + 1) * size).reduce((sum, v) => sum + v * v, 0) / size)),
  );
}

/** Level of the active part of a sound, dBFS: mean power of its frames within 30 dB of the loudest. */
export function activeLevel(samples, rateHz) {
  const levels = frameLevels(samples, rateHz);
  const loudest = Math.max(...levels);
  const active = levels.filter((level) => level > loudest - QUIETEST_DB);
  return 10 * Math.log10(active.reduce((sum, level) => sum + 10 ** (level / 10), 0) / active.length);
}

/** Sets the active level. Peaks are not cut: the samples may exceed 1 until they are written. */
export const atLevel = (samples, dbfs, rateHz) => scaled(samples, dbfs - activeLevel(samples, rateHz));

/** When the sound ends, in seconds: its last 10 ms within 30 dB of the loudest. */
export function soundEndSec(samples, rateHz) {
  const levels = frameLevels(samples, rateHz);
  const loudest = Math.max(...levels);
  return (levels.findLastIndex((level) => level > loudest - QUIETEST_DB) + 1) * FRAME_SEC;
}

/** White Gaussian noise, the same for the same seed. */
export function noise(length, dbfs, seed = 1) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  const rms = 10 ** (dbfs / 20);
  return Float32Array.from(
    { length },
    () => rms * Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
  );
}

export const mixed = (one, other) => one.map((value, i) => value + (other[i] ?? 0));

/** 16 kHz sound as 8 kHz telephone sound: 300 to 3400 Hz, then mu-law. */
export function telephone(samples) {
  const taps = bandPass(300 / 16_000, 3400 / 16_000, 401);
  const half = (taps.length - 1) / 2;
  const out = new Float32Array(Math.floor(samples.length / 2));
  for (let i = 0; i < out.length; i += 1) {
    let sum = 0;
    for (let k = 0; k < taps.length; k += 1) sum += taps[k] * (samples[2 * i + k - half] ?? 0);
    out[i] = sum;
  }
  return muLaw(out);
}

function bandPass(low, high, length) {
  const half = (length - 1) / 2;
  const sinc = (f, n) => (n === 0 ? 2 * f : Math.sin(2 * Math.PI * f * n) / (Math.PI * n));
  return Float32Array.from({ length }, (_, k) => {
    const window =
      0.42 -
      0.5 * Math.cos((2 * Math.PI * k) / (length - 1)) +
      0.08 * Math.cos((4 * Math.PI * k) / (length - 1));
    return window * (sinc(high, k - half) - sinc(low, k - half));
  });
}

/** Through mu-law bytes (ITU-T G.711) and back. */
export const muLaw = (samples) =>
  samples.map((value) => {
    const magnitude = Math.min(32_635, Math.abs(Math.round(value * 32_768))) + 132;
    const exponent = 31 - Math.clz32(magnitude) - 7;
    const step = 2 ** (exponent + 3);
    const decoded = (Math.floor(magnitude / step) + 0.5) * step - 132;
    return (Math.sign(value) * Math.min(32_767, decoded)) / 32_768;
  });

export const toPcm = (samples) =>
  Int16Array.from(samples, (value) => Math.round(Math.min(1, Math.max(-1, value)) * 32_767));
