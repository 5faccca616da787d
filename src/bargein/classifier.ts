/**
 * The seam of barge-in classification. From a user's speech onset over the agent until the decision, the engine asks
 * at each grid step with all sound since the onset; policy.ts decides when the answer is sure enough.
 */
import type { Inference } from '../inference/kernel.js';
import type { Language } from '../protocol/languages.js';

export interface BargeinOnset {
  /** `[samples]` 16 kHz, -1..1: from up to 0.3 s before the onset to this step. */
  readonly audio: Float32Array;
  /** Seconds since the onset at this step. */
  readonly sinceOnsetSec: number;
  /** Voiced time since the onset, seconds. */
  readonly speechSec: number;
  /** True once voice activity ended again: the utterance is complete. */
  readonly ended: boolean;
  /** Words heard since the onset; undefined when no recogniser is loaded for the language. */
  readonly text: string | undefined;
  readonly language: Language;
  /** Log-odds added for `claim` by the session's mode (negative: backchannels expected). */
  readonly priorLogit: number;
}

export interface BargeinClassifier {
  /** Reported in `session.started.models.bargein`. */
  readonly version: string;
  /** True when `text` is used: the engine then transcribes the onset at each step. */
  readonly needsText: boolean;
  /** Probability 0..1 that the user wants the floor. */
  pClaim(onset: BargeinOnset, inference: Inference): Promise<number>;
}
