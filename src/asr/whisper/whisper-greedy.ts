/**
 * Greedy decoding of one window: the likeliest token at every step, at temperature 0, without times, without earlier text. A draft
 * (the previous hypothesis) is verified in the prompt's own pass and kept as far as the model agrees. Guards: no empty answer when
 * speech was heard, no repetition, no more tokens than speech can hold.
 */
import { argMax } from '../../dsp/numeric.js';
import { repetitionCut } from './repetition-guard.js';
import { END, SPACE } from './special-tokens.js';
import { FRAME_SEC, trimmedCache } from './whisper-network.js';
import type { Cache, Distribution, EncodedWindow, Step, WhisperNetwork } from './whisper-network.js';

/** Tokens that a second of speech can hold at most, and the allowance for the start. The most seen was 5.5 a second. */
const TOKENS_PER_SEC = 8;
const SPARE_TOKENS = 10;

export interface GreedyOptions {
  readonly draft: readonly number[];
  readonly forbidEmpty: boolean;
  readonly seconds: number;
  /** `[vocabulary]`, added to the logits. */
  readonly bias: Float32Array;
  /** Tokens whose log-probabilities are wanted at every step. */
  readonly watch: readonly number[];
}

/** What the model said before one token was chosen. */
export interface Position {
  readonly logProb: number;
  /** Log-probabilities of the watched tokens. */
  readonly watched: Float32Array;
}

export interface Greedy {
  /** Text alone: no prompt, no end. */
  readonly tokens: number[];
  /** `positions[i]` chose `tokens[i]`; one more when the end was predicted. */
  readonly positions: Position[];
  /** Where the model looked when it chose each token, and the end; empty if the network does not tell. */
  readonly rows: Float32Array[];
  readonly stopped: 'end' | 'loop' | 'length';
}

/**
 * @param prompt tokens not yet in the cache, at least one
 * @param cache what stands before them
 */
export async function whisperGreedy(
  network: WhisperNetwork,
  window: EncodedWindow,
  prompt: readonly number[],
  cache: Cache,
  options: GreedyOptions,
): Promise<Greedy> {
  const { draft, bias, watch } = options;
  const limit = Math.ceil(TOKENS_PER_SEC * options.seconds) + SPARE_TOKENS;
  const tokens: number[] = [];
  const positions: Position[] = [];
  const rows: Float32Array[] = [];
  const peakSec: number[] = [];
  const isBarred = (id: number) =>
    tokens.length === 0 && (id === SPACE || (options.forbidEmpty && id === END));

  let first = prompt.length - 1;
  let step: Step = await network.step(window, cache, [...prompt, ...draft], { first, bias, watch });
  for (let at = 0; ;) {
    const choice = choose(step.distributions[at]!, isBarred);
    positions.push(choice.position);
    const row = step.rows[first + at];
    if (row) {
      rows.push(row);
      peakSec.push(argMax(row) * FRAME_SEC);
    }
    if (choice.id === END) return { tokens, positions, rows, stopped: 'end' };
    if (tokens.length >= limit) return { tokens, positions, rows, stopped: 'length' };
    tokens.push(choice.id);
    const cut = repetitionCut(tokens, peakSec);
    if (cut !== undefined) {
      tokens.length = cut;
      return { tokens, positions: positions.slice(0, cut), rows: rows.slice(0, cut), stopped: 'loop' };
    }
    if (at < step.distributions.length - 1 && draft[at] === choice.id) {
      at += 1;
      continue;
    }
    const valid = step.cache.length - (step.distributions.length - 1 - at);
    const before = trimmedCache(step.cache, valid);
    first = 0;
    at = 0;
    step = await network.step(window, before, [choice.id], { first, bias, watch });
  }
}

function choose(
  { topIds, topLogProbs, watched }: Distribution,
  isBarred: (id: number) => boolean,
): { id: number; position: Position } {
  const pick = topIds.findIndex((id) => !isBarred(id));
  return { id: topIds[pick]!, position: { logProb: topLogProbs[pick]!, watched } };
}
