/**
 * What decoding needs of a Whisper network, whichever files it comes from: ours (compact-network.ts) or the standard export of an
 * encoder and a merged decoder (standard-network.ts).
 */
import { Tensor } from 'onnxruntime-node';
import type { SpecialTokens } from './special-tokens.js';

/** Length of an encoded frame, in seconds. */
export const FRAME_SEC = 0.02;

export interface EncodedWindow {
  /** Feeds of the decoder, by name. */
  readonly feeds: Readonly<Record<string, Tensor>>;
}

export interface Cache {
  /** Number of tokens in the cache. */
  readonly length: number;
  readonly tensors: readonly Tensor[];
}

export interface StepOptions {
  /** Index of the first new token after which a distribution is wanted. */
  readonly first: number;
  /** `[vocabulary]`, added to the logits. */
  readonly bias: Float32Array;
  /** Tokens whose log-probabilities are wanted. */
  readonly watch: readonly number[];
}

/** What the network says after one token. */
export interface Distribution {
  /** The likeliest tokens, best first, at least four. */
  readonly topIds: readonly number[];
  readonly topLogProbs: readonly number[];
  /** Log-probabilities of the watched tokens. */
  readonly watched: Float32Array;
}

export interface Step {
  /** One for each new token from `first` on. */
  readonly distributions: readonly Distribution[];
  readonly cache: Cache;
  /** Attention over the sound, `[frames]` for each new token; empty if the export does not have it. */
  readonly rows: readonly Float32Array[];
}

export interface WhisperNetwork {
  readonly tokens: SpecialTokens;
  /** @param audio 16 kHz samples, -1..1, at most 29.5 s */
  encode(audio: Float32Array): Promise<EncodedWindow>;
  emptyCache(): Cache;
  /** Runs the decoder on new tokens that follow those in the cache. */
  step(window: EncodedWindow, cache: Cache, tokens: readonly number[], options: StepOptions): Promise<Step>;
}

/** The cache with only its first `length` tokens. */
export function trimmedCache(cache: Cache, length: number): Cache {
  if (length === cache.length) return cache;
  const tensors = cache.tensors.map((tensor) => {
    const [, heads, count, size] = tensor.dims as [number, number, number, number];
    // Keys and values of the sound do not grow with the tokens.
    if (count !== cache.length) return tensor;
    const from = tensor.data as Float32Array;
    const to = new Float32Array(heads * length * size);
    for (let head = 0; head < heads; head++) {
      const start = head * cache.length * size;
      to.set(from.subarray(start, start + length * size), head * length * size);
    }
    return new Tensor('float32', to, [1, heads, length, size]);
  });
  return { length, tensors };
}

/** A cache of no tokens: one tensor `[1, heads, 0, size]` for each of `count` names. */
export function emptyCache(count: number, heads: number, size: number): Cache {
  const none = new Tensor('float32', new Float32Array(0), [1, heads, 0, size]);
  return { length: 0, tensors: Array.from({ length: count }, () => none) };
}

/** Sizes of a tensor input; symbolic ones are strings. */
export function shapeOf(
  metadata: readonly { readonly name: string; readonly isTensor: boolean }[],
  name: string,
): readonly (number | string)[] | undefined {
  const found = metadata.find((candidate) => candidate.name === name) as
    { readonly shape?: readonly (number | string)[] } | undefined;
  return found?.shape;
}
