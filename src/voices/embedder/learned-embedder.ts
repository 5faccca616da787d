/** Voice prints from our own network (learned-voice.ts), and what a cosine between two of them means. */
import { modelFile } from '../../inference/catalogue.js';
import type { Inference } from '../../inference/kernel.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { VoiceEmbedder, VoiceEmbedding } from './embedder.js';
import { learnedVoice } from './learned-voice.js';
import { learnedScatter } from './voice-scatter.js';

/**
 * Log-odds of one voice = (slope + slopePerLog ln s) cosine + bias + biasPerLog ln s, for s seconds of speech in the
 * shorter print. Fitted by training/voices/calibrate.py on voices kept out of training; see models/voice-lstm/README.md.
 */
const CALIBRATION = { slope: 10.568, slopePerLog: 5.992, bias: -4.245, biasPerLog: -3.944 } as const;
/** The fit's range, seconds: outside it the nearest end counts. */
const FITTED_SEC = { least: 0.8, most: 3 } as const;

export const learnedEmbedder: VoiceEmbedder = {
  version: modelFile('voice-lstm').version,
  windowSec: 1.5,
  minSec: 0.5,
  population: learnedScatter,
  async embed(audio: Float32Array, inference: Inference): Promise<VoiceEmbedding> {
    const { vector, point } = await inference.call(learnedVoice, audio);
    return { vector, point, quality: trust(audio.length / SAMPLE_RATE_HZ) };
  },
  sameVoiceLogOdds(cosine: number, seconds: number): number {
    const log = Math.log(Math.min(Math.max(seconds, FITTED_SEC.least), FITTED_SEC.most));
    const { slope, slopePerLog, bias, biasPerLog } = CALIBRATION;
    return (slope + slopePerLog * log) * cosine + bias + biasPerLog * log;
  },
};

/** Windows under 0.8 s tell less than the fit says: 1 from there on, 0.4 at the shortest. */
function trust(seconds: number): number {
  return Math.min(1, Math.max(0.4, seconds / FITTED_SEC.least));
}
