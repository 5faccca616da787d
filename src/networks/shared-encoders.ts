/**
 * Encoders cut after an inner layer, for small networks of ours that read that layer: Moonshine tiny's encoder and our own
 * language encoder. Used by bargein, eot, lid and voices.
 */
import type { InferenceSession } from 'onnxruntime-node';
import {
  decodeModel,
  encodeModel,
  FLOAT,
  neededFor,
  valueInfo,
  type Graph,
} from '../inference/onnx/onnx-graph.js';
import type { KernelContext } from '../inference/kernel.js';
import { withFastWeights } from '../inference/onnx/signed-weights.js';

/**
 * Session options of every Moonshine graph: without onnxruntime's rewriting of quantize and dequantize pairs, which would change
 * the numbers.
 */
export const MOONSHINE_SESSION: InferenceSession.SessionOptions = {
  extra: { session: { disable_quant_qdq: '1' } },
};

/** Samples between two frames of Moonshine's encoders: 24 ms at 16 kHz. */
export const MOONSHINE_FRAME_SAMPLES = 384;
/** Numbers in a frame of Moonshine tiny's encoder. */
export const MOONSHINE_TINY_WIDTH = 288;

/** Name of the output of layer `n` of Moonshine's encoder, from 0: `[batch=1, frames, width]` float32. */
export const moonshineLayer = (n: number): string => `/layers.${n}/Add_1_output_0`;

/** Name of the output of our language encoder's last block: `[batch=1, frames, width=384]` float32, a frame of 20 ms each. */
export const LANGUAGE_ENCODER_OUTPUT = '/listener/blocks.2/Add_4_output_0';
export const LANGUAGE_ENCODER_WIDTH = 384;

/**
 * The part of a graph that the activations `taps` depend on, with them as its outputs.
 * @param dims axes of each of them, float32
 */
export function graphUpTo(graph: Graph, taps: readonly string[], dims: readonly (number | string)[]): Graph {
  const { nodes } = neededFor(graph.node ?? [], taps);
  return { ...graph, node: nodes, output: taps.map((tap) => valueInfo(tap, FLOAT, dims)) };
}

/** Moonshine tiny's encoder up to the activations `taps`: `samples [1, n]` to `[batch=1, frames, width=288]` float32 each. */
export function moonshineUpTo(taps: readonly string[], context: KernelContext): Promise<InferenceSession> {
  return modelUpTo('moonshine-tiny-en/encoder_model', taps, MOONSHINE_TINY_WIDTH, context, MOONSHINE_SESSION);
}

/** Our language encoder without its classifier: `samples [1, n]`, n from 640 to 48 000, to `LANGUAGE_ENCODER_OUTPUT`. */
export function languageEncoderFrames(context: KernelContext): Promise<InferenceSession> {
  return modelUpTo('language-encoder', [LANGUAGE_ENCODER_OUTPUT], LANGUAGE_ENCODER_WIDTH, context);
}

async function modelUpTo(
  id: string,
  taps: readonly string[],
  width: number,
  context: KernelContext,
  options?: InferenceSession.SessionOptions,
): Promise<InferenceSession> {
  const source = await context.openModel(id);
  const model = decodeModel(source.bytes);
  const cut = await withFastWeights(graphUpTo(model.graph!, taps, [1, 'frames', width]), context);
  const bytes = encodeModel(model, cut, [source]);
  source.release();
  return context.createSession(bytes, options);
}
