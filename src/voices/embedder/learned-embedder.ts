/** Voice embeddings from our own network (learned-voice.ts), and what a cosine between two of them means. */
import { modelFile } from '../../inference/catalogue.js';
import type { Inference } from '../../inference/kernel.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { VoiceEmbedder, VoiceEmbedding } from './embedder.js';
import { learnedVoice } from './learned-voice.js';
import { learnedScatter } from './voice-scatter.js';

/**
 * Log-odds of one voice = (slope + slopePerLog ln s) cosine + bias + biasPerLog ln s, for s seconds of speech behind
 * the shorter embedding. Fitted by training/voices/calibrate.py on half of the 25 voices of speechocean762 that were kept out of
 * training, 22 November 2026: calibration error 0.054 on the other half, 0.116 on test-other (reports/voices/report.md).
 */
const CALIBRATION = { slope: 10.568, slopePerLog: 5.992, bias: -4.245, biasPerLog: -3.944 } as const;
/** Range of the fit, seconds; a length outside it counts as the nearest end. */
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

/**
 * Trust in a window, 0..1: windows below the range of the fit say less than the fit claims. Proportional to their length, 1 from
 * 0.8 s on and 0.4 at least; the least was chosen by hand. Raising it: voices are told apart sooner and less surely.
 */
function trust(seconds: number): number {
  return Math.min(1, Math.max(0.4, seconds / FITTED_SEC.least));
}
