/**
 * The seam of voice embedding: a window of sound to a vector that is near the vectors of the same voice. Diarization
 * (online-diarizer.ts) clusters the vectors; what a distance means is the embedder's to say, so that a better
 * embedder needs no new thresholds. Embedders hold no session state.
 */
import type { Inference } from '../../inference/kernel.js';
import type { VoicePopulation } from '../diarizer/population.js';

/** What one window tells about who speaks in it. */
export interface VoiceEmbedding {
  /** Unit length. */
  readonly vector: Float32Array;
  /** Coordinates in which `VoiceEmbedder.population` tells how voices scatter; undefined where it tells nothing. */
  readonly point?: Float32Array;
  /** 0..1: how far the vector can be trusted (speech enough, one voice, little noise). */
  readonly quality: number;
  /** Probability 0..1 that two or more voices speak at once in the window; undefined when the model cannot tell. */
  readonly overlap?: number;
}

export interface VoiceEmbedder {
  /** Changes with the prints: who caches prints keys them by it. */
  readonly version: string;
  /** Window length it does best on, and the shortest it takes, seconds. */
  readonly windowSec: number;
  readonly minSec: number;
  /** How voices scatter over `VoicePrint.point`; without it the cosine of vectors is all there is to go by. */
  readonly population?: VoicePopulation;
  /** @param audio `[samples]` 16 kHz, -1..1, at least `minSec`. */
  embed(audio: Float32Array, inference: Inference): Promise<VoiceEmbedding>;
  /**
   * Log-odds that two prints are of one voice, at even priors.
   * @param cosine -1..1 between the two vectors (of a window and of a voice's mean)
   * @param seconds speech behind the shorter of the two
   */
  sameVoiceLogOdds(cosine: number, seconds: number): number;
}
