/**
 * A voice embedder without a model: mel statistics projected onto discriminant axes (mel-axes.ts). It tells the voices of one
 * session apart on 1 to 3 s of speech, less well than learned-embedder.ts. It runs in the calling thread, 5 ms for a window.
 */
import type { VoiceEmbedder, VoiceEmbedding } from './embedder.js';
import { FEATURE_MEAN, VOICE_AXES } from './mel-axes.js';
import { voiceFeatures } from './mel-features.js';

/** Log-odds of one voice = SLOPE cosine + OFFSET for 1.5 s windows; fitted on the 214 windows of mel-axes.ts. */
const SLOPE = 9.4;
const OFFSET = -2.7;
/** Number of loud 10 ms frames from which a window has full quality. Chosen by hand. Raising it: less trust in short windows. */
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
