/**
 * Greedy decoding of one window. Forced tokens (already committed) cost one pass; draft tokens (the previous hypothesis)
 * are verified in that same pass and kept as far as the model agrees, and tried again where the two meet later on. Guards:
 * no empty answer where speech was heard, no apostrophe after the forced tokens, no loops, no more tokens than speech can
 * hold.
 */
import { loopCut } from '../loop-guard.js';
import type { Cache, Encoded, MoonshineModel, Step } from './moonshine-model.js';
import { BOS, EOS, isApostrophe } from './tokens.js';

/** Tokens that a second of speech can hold at most, as the publisher has it, and the allowance for the start and the end. */
const TOKENS_PER_SEC = 6.5;
/** Scripts whose letters take several tokens each. */
const DENSE: ReadonlySet<string> = new Set(['ar', 'ja', 'ko', 'zh']);
const DENSE_TOKENS_PER_SEC = 13;
const SPARE_TOKENS = 4;
/** After a disagreement the draft is taken up where it has the chosen token, this near to where it was left... */
const MEET_BEFORE = 1;
const MEET_AFTER = 5;
/** ... and this many of its tokens are verified in one pass: eight cost about two of their own. */
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

/** What the model said at one position, before the token there was chosen. */
export interface Position {
  readonly logProb: number;
  /** Log-probabilities of the watched tokens. */
  readonly watched: Float32Array;
}

export interface Greedy {
  /** Prefix included; no beginning or end token. */
  readonly tokens: number[];
  /** `positions[i]` is the distribution that chose `tokens[prefix.length + i]`; one more when the end was predicted. */
  readonly positions: Position[];
  /** Alignment weights: `rows[i]` belongs to the choice of `tokens[i]`, the row after the last to the end. */
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
  /** Token of the draft that comes next, if the model agrees. */
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

/** Where the draft goes on after `token`, near where it was left; undefined where it has no such token. */
function meetingPoint(draft: readonly number[], left: number, token: number): number | undefined {
  const from = Math.max(0, left - MEET_BEFORE);
  const found = draft.slice(from, left + MEET_AFTER).indexOf(token);
  return found < 0 ? undefined : from + found + 1;
}

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
