/**
 * One loaded Moonshine model: the encoder pass over a window and the decoder pass over new tokens. The caller holds the cache.
 * Upstream: the int8 exports of moonshine-js, rewritten by moonshine-graphs.ts. Called by greedy-decode.ts.
 */
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { MOONSHINE_SESSION } from '../../networks/shared-encoders.js';
import { collectGarbage } from '../../inference/collect-garbage.js';
import type { KernelContext } from '../../inference/kernel.js';
import { signedProductsAreExact } from '../../inference/onnx/signed-weights.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { alignmentHeads, type AlignmentHead } from './alignment-heads.js';
import { countOf, DecodingSpace, type Part } from './decoding-space.js';
import { buildMoonshineGraphs } from './moonshine-graphs.js';
import {
  attentionOf,
  crossNames,
  crossSizes,
  pastNames,
  presentNames,
  type MoonshineShape,
} from './moonshine-shape.js';

/** A decoder runs hundreds of short steps: with an arena each costs 7 % less (29 November 2026, AVX2, 184 steps). */
const DECODER_SESSION: InferenceSession.SessionOptions = { ...MOONSHINE_SESSION, enableCpuMemArena: true };

/** Outputs of a step that onnxruntime makes memory for. */
const SMALL_OUTPUTS = ['top_ids', 'top_logits', 'log_sum', 'watched'];

/** Window, in seconds, and tokens for which memory is set aside at first. Chosen by hand: a stream decodes at most 8 s. */
const USUAL_SEC = 8;
const USUAL_TOKENS = 48;

/** Stands for no token: a graph does not take an empty list everywhere. */
const NONE_ASKED = new Tensor('int64', BigInt64Array.of(0n), [1]);

/** One window after the encoder: cross-attention keys and values by name, float32. */
export interface Encoded {
  readonly cross: Readonly<Record<string, Tensor>>;
  /** Holds the tensors of this window and of its caches. */
  readonly space: DecodingSpace;
}

/** What one decoder pass says about the new positions from `first` on. */
export interface Step {
  /** How many positions that are. */
  readonly count: number;
  /** `[count, 2]` the two best tokens, best first. */
  readonly topIds: BigInt64Array;
  /** `[count, 2]` their logits. */
  readonly topLogits: Float32Array;
  /** `[count]` log of the sum of the exponentials of all logits. */
  readonly logSum: Float32Array;
  /** `[count, watch]` logits of the watched tokens. */
  readonly watched: Float32Array;
  /** `[count, asked]` logits of the tokens that were asked for; undefined if none were. */
  readonly asked: Float32Array | undefined;
  readonly cache: Cache;
  /** `rows[token][head]`: `[frames]` attention weights of each new token. Empty unless asked for. */
  readonly rows: Float32Array[][];
}

/** Self-attention keys and values of the tokens so far: `length` tokens, `[1, heads, length, headSize]` each. */
export interface Cache {
  readonly length: number;
  readonly tensors: readonly Tensor[];
  /** The memory that holds them; undefined if the cache is empty. */
  readonly held?: { readonly space: DecodingSpace; readonly part: 'cache 0' | 'cache 1' };
}

export class MoonshineModel {
  /** Memory that no decoding uses now. */
  private readonly spaces: DecodingSpace[] = [];
  private readonly names: { readonly past: string[]; readonly present: string[]; readonly cross: string[] };

  private constructor(
    private readonly encoder: InferenceSession,
    private readonly decoder: InferenceSession,
    private readonly shape: MoonshineShape,
    private readonly heads: readonly AlignmentHead[],
  ) {
    const { layers } = shape;
    this.names = { past: pastNames(layers), present: presentNames(layers), cross: crossNames(layers) };
  }

  static async load(
    context: KernelContext,
    folder: string,
    watch: readonly number[],
  ): Promise<MoonshineModel> {
    const encoder = await context.openModel(`${folder}/encoder_model`);
    const decoder = await context.openModel(`${folder}/decoder_model_merged`);
    const graphs = buildMoonshineGraphs(
      encoder,
      decoder,
      watch,
      (layers) => layersIn(alignmentHeads(layers)),
      await signedProductsAreExact(context),
    );
    encoder.release();
    decoder.release();
    const { shape } = graphs;
    // What the rewriting left is collected before the sessions need their memory. The decoder, whose making needs more for a while,
    // comes first: the encoder then fits into what that gave back.
    collectGarbage();
    const decoding = await context.createSession(graphs.decoder, DECODER_SESSION);
    const encoding = await context.createSession(graphs.encoder, MOONSHINE_SESSION);
    collectGarbage();
    return new MoonshineModel(encoding, decoding, shape, alignmentHeads(shape.layers));
  }

