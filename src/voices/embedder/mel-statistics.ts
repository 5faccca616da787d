/**
 * The first voice embedder: mel statistics on discriminant axes. It needs no model and tells voices of one session apart
 * on 1 to 3 s of speech; the learned embedder of learned-embedder.ts does better. Runs in the calling thread: 5 ms a
 * window.
 */
import type { VoiceEmbedder, VoiceEmbedding } from './embedder.js';
import { FEATURE_MEAN, VOICE_AXES } from './mel-axes.js';
import { voiceFeatures } from './mel-features.js';

/** Log-odds of one voice as a line over the cosine of 1.5 s windows; fit as the axes were checked (mel-axes.ts). */
const SLOPE = 9.4;
const OFFSET = -2.7;
/** Loud frames (10 ms) from which a window is worth full trust. */
const FULL_FRAMES = 75;

export const melStatistics: VoiceEmbedder = {
  version: 'mel-statistics-1',
  windowSec: 1.5,
  minSec: 0.4,
  async embed(audio: Float32Array): Promise<VoiceEmbedding> {
    const { features, loudFrames } = voiceFeatures(audio);
    const vector = Float32Array.from(VOICE_AXES, (axis) =>
      axis.reduce((sum, weight, i) => sum + weight * (features[i]! - FEATURE_MEAN[i]!), 0),
    );
    const length = Math.hypot(...vector) || 1;
    return { vector: vector.map((value) => value / length), quality: Math.min(1, loudFrames / FULL_FRAMES) };
  },
  sameVoiceLogOdds(cosine: number): number {
    return SLOPE * cosine + OFFSET;
  },
};
