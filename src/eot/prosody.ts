/** How the last words sound: pitch movement, level, and length of the last voiced stretch. For the rules scorer. */
import { PITCH_HOP_SEC, pitchTrack } from '../dsp/pitch.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';

export interface Prosody {
  /** Pitch of the last 80 ms of voice relative to the median of the whole, in semitones. Negative: it falls. */
  readonly finalPitchSemitones: number;
  /** Level of the last 200 ms of voice relative to the voice before, in dB. */
  readonly finalLevelDb: number;
  /** Length of the last voiced stretch, in seconds: it is longer at the end of a sentence. */
  readonly lastVoicedSec: number;
  /** Fraction of voiced frames in the last second, 0..1: a rough rate of speech. */
  readonly voicedShare: number;
}

/** How much sound before the silence is analysed, in seconds. */
const SPAN_SEC = 2;

/**
 * @param audio `[samples]` 16 kHz, -1..1, ending with `silenceSec` of silence
 * @returns undefined if less than 0.1 s of it is voiced
 */
export function prosodyOf(audio: Float32Array, silenceSec: number): Prosody | undefined {
  const end = Math.max(0, audio.length - Math.round(silenceSec * SAMPLE_RATE_HZ));
  const { f0Hz, levelDb } = pitchTrack(audio.subarray(Math.max(0, end - SPAN_SEC * SAMPLE_RATE_HZ), end));
  const voiced = [...f0Hz.keys()].filter((frame) => f0Hz[frame]! > 0);
  if (voiced.length < 10) return undefined;
  const lastStretch = trailingRun(voiced);
  const tail = voiced.slice(-20);
  const head = voiced.slice(0, -20);
  const semitones = (frames: readonly number[]): number =>
    12 * Math.log2(median(frames.map((f) => f0Hz[f]!)));
  const level = (frames: readonly number[]): number => median(frames.map((f) => levelDb[f]!));
  return {
    finalPitchSemitones: semitones(voiced.slice(-8)) - semitones(voiced),
    finalLevelDb: head.length > 0 ? level(tail) - level(head) : 0,
    lastVoicedSec: lastStretch * PITCH_HOP_SEC,
    voicedShare: voiced.filter((frame) => frame >= f0Hz.length - 100).length / Math.min(100, f0Hz.length),
  };
}

/** Number of frames in the last voiced stretch; gaps of up to 30 ms are bridged. */
function trailingRun(voiced: readonly number[]): number {
  let first = voiced.length - 1;
  while (first > 0 && voiced[first]! - voiced[first - 1]! <= 3) first -= 1;
  return voiced.at(-1)! - voiced[first]! + 1;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}