  /** @param audio `[samples]` float32, 16 kHz, -1..1, more than 500 samples */
  async encode(audio: Float32Array): Promise<Encoded> {
    const feeds = { input_values: new Tensor('float32', audio, [1, audio.length]) };
    const names = this.names.cross;
    const space = this.spaces.pop() ?? new DecodingSpace(this.usual());
    const sizes = crossSizes(this.shape, audio.length);
    const tensors = sizes && space.tensors('cross', sizes);
    const outputs = await this.encoder.run(
      feeds,
      Object.fromEntries(names.map((name, i) => [name, tensors?.[i] ?? null])),
    );
    // What comes back is a copy of what stands in our memory. Nothing keeps it, so that it is garbage at once.
    return {
      cross: Object.fromEntries(names.map((name, i) => [name, tensors?.[i] ?? outputs[name]!])),
      space,
    };
  }

  /** The window is decoded: the next one may use its memory. */
  release({ space }: Encoded): void {
    this.spaces.push(space);
  }

  emptyCache(): Cache {
    const empty = () =>
      new Tensor('float32', new Float32Array(0), [1, this.shape.heads, 0, this.shape.headSize]);
    return { length: 0, tensors: this.names.past.map(empty) };
  }

  /**
   * Runs the decoder over new tokens.
   * @param first the first new position whose distribution is wanted, from 0
   * @param asked tokens whose logits are wanted beside the watched ones
   */
  async step(
    encoded: Encoded,
    cache: Cache,
    tokens: readonly number[],
    first: number,
    wantRows: boolean,
    asked?: readonly number[],
  ): Promise<Step> {
    const feeds: Record<string, Tensor> = {
      input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      first: new Tensor('int64', BigInt64Array.of(BigInt(first)), [1]),
      asked: asked ? new Tensor('int64', BigInt64Array.from(asked, BigInt), [asked.length]) : NONE_ASKED,
      ...encoded.cross,
    };
    this.names.past.forEach((name, i) => (feeds[name] = cache.tensors[i]!));
    const length = cache.length + tokens.length;
    const held = { space: encoded.space, part: otherPart(cache) };
    const grown = held.space.tensors(held.part, this.cacheSizes(length));
    const fetches: Record<string, Tensor | null> = {};
    for (const name of SMALL_OUTPUTS) fetches[name] = null;
    if (asked) fetches.asked_logits = null;
    if (wantRows) for (const layer of layersIn(this.heads)) fetches[attentionOf(layer)] = null;
    this.names.present.forEach((name, i) => (fetches[name] = grown[i]!));
    const out = await this.decoder.run(feeds, fetches);
    return {
      count: tokens.length - first,
      topIds: out.top_ids!.data as BigInt64Array,
      topLogits: out.top_logits!.data as Float32Array,
      logSum: out.log_sum!.data as Float32Array,
      watched: out.watched!.data as Float32Array,
      asked: out.asked_logits?.data as Float32Array | undefined,
      cache: { length, tensors: grown, held },
      rows: wantRows
        ? tokens.map((_, t) => this.heads.map(([l, h]) => attentionRow(out[attentionOf(l)]!, h, t)))
        : [],
    };
  }

  /** A cache of the first `length` tokens of another, which is no longer valid. */
  trimmed(cache: Cache, length: number): Cache {
    if (length === cache.length || !cache.held) return cache;
    const { heads, headSize } = this.shape;
    const held = { ...cache.held, part: otherPart(cache) };
    const tensors = held.space.tensors(held.part, this.cacheSizes(length));
    tensors.forEach((tensor, i) => {
      const from = cache.tensors[i]!.data as Float32Array;
      const to = tensor.data as Float32Array;
      for (let h = 0; h < heads; h++) {
        const start = h * cache.length * headSize;
        to.set(from.subarray(start, start + length * headSize), h * length * headSize);
      }
    });
    return { length, tensors, held };
  }

  /** Numbers that a decoding of the usual size needs. */
  private usual(): Record<Part, number> {
    const cache = countOf(this.cacheSizes(USUAL_TOKENS));
    const cross = countOf(crossSizes(this.shape, USUAL_SEC * SAMPLE_RATE_HZ) ?? []);
    return { cross, 'cache 0': cache, 'cache 1': cache };
  }

  private cacheSizes(length: number): number[][] {
    const { layers, heads, headSize } = this.shape;
    return Array.from({ length: 2 * layers }, () => [1, heads, length, headSize]);
  }
}

/** The part of the memory that a cache does not lie in. */
function otherPart({ held }: Cache): 'cache 0' | 'cache 1' {
  return held?.part === 'cache 0' ? 'cache 1' : 'cache 0';
}

function layersIn(heads: readonly AlignmentHead[]): number[] {
  return [...new Set(heads.map(([layer]) => layer))];
}

/** One row of `[1, heads, tokens, frames]`. */
function attentionRow(weights: Tensor, head: number, token: number): Float32Array {
  const [, , tokens, frames] = weights.dims as [number, number, number, number];
  const start = (head * tokens + token) * frames;
  return (weights.data as Float32Array).slice(start, start + frames);
}
