/**
 * One loaded Moonshine model: the encoder pass over a window and the decoder pass over new tokens, with the cache held by
 * the caller. Upstream: moonshine-js, int8; rewritten by moonshine-graphs.ts. Called by greedy-decode.ts.
 */
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { MOONSHINE_SESSION } from '../../networks/shared-encoders.js';
import type { KernelContext } from '../../inference/kernel.js';
import { signedProductsAreExact } from '../../inference/onnx/signed-weights.js';
import { buildMoonshineGraphs } from './moonshine-graphs.js';
import { attentionOf, crossNames, pastNames, presentNames, type MoonshineShape } from './moonshine-shape.js';

/** Encoder frames are this many samples apart (24 ms). */
export const FRAME_SAMPLES = 384;
/** Attention heads whose weights follow the audio best (layer, head), by model shape. Tiny: measured on read speech. */
const ALIGNMENT_HEADS: Record<number, readonly (readonly [number, number])[]> = {
  6: [
    [4, 1],
    [3, 7],
    [5, 7],
    [5, 4],
    [5, 1],
    [5, 2],
  ],
  // base-es: the heads nearest to the consensus of all on 14 to 30 s of Spanish. They serve base-en: the starts of 477 words
  // of LibriSpeech test-other are 0.05 s (median) from tiny's, 0.02 s later, by no single head nearer.
  8: [
    [6, 0],
    [4, 4],
    [7, 2],
    [7, 1],
    [6, 6],
    [7, 7],
  ],
};

export interface Encoded {
  readonly cross: Readonly<Record<string, Tensor>>;
}

export interface Step {
  /** Tokens scored: the positions from `first` on. */
  readonly count: number;
  readonly topIds: BigInt64Array;
  readonly topLogits: Float32Array;
  readonly logSum: Float32Array;
  /** `[count, watch]` logits. */
  readonly watched: Float32Array;
  readonly cache: Cache;
  /** Alignment weights, one row of `frames` a new token and head: `rows[token][head]`. Empty unless asked for. */
  readonly rows: Float32Array[][];
}

export interface Cache {
  readonly length: number;
  readonly tensors: readonly Tensor[];
}

export class MoonshineModel {
  private constructor(
    private readonly encoder: InferenceSession,
    private readonly decoder: InferenceSession,
    private readonly shape: MoonshineShape,
    private readonly heads: readonly (readonly [number, number])[],
  ) {}

  static async load(
    context: KernelContext,
    folder: string,
    watch: readonly number[],
  ): Promise<MoonshineModel> {
    const encoderBytes = await context.modelBytes(`${folder}/encoder_model`);
    const decoderBytes = await context.modelBytes(`${folder}/decoder_model_merged`);
    const headsOf = (layers: number) => ALIGNMENT_HEADS[layers] ?? [];
    const graphs = buildMoonshineGraphs(
      encoderBytes,
      decoderBytes,
      watch,
      (layers) => layersIn(headsOf(layers)),
      await signedProductsAreExact(context),
    );
    return new MoonshineModel(
      await context.createSession(graphs.encoder, MOONSHINE_SESSION),
      await context.createSession(graphs.decoder, MOONSHINE_SESSION),
      graphs.shape,
      headsOf(graphs.shape.layers),
    );
  }

  /** @param audio 16 kHz samples, -1..1, more than 500. */
  async encode(audio: Float32Array): Promise<Encoded> {
    const feeds = { input_values: new Tensor('float32', audio, [1, audio.length]) };
    const outputs = await this.encoder.run(feeds, crossNames(this.shape.layers));
    return {
      cross: Object.fromEntries(crossNames(this.shape.layers).map((name) => [name, outputs[name]!])),
    };
  }

  emptyCache(): Cache {
    const empty = () =>
      new Tensor('float32', new Float32Array(0), [1, this.shape.heads, 0, this.shape.headSize]);
    return { length: 0, tensors: pastNames(this.shape.layers).map(empty) };
  }

  /** Runs new tokens after the cache; `first` is the first new position whose distribution is wanted. */
  async step(
    encoded: Encoded,
    cache: Cache,
    tokens: readonly number[],
    first: number,
    wantRows: boolean,
  ): Promise<Step> {
    const layers = this.shape.layers;
    const past = Object.fromEntries(pastNames(layers).map((name, i) => [name, cache.tensors[i]!]));
    const feeds = {
      input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      first: new Tensor('int64', BigInt64Array.of(BigInt(first)), [1]),
      ...past,
      ...encoded.cross,
    };
    const attention = wantRows ? layersIn(this.heads).map(attentionOf) : [];
    const present = presentNames(layers);
    const fetches = ['top_ids', 'top_logits', 'log_sum', 'watched', ...present, ...attention];
    const out = await this.decoder.run(feeds, fetches);
    return {
      count: tokens.length - first,
      topIds: out.top_ids!.data as BigInt64Array,
      topLogits: out.top_logits!.data as Float32Array,
      logSum: out.log_sum!.data as Float32Array,
      watched: out.watched!.data as Float32Array,
      cache: { length: cache.length + tokens.length, tensors: present.map((name) => out[name]!) },
      rows: wantRows
        ? tokens.map((_, t) => this.heads.map(([l, h]) => attentionRow(out[attentionOf(l)]!, h, t)))
        : [],
    };
  }

  /** The cache with only its first `length` tokens. */
  trimmed(cache: Cache, length: number): Cache {
    if (length === cache.length) return cache;
    const { heads, headSize } = this.shape;
    const tensors = cache.tensors.map((tensor) => {
      const from = tensor.data as Float32Array;
      const to = new Float32Array(heads * length * headSize);
      for (let h = 0; h < heads; h++) {
        const start = h * cache.length * headSize;
        to.set(from.subarray(start, start + length * headSize), h * length * headSize);
      }
      return new Tensor('float32', to, [1, heads, length, headSize]);
    });
    return { length, tensors };
  }
}

function layersIn(heads: readonly (readonly [number, number])[]): number[] {
  return [...new Set(heads.map(([layer]) => layer))];
}

/** `[1, heads, tokens, frames]` to one row. */
function attentionRow(weights: Tensor, head: number, token: number): Float32Array {
  const [, , tokens, frames] = weights.dims as [number, number, number, number];
  const start = (head * tokens + token) * frames;
  return (weights.data as Float32Array).slice(start, start + frames);
}
