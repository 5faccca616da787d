/**
 * A Whisper of any size in the standard export (as on the onnx-community pages): `encoder_model.onnx` reads log-mel features of
 * 30 s, `decoder_model_merged.onnx` has a branch without and one with a cache. Sizes are read from the files. Every window costs
 * as much as 30 s of sound, and the export gives no attention from which words could get their times.
 */
import path from 'node:path';
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { logMel } from '../../dsp/whisper-mel.js';
import type { KernelContext } from '../../inference/kernel.js';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { specialTokens, type SpecialTokens } from './special-tokens.js';
import {
  emptyCache,
  shapeOf,
  type Cache,
  type Distribution,
  type EncodedWindow,
  type Step,
  type StepOptions,
  type WhisperNetwork,
} from './whisper-network.js';

/** Length of the sound that the export always takes, in seconds. */
const SOUND_SEC = 30;
/** How many of the likeliest tokens of a distribution are kept. */
const BEST = 4;

export class StandardNetwork implements WhisperNetwork {
  private readonly past: readonly string[];

  private constructor(
    private readonly encoder: InferenceSession,
    private readonly decoder: InferenceSession,
    readonly tokens: SpecialTokens,
    private readonly bands: number,
    private readonly heads: number,
    private readonly headSize: number,
  ) {
    this.past = decoder.inputNames.filter((name) => name.startsWith('past_key_values.'));
  }

  /** @throws TurnwireError kind `model` if the files are no such export */
  static async load(context: KernelContext, folder: string): Promise<StandardNetwork> {
    const encoder = await loaded(context, `${folder}/encoder_model`);
    const decoder = await loaded(context, `${folder}/decoder_model_merged`);
    const bands = shapeOf(encoder.inputMetadata, 'input_features')?.[1];
    const vocabulary = shapeOf(decoder.outputMetadata, 'logits')?.[2];
    const [, heads, , size] = shapeOf(decoder.inputMetadata, 'past_key_values.0.decoder.key') ?? [];
    const found = [bands, vocabulary, heads, size];
    if (!found.every((value) => typeof value === 'number')) {
      const message = `the files of ${folder} are no standard export of Whisper: put an encoder_model.onnx and a decoder_model_merged.onnx in float32 there`;
      throw new TurnwireError('model', 'model_unsupported', message);
    }
    const tokens = specialTokens(vocabulary as number);
    return new StandardNetwork(encoder, decoder, tokens, bands as number, heads as number, size as number);
  }

  /** Always encodes 30 s: the silence behind the window is encoded like any other sound. */
  async encode(audio: Float32Array): Promise<EncodedWindow> {
    const sound = new Float64Array(SOUND_SEC * SAMPLE_RATE_HZ);
    sound.set(audio.subarray(0, sound.length));
    const features = logMel(sound, this.bands);
    const shape = [1, this.bands, features.length / this.bands];
    const out = await this.encoder.run({ input_features: new Tensor('float32', features, shape) });
    return { feeds: { encoder_hidden_states: out.last_hidden_state! } };
  }

  emptyCache(): Cache {
    return emptyCache(this.past.length, this.heads, this.headSize);
  }

  async step(
    window: EncodedWindow,
    cache: Cache,
    tokens: readonly number[],
    options: StepOptions,
  ): Promise<Step> {
    // The branch with a cache takes one token a pass, the other any number.
    const passes = cache.length === 0 ? [tokens] : tokens.map((token) => [token]);
    const distributions: Distribution[] = [];
    let after = cache;
    for (const ids of passes) {
      const from = Math.max(0, options.first - (after.length - cache.length));
      const { logits, next } = await this.run(window, after, ids);
      const width = this.tokens.count;
      for (let i = from; i < ids.length; i++) {
        distributions.push(distributionOf(logits.subarray(i * width, (i + 1) * width), options));
      }
      after = next;
    }
    return { distributions, cache: after, rows: [] };
  }

  private async run(
    window: EncodedWindow,
    cache: Cache,
    ids: readonly number[],
  ): Promise<{ logits: Float32Array; next: Cache }> {
    const useCache = cache.length > 0;
    const out = await this.decoder.run({
      input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      use_cache_branch: new Tensor('bool', Uint8Array.of(Number(useCache)), [1]),
      ...Object.fromEntries(this.past.map((name, i) => [name, cache.tensors[i]!])),
      ...window.feeds,
    });
    const tensors = this.past.map((name, i) =>
      // The branch with a cache does not return the keys and values of the encoder, so the old ones stay.
      useCache && name.includes('.encoder.')
        ? cache.tensors[i]!
        : out[name.replace('past_key_values', 'present')]!,
    );
    return {
      logits: out.logits!.data as Float32Array,
      next: { length: cache.length + ids.length, tensors },
    };
  }
}

/** @throws TurnwireError kind `model` if the file is missing, or if onnxruntime cannot make a session of it */
async function loaded(context: KernelContext, id: string): Promise<InferenceSession> {
  try {
    return await context.modelSession(id);
  } catch (error) {
    if (error instanceof TurnwireError) throw error;
    const message = `model file ${id}.onnx cannot be loaded: fetch it again, and ${path.basename(id)}.onnx_data beside it if its publisher has that file (${messageOf(error)})`;
    throw new TurnwireError('model', 'model_unsupported', message);
  }
}

/** The best tokens, and the log-probabilities of the watched ones. @param logits `[vocabulary]` */
export function distributionOf(
  logits: Float32Array,
  { bias, watch }: Pick<StepOptions, 'bias' | 'watch'>,
): Distribution {
  const biased = logits.map((logit, id) => logit + bias[id]!);
  const best: number[] = [];
  for (let id = 0; id < biased.length; id++) {
    if (best.length === BEST && biased[id]! <= biased[best[BEST - 1]!]!) continue;
    const place = best.findIndex((other) => biased[id]! > biased[other]!);
    best.splice(place < 0 ? best.length : place, 0, id);
    best.length = Math.min(best.length, BEST);
  }
  const highest = biased[best[0]!]!;
  let ratios = 0;
  for (const logit of biased) ratios += Math.exp(logit - highest);
  const logSum = highest + Math.log(ratios);
  return {
    topIds: best,
    topLogProbs: best.map((id) => biased[id]! - logSum),
    watched: Float32Array.from(watch, (id) => biased[id]! - logSum),
  };
}
