/**
 * Greedy decoding of one window. One pass runs the forced tokens (already committed) and verifies the draft (the previous
 * hypothesis): draft tokens are kept as far as the model agrees. After a disagreement the draft is used again if the model
 * returns to it. Four guards: no empty text if speech was detected, no apostrophe after the forced tokens, no loops, and no
 * more tokens than speech of this length can hold.
 */
import { loopCut } from '../loop-guard.js';
import type { Cache, Encoded, MoonshineModel, Step } from './moonshine-model.js';
import { BOS, EOS, isApostrophe } from './tokens.js';

/** Most tokens in a second of speech, as in the publisher's own code. */
const TOKENS_PER_SEC = 6.5;
/** Languages whose letters take several tokens each. */
const DENSE: ReadonlySet<string> = new Set(['ar', 'ja', 'ko', 'zh']);
/** Most tokens in a second of speech in a language of DENSE. Chosen by hand: twice TOKENS_PER_SEC. */
const DENSE_TOKENS_PER_SEC = 13;
/** Tokens allowed beyond the limit for each second, in every window. Chosen by hand. */
const SPARE_TOKENS = 4;
/**
 * After a disagreement the draft is used again from the chosen token on, if the draft has that token at most MEET_BEFORE tokens
 * before or MEET_AFTER tokens after the place where it was left. Both chosen by hand.
 */
const MEET_BEFORE = 1;
const MEET_AFTER = 5;
/** Draft tokens verified in one pass when the draft is used again. Eight tokens cost about as much as two passes over one. */
const LOOK_AHEAD = 8;

export interface GreedyOptions {
  readonly prefix: readonly number[];
  readonly draft: readonly number[];
  readonly forbidEmpty: boolean;
  readonly wantRows: boolean;
  readonly seconds: number;
  /** Two-letter code. */
  readonly language: string;
}

/** The model's distribution at one position, from which the token there was chosen. */
export interface Position {
  /** Log-probability of the chosen token. */
  readonly logProb: number;
  /** `[watch]` log-probabilities of the watched tokens. */
  readonly watched: Float32Array;
}

export interface Greedy {
  /** The text with its prefix, without beginning and end tokens. */
  readonly tokens: number[];
  /** `positions[i]` chose `tokens[prefix.length + i]`; if the model ended the text, one more position chose the end. */
  readonly positions: Position[];
  /** `rows[i][head]`: `[frames]` attention weights at the choice of `tokens[i]`; the last row belongs to the end. */
  readonly rows: Float32Array[][];
  readonly stopped: 'end' | 'loop' | 'length';
}

export async function greedyDecode(
  model: MoonshineModel,
  encoded: Encoded,
  options: GreedyOptions,
): Promise<Greedy> {
  const { prefix, draft } = options;
  const perSec = DENSE.has(options.language) ? DENSE_TOKENS_PER_SEC : TOKENS_PER_SEC;
  const limit = Math.max(prefix.length + 1, Math.ceil(perSec * options.seconds) + SPARE_TOKENS);
  const tokens = [...prefix];
  const positions: Position[] = [];
  const rows: Float32Array[][] = [];
  const run = async (cache: Cache, ids: readonly number[], first: number) =>
    model.step(encoded, cache, ids, first, options.wantRows);

  const isBarred = (id: number): boolean =>
    tokens.length === prefix.length &&
    (prefix.length === 0 ? options.forbidEmpty && id === EOS : isApostrophe(id));
  let step = await run(model.emptyCache(), [BOS, ...prefix, ...draft], prefix.length);
  rows.push(...step.rows.slice(0, prefix.length));
  /** Index of the draft token that follows if the model agrees. */
  let next = 0;
  for (let at = 0; ;) {
    const choice = choose(step, at, isBarred);
    positions.push(choice.position);
    if (options.wantRows) rows.push(step.rows[step.rows.length - step.count + at]!);
    if (choice.id === EOS) return { tokens, positions, rows, stopped: 'end' };
    if (tokens.length >= limit) return { tokens, positions, rows, stopped: 'length' };
    tokens.push(choice.id);
    const cut = loopCut(tokens);
    if (cut !== undefined && cut >= prefix.length) {
      tokens.length = cut;
      return { tokens, positions, rows, stopped: 'loop' };
    }
    if (at < step.count - 1 && draft[next] === choice.id) {
      at += 1;
      next += 1;
    } else {
      const met = meetingPoint(draft, next, choice.id);
      const ahead = met === undefined ? [] : draft.slice(met, met + LOOK_AHEAD);
      const valid = step.cache.length - (step.count - 1 - at);
      step = await run(model.trimmed(step.cache, valid), [choice.id, ...ahead], 0);
      at = 0;
      next = met ?? next;
    }
  }
}

/** Index in the draft right after `token`, close to where the draft was left; undefined if the draft lacks the token there. */
function meetingPoint(draft: readonly number[], left: number, token: number): number | undefined {
  const from = Math.max(0, left - MEET_BEFORE);
  const found = draft.slice(from, left + MEET_AFTER).indexOf(token);
  return found < 0 ? undefined : from + found + 1;
}

/** The best token at position `at`, or the second best if the best is barred. */
function choose(
  step: Step,
  at: number,
  isBarred: (id: number) => boolean,
): { id: number; position: Position } {
  const pick = isBarred(Number(step.topIds[at * 2])) ? at * 2 + 1 : at * 2;
  const logSum = step.logSum[at]!;
  const width = step.watched.length / step.count;
  const watched = step.watched.slice(at * width, (at + 1) * width).map((logit) => logit - logSum);
  const logProb = step.topLogits[pick]! - logSum;
  return { id: Number(step.topIds[pick]), position: { logProb, watched } };
}
