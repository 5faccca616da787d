/**
 * Whisper base as graphs of our own (training/whisper). They take samples, encode any number of frames instead of always 30 s,
 * supply the silence behind the window themselves, and keep the logits inside the graph. Sizes are read from the files.
 */
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { KernelContext } from '../../inference/kernel.js';
import { fastSession } from '../../inference/onnx/signed-weights.js';
import { specialTokens, type SpecialTokens } from './special-tokens.js';
import {
  emptyCache,
  FRAME_SEC,
  shapeOf,
  type Cache,
  type EncodedWindow,
  type SilenceBehind,
  type Step,
  type StepOptions,
  type WhisperNetwork,
} from './whisper-network.js';

const FRAME_SAMPLES = FRAME_SEC * SAMPLE_RATE_HZ;
/** Zeros put behind the window, in seconds. The built-in silence begins after them. */
const PAD_SEC = 0.5;
/** Most frames of a window: 30 s, as many as the encoder has positions. */
const MOST_FRAMES = 1500;

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
    /** Keys and values of 30 s of silence, by the names of the encoder's inputs: 74 MB. */
    private readonly memory: InferenceSession.OnnxValueMapType,
    readonly tokens: SpecialTokens,
    private readonly heads: number,
    private readonly headSize: number,
  ) {
    this.past = decoder.inputNames.filter((name) => name.startsWith('past.'));
    this.cross = decoder.inputNames.filter((name) => name.startsWith('cross.'));
  }

  static async load(context: KernelContext, folder: string): Promise<CompactNetwork> {
    const encoder = await fastSession(`${folder}/encoder`, context, LASTING);
    const decoder = await context.modelSession(`${folder}/decoder`, LASTING);
    const memory = await context.modelSession(`${folder}/memory`, ONCE);
    const silence = await memory.run({});
    await memory.release();
    const [vocabulary] = shapeOf(decoder.inputMetadata, 'bias') as [number];
    const [, heads, , size] = shapeOf(decoder.inputMetadata, 'past.0.key') as [1, number, string, number];
    return new CompactNetwork(encoder, decoder, silence, specialTokens(vocabulary), heads, size);
  }

  async encode(audio: Float32Array, silence: SilenceBehind): Promise<EncodedWindow> {
    const frames = Math.min(Math.ceil(audio.length / FRAME_SAMPLES + PAD_SEC / FRAME_SEC), MOST_FRAMES);
    const samples = new Float32Array(frames * FRAME_SAMPLES);
    samples.set(audio.subarray(0, samples.length));
    const feeds = {
      samples: new Tensor('float32', samples, [1, samples.length]),
      memory_frames: int64([silence.encoder]),
      silence_frames: int64([silence.decoder]),
      ...this.memory,
    };
    const out = await this.encoder.run(feeds, this.cross);
    return { feeds: Object.fromEntries(this.cross.map((name) => [name, out[name]!])) };
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
    const best = topIds.length / logSum.length;
    return {
      distributions: Array.from(logSum, (sum, i) => ({
        topIds: topIds.slice(i * best, (i + 1) * best),
        topLogProbs: Array.from(topLogits.subarray(i * best, (i + 1) * best), (logit) => logit - sum),
        watched: watched.slice(i * watch.length, (i + 1) * watch.length).map((logit) => logit - sum),
      })),
      cache: {
        length: cache.length + tokens.length,
        tensors: this.past.map((name) => out[name.replace('past', 'present')]!),
      },
      rows: rowsOf(out.rows!, tokens.length),
    };
  }
}

function int64(values: readonly number[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(values, BigInt), [values.length]);
}

/** `[1, tokens, frames]` to a row a token. */
function rowsOf(rows: Tensor, tokens: number): Float32Array[] {
  const frames = rows.dims[2]!;
  const data = rows.data as Float32Array;
  return Array.from({ length: tokens }, (_, i) => data.slice(i * frames, (i + 1) * frames));
}
