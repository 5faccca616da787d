/**
 * One loaded Moonshine model: the encoder pass over a window and the decoder pass over new tokens. The caller holds the cache.
 * Upstream: the int8 exports of moonshine-js, rewritten by moonshine-graphs.ts. Called by greedy-decode.ts.
 */
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { MOONSHINE_SESSION } from '../../networks/shared-encoders.js';
import type { KernelContext } from '../../inference/kernel.js';
import { signedProductsAreExact } from '../../inference/onnx/signed-weights.js';
import { buildMoonshineGraphs } from './moonshine-graphs.js';
import { attentionOf, crossNames, pastNames, presentNames, type MoonshineShape } from './moonshine-shape.js';

/**
 * Attention heads `[layer, head]` whose weights follow the sound best, by the number of layers of the model (6 tiny, 8 base). Tiny's
 * were chosen on read English speech, base's as the heads nearest to the consensus of all heads on 14 to 30 s of Spanish. On
 * English, base's heads place the starts of 477 words of LibriSpeech test-other 0.05 s (median) from where tiny's place them,
 * 0.02 s later; no single head is nearer.
 */
const ALIGNMENT_HEADS: Record<number, readonly (readonly [number, number])[]> = {
  6: [
    [4, 1],
    [3, 7],
    [5, 7],
    [5, 4],
    [5, 1],
    [5, 2],
  ],
  8: [
    [6, 0],
    [4, 4],
    [7, 2],
    [7, 1],
    [6, 6],
    [7, 7],
  ],
};

/** One window after the encoder: cross-attention keys and values by name, float32. */
export interface Encoded {
  readonly cross: Readonly<Record<string, Tensor>>;
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
  readonly cache: Cache;
  /** `rows[token][head]`: `[frames]` attention weights of each new token. Empty unless asked for. */
  readonly rows: Float32Array[][];
}

/** Self-attention keys and values of the tokens so far: `length` tokens, `[1, heads, length, headSize]` each. */
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

  /** @param audio `[samples]` float32, 16 kHz, -1..1, more than 500 samples */
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

  /** Runs the decoder over new tokens. @param first the first new position whose distribution is wanted, from 0 */
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

  /** A cache of the first `length` tokens of another. */
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

/** One row of `[1, heads, tokens, frames]`. */
function attentionRow(weights: Tensor, head: number, token: number): Float32Array {
  const [, , tokens, frames] = weights.dims as [number, number, number, number];
  const start = (head * tokens + token) * frames;
  return (weights.data as Float32Array).slice(start, start + frames);
}
