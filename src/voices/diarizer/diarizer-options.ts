/**
 * What decides when a voice is new, and how readily a label changes. Log-odds are those of the embedder: positive if two sets
 * of embeddings are likelier of one voice than of two.
 */
import type { VoiceEmbedder } from '../embedder/embedder.js';

export interface DiarizerOptions {
  /** Most voices told apart, 1 to 8. */
  readonly maxVoices: number;
  /** Voices expected, 1 to 8; each one more costs `extraVoiceLogOdds`. */
  readonly expectedVoices: number;
  /**
   * A block is likelier of a new voice than of a known one if its log-odds against every known voice are below minus this.
   * Below zero because a voice's mean is nearer to any window than another window is. Raising it: fewer voices.
   */
  readonly newVoiceLogOdds: number;
  /** Log-odds that each voice beyond `expectedVoices` costs, 0 or more. Raising it: fewer voices. */
  readonly extraVoiceLogOdds: number;
  /** Speech of a stretch that opens a voice, seconds, 0.5 to 5. Raising it: fewer voices, later. */
  readonly openSec: number;
  /**
   * How far below zero the log-odds of a stretch that opens a voice must be against every known voice, -Infinity to 30. Raising
   * it: fewer voices.
   */
  readonly openLogOdds: number;
  /** Least log-odds between the first and the last window of a stretch that opens a voice. Raising it: fewer, purer voices. */
  readonly coherentLogOdds: number;
  /** Speech that a stretch needs to open a voice if it must be decided at once, seconds. Raising it: fewer voices. */
  readonly shortOpenSec: number;
  /** How far below zero the log-odds of such a short stretch must be against every known voice. Raising it: fewer voices. */
  readonly shortLogOdds: number;
  /** Lowest log-odds of a window with its voice from which the voice learns from it. Raising it: purer voices, which adapt more slowly. */
  readonly learnLogOdds: number;
  /** Price of a change of voice between neighbouring blocks, in half log-odds. Raising it: fewer, later changes. */
  readonly changeCost: number;
  /** Price of a change of voice between blocks on either side of a silence, in half log-odds. Raising it: fewer changes at pauses. */
  readonly changeCostAfterPause: number;
  /** Speech that a cluster of embeddings needs to open a voice in hindsight, seconds, 1 to 10. Raising it: fewer voices, later. */
  readonly clusterSec: number;
  /**
   * How far below zero the log-odds of a cluster that opens a voice must be against every known voice. Raising it: fewer voices.
   */
  readonly clusterLogOdds: number;
  /** Log-odds from which two known voices are merged into one. Infinity: never, because the clusters decide. */
  readonly mergeLogOdds: number;
  /** Speech that both voices need before they can be merged, seconds. */
  readonly mergeSec: number;
}

/**
 * For embedders that know how voices scatter. Chosen among some 60 settings on 222 rooms of up to six `dev` voices, with one
 * mixed call and seven meeting clips in sight, 22 November 2026: `node training/voices/diarize.mjs`, reports/voices/report.md
 * ("The diarizer alone": 167 of 222 rooms have the right number of voices). Two or three other values of each give a DER of
 * 11.5 to 12.3 % on 19 real calls, 11.9 % as it is (docs/decisions/2026-11-27-telling-voices-apart.md).
 */
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
  mergeLogOdds: Infinity,
  mergeSec: 6,
} as const satisfies DiarizerOptions;

/**
 * For embedders of which only the cosine is known (`mel-statistics`): nothing is clustered, and a whole stretch says no more
 * than its windows. Chosen by hand, 21 November 2026; the result is 0 of 7 meeting clips with the right number of voices and a DER
 * of 28.4 % (reports/voices/report.md).
 */
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
  mergeLogOdds: 5,
} as const satisfies DiarizerOptions;

export function diarizerOptionsFor({ population }: Pick<VoiceEmbedder, 'population'>): DiarizerOptions {
  return population ? DEFAULT_DIARIZER_OPTIONS : COSINE_DIARIZER_OPTIONS;
}
