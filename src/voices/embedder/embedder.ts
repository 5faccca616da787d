/**
 * The interface of voice embedders: a window of sound becomes a vector that lies near the vectors of the same voice. The diarizer
 * (diarizer/online-diarizer.ts) compares vectors only through the embedder's own log-odds, so that a better embedder needs no new
 * thresholds. Embedders hold no session state.
 */
import type { Inference } from '../../inference/kernel.js';
import type { VoicePopulation } from '../diarizer/population.js';

/** What one window says about who speaks in it. */
export interface VoiceEmbedding {
  /** Unit length. */
  readonly vector: Float32Array;
  /** The same in the coordinates of `VoiceEmbedder.population`; undefined if the embedder has no population. */
  readonly point?: Float32Array;
  /** How far the vector can be trusted, 0..1: less with little speech, several voices or noise. */
  readonly quality: number;
  /** Probability 0..1 that two or more voices speak at once in the window; undefined if the model cannot tell. */
  readonly overlap?: number;
}

export interface VoiceEmbedder {
  /** Changes whenever the embeddings change, so that a cache of embeddings can use it as a key. */
  readonly version: string;
  /** Window length that it does best on, seconds. */
  readonly windowSec: number;
  /** Shortest window that it takes, seconds. */
  readonly minSec: number;
  /** How voices scatter over `VoiceEmbedding.point`; undefined if only the cosine of vectors is known to mean something. */
  readonly population?: VoicePopulation;
  /** @param audio `[samples]` 16 kHz, -1..1, at least `minSec`. */
  embed(audio: Float32Array, inference: Inference): Promise<VoiceEmbedding>;
  /**
   * Log-odds that two embeddings are of one voice, if both cases are as likely beforehand.
   * @param cosine of the angle between the two vectors (a window and the mean of a voice), -1..1
   * @param seconds of speech behind the shorter of the two
   */
  sameVoiceLogOdds(cosine: number, seconds: number): number;
}
