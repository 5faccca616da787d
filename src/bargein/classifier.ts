/**
 * The seam of barge-in classification. From the onset of speech over the agent until its class is decided, the session asks
 * a classifier at each grid step with all sound since the onset; policy.ts decides when the answer is sure enough.
 */
import type { Inference } from '../inference/kernel.js';
import type { Language } from '../protocol/languages.js';

export interface BargeinOnset {
  /** `[samples]` 16 kHz, -1..1: from up to 0.3 s before the onset to this step. */
  readonly audio: Float32Array;
  /** Seconds since the onset at this step. */
  readonly sinceOnsetSec: number;
  /** Seconds of speech since the onset. */
  readonly speechSec: number;
  /** True once voice activity has ended: the utterance is complete. */
  readonly ended: boolean;
  /** Words since the onset; undefined if no recogniser is loaded for the language. */
  readonly text: string | undefined;
  readonly language: Language;
  /** Log-odds that the session's mode adds to those of `claim`; negative if backchannels are expected. */
  readonly priorLogit: number;
}

export interface BargeinClassifier {
  /** Reported in `session.started.models.bargein`. */
  readonly version: string;
  /** True if `text` is used: the session then transcribes the onset at each step. */
  readonly needsText: boolean;
  /** Probability 0..1 that the user wants the floor. */
  pClaim(onset: BargeinOnset, inference: Inference): Promise<number>;
  /**
   * Log-odds that a short sound that could not be read is a word which listeners do not say; undefined if the classifier cannot
   * tell. The sound: `[samples]` 16 kHz, -1..1, from 0.3 s before the speech to 0.3 s after it.
   */
  wordLogOdds?(audio: Float32Array, inference: Inference): Promise<number>;
}
