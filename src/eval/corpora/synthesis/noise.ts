/** Adds noise under speech that has none. Called by build-calls.ts and build-rooms.ts. */
import type { Random } from '../../basics/seeded-random.js';

/** @param levelDb level of white Gaussian noise, in dB relative to full scale, below 0. */
export function withNoise(samples: Float32Array, levelDb: number, random: Random): Float32Array {
  const level = 10 ** (levelDb / 20);
  return samples.map((x) => x + level * random.normal());
}
