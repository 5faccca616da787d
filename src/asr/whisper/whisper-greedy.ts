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

/** Most tokens in a second of speech. Chosen by hand: the most seen was 5.5. */
const TOKENS_PER_SEC = 8;
/** Tokens that every window may have beyond TOKENS_PER_SEC. Chosen by hand. */
const SPARE_TOKENS = 10;

export interface GreedyOptions {
  /** Tokens that the text must begin with. */
  readonly prefix: readonly number[];
  /** Tokens that most likely follow: kept as far as the model agrees. */
  readonly draft: readonly number[];
  /** True if the text may not begin with a watched token, and so not end at once: speech was heard. */
  readonly forbidEmpty: boolean;
  /** Length of the window, which limits the number of tokens. */
  readonly seconds: number;
  /** `[vocabulary]`, added to the logits. */
  readonly bias: Float32Array;
  /** Tokens whose log-probabilities are wanted at every step: the end, and punctuation. */
  readonly watch: readonly number[];
}

/** The choice of one token. */
export interface Position {
  /** Log-probability of the token. */
  readonly logProb: number;
  /** Log-probabilities of the watched tokens. */
  readonly watched: Float32Array;
}

export interface Greedy {
  /** The text with its prefix, without prompt and end. */
  readonly tokens: number[];
  /** `positions[i]` chose `tokens[prefix.length + i]`; if the model ended the text, one more position chose the end. */
  readonly positions: Position[];
  /** `[frames]` attention over the sound when each token was chosen, and the end; empty if the network does not give it. */
  readonly rows: Float32Array[];
  readonly stopped: 'end' | 'loop' | 'length';
}

/**
 * @param prompt tokens not yet in the cache, at least one
 * @param cache tokens that precede the prompt
 */
export async function whisperGreedy(
  network: WhisperNetwork,
  window: EncodedWindow,
  prompt: readonly number[],
  cache: Cache,
  options: GreedyOptions,
): Promise<Greedy> {
  const { prefix, draft, bias, watch } = options;
  const limit = Math.max(prefix.length + 1, Math.ceil(TOKENS_PER_SEC * options.seconds) + SPARE_TOKENS);
  const tokens = [...prefix];
  const positions: Position[] = [];
  const rows: Float32Array[] = [];
  const peakSec: number[] = [];
  const isBarred = (id: number) =>
    tokens.length === 0 && (id === SPACE || (options.forbidEmpty && watch.includes(id)));

  const look = (row: Float32Array | undefined): void => {
    if (!row) return;
    rows.push(row);
    peakSec.push(argMax(row) * FRAME_SEC);
  };

  let first = prompt.length - 1 + prefix.length;
  const given = [...prompt, ...prefix, ...draft];
  let step: Step = await network.step(window, cache, given, { first, bias, watch });
  prefix.forEach((_, i) => look(step.rows[prompt.length - 1 + i]));
  /** Index of the draft token that follows if the model agrees. */
  let next = 0;
  for (let at = 0; ;) {
    const choice = choose(step.distributions[at]!, isBarred);
    positions.push(choice.position);
    look(step.rows[first + at]);
    if (choice.id === END) return { tokens, positions, rows, stopped: 'end' };
    if (tokens.length >= limit) return { tokens, positions, rows, stopped: 'length' };
    tokens.push(choice.id);
    const cut = repetitionCut(tokens, peakSec);
    if (cut !== undefined && cut >= prefix.length) {
      tokens.length = cut;
      const chosen = positions.slice(0, cut - prefix.length);
      return { tokens, positions: chosen, rows: rows.slice(0, cut), stopped: 'loop' };
    }
    if (at < step.distributions.length - 1 && draft[next] === choice.id) {
      at += 1;
      next += 1;
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
  // If all of the best are barred, the text ends at once or is punctuation alone.
  const pick = Math.max(
    0,
    topIds.findIndex((id) => !isBarred(id)),
  );
  return { id: topIds[pick]!, position: { logProb: topLogProbs[pick]!, watched } };
}
