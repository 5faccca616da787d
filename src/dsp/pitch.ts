/**
 * Fundamental frequency and level of short frames (40 ms every 10 ms), by normalised autocorrelation as in Boersma 1993 but without
 * his path search: enough to tell falling pitch from level pitch. Used by eot/prosody.ts and voices/embedder.
 */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';

export const PITCH_HOP_SEC = 0.01;
const WINDOW_SAMPLES = 0.04 * SAMPLE_RATE_HZ;
const HOP_SAMPLES = PITCH_HOP_SEC * SAMPLE_RATE_HZ;
const MIN_HZ = 70;
const MAX_HZ = 400;
/** Autocorrelation above which a frame counts as voiced, 0..1. Chosen by hand; raising it finds less pitch in noise and in speech. */
const VOICED = 0.5;

export interface PitchTrack {
  /** `[frames]` Hz, 0 if the frame is unvoiced. */
  readonly f0Hz: Float32Array;
  /** `[frames]` dB relative to full scale. */
  readonly levelDb: Float32Array;
}

/** @param audio `[samples]` float32, 16 kHz, -1..1 */
export function pitchTrack(audio: Float32Array): PitchTrack {
  const frames = Math.max(0, Math.floor((audio.length - WINDOW_SAMPLES) / HOP_SAMPLES) + 1);
  const f0Hz = new Float32Array(frames);
  const levelDb = new Float32Array(frames);
  // At half the rate the work is a quarter, and 400 Hz is still resolved.
  const half = new Float32Array(audio.length >> 1);
  for (let i = 0; i < half.length; i += 1) half[i] = (audio[2 * i]! + audio[2 * i + 1]!) / 2;
  for (let frame = 0; frame < frames; frame += 1) {
    const window = half.subarray((frame * HOP_SAMPLES) >> 1, (frame * HOP_SAMPLES + WINDOW_SAMPLES) >> 1);
    levelDb[frame] = levelOf(window);
    if (levelDb[frame]! > -60) f0Hz[frame] = pitchOf(window);
  }
  return { f0Hz, levelDb };
}

function levelOf(window: Float32Array): number {
  let energy = 0;
  for (const value of window) energy += value * value;
  return 10 * Math.log10(energy / window.length + 1e-10);
}

function pitchOf(window: Float32Array): number {
  const rate = SAMPLE_RATE_HZ / 2;
  const from = Math.floor(rate / MAX_HZ);
  const to = Math.min(Math.ceil(rate / MIN_HZ), window.length >> 1);
  let best = VOICED;
  let bestLag = 0;
  for (let lag = from; lag <= to; lag += 1) {
    const value = correlation(window, lag);
    // A longer lag must be clearly better: otherwise the octave below is taken for the pitch.
    if (value > best + 0.02) {
      best = value;
      bestLag = lag;
    }
  }
  return bestLag === 0 ? 0 : rate / bestLag;
}

function correlation(window: Float32Array, lag: number): number {
  let cross = 0;
  let left = 1e-9;
  let right = 1e-9;
  for (let i = 0; i + lag < window.length; i += 1) {
    const a = window[i]!;
    const b = window[i + lag]!;
    cross += a * b;
    left += a * a;
    right += b * b;
  }
  return cross / Math.sqrt(left * right);
}
