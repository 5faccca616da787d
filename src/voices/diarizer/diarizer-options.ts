/** What decides when a voice is new, and how readily a label changes; log-odds are those of the embedder's prints. */
import type { VoiceEmbedder } from '../embedder/embedder.js';

export interface DiarizerOptions {
  /** Most voices told apart, 1 to 8. */
  readonly maxVoices: number;
  /** Voices expected: one more costs `extraVoiceLogOdds`. */
  readonly expectedVoices: number;
  /**
   * Log-odds that a stretch must lack against every known voice to open a new one; below zero because a voice's mean is
   * nearer to any window than another window is. Raising it: fewer voices.
   */
  readonly newVoiceLogOdds: number;
  readonly extraVoiceLogOdds: number;
  /** Speech of a stretch that opens a voice, seconds, 0.5 to 5. Raising it: fewer voices, later. */
  readonly openSec: number;
  /** Log-odds that the whole of such a stretch must lack against every known voice. Raising it: fewer voices, -Infinity to 30. */
  readonly openLogOdds: number;
  /** Log-odds between the first and the last window of a stretch that opens a voice. Raising it: fewer, purer voices. */
  readonly coherentLogOdds: number;
  /** The same for a stretch that must be decided at once: least speech, seconds, and log-odds that it must lack. */
  readonly shortOpenSec: number;
  readonly shortLogOdds: number;
  /** Log-odds from which a window teaches its voice. Raising it: cleaner voices, slower to adapt. */
  readonly learnLogOdds: number;
  /** Log-odds price of a change of voice between neighbouring blocks, and after a pause. */
  readonly changeCost: number;
  readonly changeCostAfterPause: number;
  /**
   * In hindsight: speech of a cluster of prints that opens a voice, seconds, 1 to 10, and the log-odds that it must lack
   * against every known voice. Raising either: fewer voices, later.
   */
  readonly clusterSec: number;
  readonly clusterLogOdds: number;
  /** Log-odds from which two voices are one (Infinity: hindsight decides), and the speech both need, seconds. */
  readonly joinLogOdds: number;
  readonly joinSec: number;
}

/** For embedders that tell how voices scatter; chosen on rooms of `dev` voices (training/voices/README.md). */
export const DEFAULT_DIARIZER_OPTIONS = {
  maxVoices: 8,
  expectedVoices: 8,
  newVoiceLogOdds: -1,
  extraVoiceLogOdds: 3,
  openSec: 1.5,
  openLogOdds: 6,
  coherentLogOdds: 0,
  shortOpenSec: 1,
  shortLogOdds: 30,
  learnLogOdds: 0,
  changeCost: 5,
  changeCostAfterPause: 2,
  clusterSec: 3,
  clusterLogOdds: -8,
  joinLogOdds: Infinity,
  joinSec: 6,
} as const satisfies DiarizerOptions;

/** For embedders of which only the cosine is known: nothing is clustered, and the whole of a stretch says no more. */
export const COSINE_DIARIZER_OPTIONS = {
  ...DEFAULT_DIARIZER_OPTIONS,
  openSec: 2,
  openLogOdds: -Infinity,
  coherentLogOdds: -0.5,
  shortOpenSec: 0.75,
  shortLogOdds: 2,
  learnLogOdds: 1.5,
  changeCost: 2,
  changeCostAfterPause: 1,
  joinLogOdds: 5,
} as const satisfies DiarizerOptions;

export function diarizerOptionsFor({ population }: Pick<VoiceEmbedder, 'population'>): DiarizerOptions {
  return population ? DEFAULT_DIARIZER_OPTIONS : COSINE_DIARIZER_OPTIONS;
}
