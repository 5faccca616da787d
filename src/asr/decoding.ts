/** What greedy decoding and beam search share: what they are asked, what they answer, how many tokens speech can hold. */
import type { Step } from './moonshine-model.js';

/** Tokens that a second of speech can hold at most, as the publisher has it, and the allowance for the start and the end. */
const TOKENS_PER_SEC = 6.5;
/** Scripts whose letters take several tokens each. */
const DENSE: ReadonlySet<string> = new Set(['ar', 'ja', 'ko', 'zh']);
const DENSE_TOKENS_PER_SEC = 13;
const SPARE_TOKENS = 4;

export interface DecodingOptions {
  readonly prefix: readonly number[];
  readonly draft: readonly number[];
  readonly forbidEmpty: boolean;
  readonly wantRows: boolean;
  readonly seconds: number;
  /** Two-letter code. */
  readonly language: string;
}

/** What the model said at one position, before the token there was chosen. */
export interface Position {
  /** Of the token that was chosen. */
  readonly logProb: number;
  /** Log-probabilities of the watched tokens. */
  readonly watched: Float32Array;
}

export interface Decoding {
  /** Prefix included; no beginning or end token. */
  readonly tokens: number[];
  /** `positions[i]` is the distribution that chose `tokens[prefix.length + i]`; one more when the end was predicted. */
  readonly positions: Position[];
  /** Alignment weights: `rows[i]` belongs to the choice of `tokens[i]`, the row after the last to the end. */
  readonly rows: Float32Array[][];
  readonly stopped: 'end' | 'loop' | 'length';
}

/** Tokens that an answer holds at most. */
export function tokenLimit({ language, seconds, prefix }: DecodingOptions): number {
  const perSec = DENSE.has(language) ? DENSE_TOKENS_PER_SEC : TOKENS_PER_SEC;
  return Math.max(prefix.length + 1, Math.ceil(perSec * seconds) + SPARE_TOKENS);
}

/** A token that the model tells of at a scored position. */
export interface Told {
  readonly id: number;
  readonly logProb: number;
}

/** The likeliest tokens at scored position `at`, likeliest first. */
export function toldAt(step: Step, at: number): Told[] {
  const best = step.topIds.length / step.logSum.length;
  return Array.from({ length: best }, (_, i) => ({
    id: Number(step.topIds[at * best + i]),
    logProb: step.topLogits[at * best + i]! - step.logSum[at]!,
  }));
}

/** Scored position `at`, where a token of `logProb` is chosen. */
export function positionAt(step: Step, at: number, logProb: number): Position {
  const width = step.watched.length / step.logSum.length;
  const logSum = step.logSum[at]!;
  const watched = step.watched.slice(at * width, (at + 1) * width).map((logit) => logit - logSum);
  return { logProb, watched };
}

/** Alignment weights at scored position `at`, by head; undefined where none were asked for. */
export function rowAt(step: Step, at: number): Float32Array[] | undefined {
  return step.rows[step.rows.length - step.logSum.length + at];
}
