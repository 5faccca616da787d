/** Reads recordings as the engine takes them, and mixes several. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSamples } from '../../dist/audio/index.js';

/** Folder of the development recordings, which are not part of this project; the same as that of `npm run report:real`. */
const AUDIO =
  process.env.TURNWIRE_REAL_AUDIO ?? fileURLToPath(new URL('../../../shared/audio', import.meta.url));

export const hasDevelopmentAudio = existsSync(AUDIO);
export const development = (name) => path.join(AUDIO, name);

const cache = new Map();

/** @returns 16 kHz mono samples of a file; the same array each time. */
export async function soundOf(file) {
  if (!cache.has(file)) cache.set(file, await readSamples(file));
  return cache.get(file);
}

/** @param parts `{samples, start}` with `start` in samples. @returns their sum, clipped. */
export function mix(parts) {
  const length = Math.max(...parts.map(({ samples, start }) => start + samples.length));
  const sum = new Int32Array(length);
  for (const { samples, start, gain = 1 } of parts)
    for (let i = 0; i < samples.length; i += 1) sum[start + i] += samples[i] * gain;
  return Int16Array.from(sum, (value) => Math.max(-32_768, Math.min(32_767, value)));
}

/** @returns the root mean square of the samples. */
export function level(samples) {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}
