/** Models cut short: only what some of their inner activations need, for heads of ours that read them. */
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

/** Options of every session of Moonshine's quantized graphs. */
export const MOONSHINE_SESSION: InferenceSession.SessionOptions = {
  extra: { session: { disable_quant_qdq: '1' } },
};

/** Width of the frames of Moonshine tiny's encoder. */
export const MOONSHINE_TINY_WIDTH = 288;

/** What layer `n` of Moonshine's encoder says, counted from 0: `[1, frames, width]`, a frame of 24 ms each. */
export const moonshineLayer = (n: number): string => `/layers.${n}/Add_1_output_0`;

/** What the last block of our language listener says, `[1, frames, 384]`: a frame of 20 ms each. */
export const LANGUAGE_ENCODER_OUTPUT = '/listener/blocks.2/Add_4_output_0';
export const LANGUAGE_ENCODER_WIDTH = 384;

/** The graph without what lies behind the activations `taps`, float32 of size `dims` each. */
export function graphUpTo(graph: Graph, taps: readonly string[], dims: readonly (number | string)[]): Graph {
  const { nodes } = neededFor(graph.node ?? [], taps);
  return { ...graph, node: nodes, output: taps.map((tap) => valueInfo(tap, FLOAT, dims)) };
}

/** Moonshine tiny's encoder up to the activations `taps`, `[1, frames, 288]` each. */
export function moonshineUpTo(taps: readonly string[], context: KernelContext): Promise<InferenceSession> {
  return modelUpTo('moonshine-tiny-en/encoder_model', taps, MOONSHINE_TINY_WIDTH, context, MOONSHINE_SESSION);
}

/** The language listener without its head: `samples [1, n]`, n from 640 to 48 000, to `LISTENER_SAYS`. */
export function languageEncoderFrames(context: KernelContext): Promise<InferenceSession> {
  return modelUpTo('lid-listener', [LANGUAGE_ENCODER_OUTPUT], LANGUAGE_ENCODER_WIDTH, context);
}

async function modelUpTo(
  id: string,
  taps: readonly string[],
  width: number,
  context: KernelContext,
  options?: InferenceSession.SessionOptions,
): Promise<InferenceSession> {
  const model = decodeModel(await context.modelBytes(id));
  const cut = await withFastWeights(graphUpTo(model.graph!, taps, [1, 'frames', width]), context);
  return context.createSession(encodeModel(model, cut), options);
}
