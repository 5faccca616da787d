/** The part of a sound between its silences: a recogniser that must speak writes words on silence, and may write none after a long one. */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';

const FRAME_SAMPLES = 0.02 * SAMPLE_RATE_HZ;
/** A frame counts as sound down to this share of the power of the loudest twentieth: 30 dB below. Chosen by hand. */
const LEAST_POWER = 0.001;
/** Silence that is kept at either end, in samples. Chosen by hand. */
const KEPT_SAMPLES = 0.1 * SAMPLE_RATE_HZ;

/** @returns the first sample of the part, and the one after its last */
export function loudPart(samples: Float32Array): { start: number; end: number } {
  const powers = Array.from({ length: Math.floor(samples.length / FRAME_SAMPLES) }, (_, frame) =>
    samples
      .subarray(frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES)
      .reduce((sum, value) => sum + value * value, 0),
  );
  const loudest = [...powers].sort((a, b) => b - a)[Math.floor(powers.length / 20)] ?? 0;
  const isLoud = (power: number) => power >= LEAST_POWER * loudest;
  const start = Math.max(0, powers.findIndex(isLoud) * FRAME_SAMPLES - KEPT_SAMPLES);
  const end = Math.min(samples.length, (powers.findLastIndex(isLoud) + 1) * FRAME_SAMPLES + KEPT_SAMPLES);
  return { start, end };
}
