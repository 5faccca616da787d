/**
 * Whisper base as graphs of our own (training/whisper). They take samples, encode any number of frames instead of always 30 s,
 * supply the silence behind the window themselves, and keep the logits inside the graph. Sizes are read from the files.
 */
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { KernelContext } from '../../inference/kernel.js';
import { decodeModel, encodeModel, type Graph } from '../../inference/onnx/onnx-graph.js';
import { signedProductsAreExact, withSignedWeights } from '../../inference/onnx/signed-weights.js';
import {
  decoderWithGroups,
  encoderWithGroups,
  groupedSilence,
  LOG_COUNTS,
  SILENCE_FRAMES,
  SILENCE_FROM,
  silenceBehind,
} from './grouped-silence.js';
import { specialTokens, type SpecialTokens } from './special-tokens.js';
import {
  emptyCache,
  FRAME_SEC,
  shapeOf,
  type Cache,
  type EncodedWindow,
  type Step,
  type StepOptions,
  type WhisperNetwork,
} from './whisper-network.js';

const FRAME_SAMPLES = FRAME_SEC * SAMPLE_RATE_HZ;
/** Zeros put behind the window, in seconds. The built-in silence begins after them. */
const PAD_SEC = 0.5;

/** Options of a session that runs once: its graph is not optimised, and no memory is kept for later runs. */
const ONCE: InferenceSession.SessionOptions = {
  graphOptimizationLevel: 'disabled',
  enableCpuMemArena: false,
};

/**
 * Options of the two sessions that stay: windows have all lengths, so an arena keeps the most that any one needed, and a plan of one
 * length serves no other. 32 MB less after ten windows, at the same cost (28 November 2026, AVX2).
 */
const LASTING: InferenceSession.SessionOptions = {
  enableCpuMemArena: false,
  enableMemPattern: false,
  extra: { session: { use_device_allocator_for_initializers: '1' } },
};

export class CompactNetwork implements WhisperNetwork {
  private readonly past: readonly string[];
  /** Names of the decoder inputs that hold the encoded sound. */
  private readonly cross: readonly string[];

  private constructor(
    private readonly encoder: InferenceSession,
    private readonly decoder: InferenceSession,
    /** Keys and values of 30 s of silence, by the names of the encoder's inputs: 17 MB. */
    private readonly silence: Readonly<Record<string, Tensor>>,
    readonly tokens: SpecialTokens,
    private readonly heads: number,
    private readonly headSize: number,
  ) {
    this.past = decoder.inputNames.filter((name) => name.startsWith('past.'));
    this.cross = decoder.inputNames.filter((name) => name.startsWith('cross.'));
  }

  static async load(context: KernelContext, folder: string): Promise<CompactNetwork> {
    const isSigned = await signedProductsAreExact(context);
    const encoder = await rewritten(context, `${folder}/encoder`, (graph) =>
      encoderWithGroups(isSigned ? withSignedWeights(graph) : graph),
    );
    const decoder = await rewritten(context, `${folder}/decoder`, decoderWithGroups);
    const memory = await context.modelSession(`${folder}/memory`, ONCE);
    const silence = groupedSilence(await memory.run({}));
    await memory.release();
    const [vocabulary] = shapeOf(decoder.inputMetadata, 'bias') as [number];
    const [, heads, , size] = shapeOf(decoder.inputMetadata, 'past.0.key') as [1, number, string, number];
    return new CompactNetwork(encoder, decoder, silence, specialTokens(vocabulary), heads, size);
  }

  async encode(audio: Float32Array): Promise<EncodedWindow> {
    const frames = Math.min(Math.ceil(audio.length / FRAME_SAMPLES + PAD_SEC / FRAME_SEC), SILENCE_FRAMES);
    const samples = new Float32Array(frames * FRAME_SAMPLES);
    samples.set(audio.subarray(0, samples.length));
    const { from, counts } = silenceBehind(frames);
    const keys = Float32Array.from([...Array<number>(frames).fill(1), ...counts], Math.log);
    const everyFrame = new Float32Array(frames * keys.length);
    for (let i = 0; i < frames; i++) everyFrame.set(keys, i * keys.length);
    const feeds = {
      samples: new Tensor('float32', samples, [1, samples.length]),
      [SILENCE_FROM]: int64([from]),
      [LOG_COUNTS]: new Tensor('float32', everyFrame, [1, 1, frames, keys.length]),
      ...this.silence,
    };
    const out = await this.encoder.run(feeds, this.cross);
    return {
      feeds: {
        ...Object.fromEntries(this.cross.map((name) => [name, out[name]!])),
        [LOG_COUNTS]: new Tensor('float32', keys, [1, 1, 1, keys.length]),
      },
    };
  }

  emptyCache(): Cache {
    return emptyCache(this.past.length, this.heads, this.headSize);
  }

  async step(
    window: EncodedWindow,
    cache: Cache,
    tokens: readonly number[],
    { first, bias, watch }: StepOptions,
  ): Promise<Step> {
    const out = await this.decoder.run({
      input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      first: int64([first]),
      bias: new Tensor('float32', bias, [bias.length]),
      watch: int64(watch),
      ...Object.fromEntries(this.past.map((name, i) => [name, cache.tensors[i]!])),
      ...window.feeds,
    });
    const [logSum, topLogits, watched] = (['log_sum', 'top_logits', 'watched'] as const).map(
      (name) => out[name]!.data as Float32Array,
    ) as [Float32Array, Float32Array, Float32Array];
    const topIds = Array.from(out.top_ids!.data as BigInt64Array, Number);
    const kept = topIds.length / logSum.length;
    return {
      distributions: Array.from(logSum, (sum, i) => ({
        topIds: topIds.slice(i * kept, (i + 1) * kept),
        topLogProbs: Array.from(topLogits.subarray(i * kept, (i + 1) * kept), (logit) => logit - sum),
        watched: watched.slice(i * watch.length, (i + 1) * watch.length).map((logit) => logit - sum),
      })),
      cache: {
        length: cache.length + tokens.length,
        tensors: this.past.map((name) => out[name.replace('past', 'present')]!),
      },
      rows: rowsOf(out.rows!, tokens.length, window.feeds[LOG_COUNTS]!.data as Float32Array),
    };
  }
}

function int64(values: readonly number[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(values, BigInt), [values.length]);
}

/** `[1, tokens, keys]` to a row of frames a token: the frames that a key stands for have equal shares of its attention. */
function rowsOf(attention: Tensor, tokens: number, logCounts: Float32Array): Float32Array[] {
  const data = attention.data as Float32Array;
  const counts = Array.from(logCounts, (log) => Math.round(Math.exp(log)));
  const frames = counts.reduce((sum, count) => sum + count, 0);
  return Array.from({ length: tokens }, (_, token) => {
    const row = new Float32Array(frames);
    let at = 0;
    counts.forEach((count, key) => {
      row.fill(data[token * counts.length + key]! / count, at, (at += count));
    });
    return row;
  });
}

/** A session on a model file whose graph is rewritten. */
async function rewritten(
  context: KernelContext,
  id: string,
  rewrite: (graph: Graph) => Graph,
): Promise<InferenceSession> {
  const source = await context.openModel(id);
  const model = decodeModel(source.bytes);
  const bytes = encodeModel(model, rewrite(model.graph!), [source]);
  source.release();
  return context.createSession(bytes, LASTING);
}
