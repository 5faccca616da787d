/**
 * Greedy decoding of one window. Forced tokens (already committed) cost one pass; draft tokens (the previous hypothesis)
 * are verified in that same pass and kept as far as the model agrees, and tried again where the two meet later on. Guards:
 * no empty answer where speech was heard, no loops, no more tokens than speech can hold.
 */
import {
  positionAt,
  rowAt,
  tokenLimit,
  toldAt,
  type Decoding,
  type DecodingOptions,
  type Position,
  type Told,
} from './decoding.js';
import { loopCut } from './loop-guard.js';
import type { Cache, Encoded, MoonshineModel, Step } from './moonshine-model.js';
import { BOS, EOS } from './tokens.js';

/** Tokens looked at: the likeliest, and the next where the end is forbidden. */
const BEST = 2;
/** After a disagreement the draft is taken up where it has the chosen token, this near to where it was left... */
const MEET_BEFORE = 1;
const MEET_AFTER = 5;
/** ... and this many of its tokens are verified in one pass: eight cost about two of their own. */
const LOOK_AHEAD = 8;

export async function greedyDecode(
  model: MoonshineModel,
  encoded: Encoded,
  options: DecodingOptions,
): Promise<Decoding> {
  const { prefix, draft } = options;
  const limit = tokenLimit(options);
  const tokens = [...prefix];
  const positions: Position[] = [];
  const rows: Float32Array[][] = [];
  const run = async (cache: Cache, ids: readonly number[], first: number) =>
    model.step(encoded, cache, ids, { first, best: BEST, wantRows: options.wantRows });

  let step = await run(model.emptyCache(), [BOS, ...prefix, ...draft], prefix.length);
  rows.push(...step.rows.slice(0, prefix.length));
  /** Token of the draft that comes next, if the model agrees. */
  let next = 0;
  for (let at = 0; ;) {
    const choice = choose(step, at, options.forbidEmpty && tokens.length === 0);
    positions.push(choice.position);
    if (options.wantRows) rows.push(rowAt(step, at)!);
    if (choice.id === EOS) return { tokens, positions, rows, stopped: 'end' };
    if (tokens.length >= limit) return { tokens, positions, rows, stopped: 'length' };
    tokens.push(choice.id);
    const cut = loopCut(tokens);
    if (cut !== undefined && cut >= prefix.length) {
      tokens.length = cut;
      return { tokens, positions, rows, stopped: 'loop' };
    }
    if (at < step.logSum.length - 1 && draft[next] === choice.id) {
      at += 1;
      next += 1;
    } else {
      const met = meetingPoint(draft, next, choice.id);
      const ahead = met === undefined ? [] : draft.slice(met, met + LOOK_AHEAD);
      const valid = step.cache.length - (step.logSum.length - 1 - at);
      step = await run(model.select(step.cache, [0], valid), [choice.id, ...ahead], 0);
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

function choose(step: Step, at: number, forbidEnd: boolean): { id: number; position: Position } {
  const [likeliest, next] = toldAt(step, at) as [Told, Told];
  const { id, logProb } = forbidEnd && likeliest.id === EOS ? next : likeliest;
  return { id, position: positionAt(step, at, logProb) };
}
