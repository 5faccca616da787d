/** Models cut short: only what some of their inner activations need, for heads of ours that read them. */
import type { InferenceSession } from 'onnxruntime-node';
import { decodeModel, encodeModel, FLOAT, neededFor, valueInfo, type Graph } from './onnx-graph.js';
import type { KernelContext } from './kernel.js';
import { withFastWeights } from './signed-weights.js';

/** Width of the frames of Moonshine tiny's encoder. */
export const MOONSHINE_TINY_WIDTH = 288;

/** The graph without what lies behind the activations `taps`, float32 of size `dims` each. */
export function graphUpTo(graph: Graph, taps: readonly string[], dims: readonly (number | string)[]): Graph {
  const { nodes } = neededFor(graph.node ?? [], taps);
  return { ...graph, node: nodes, output: taps.map((tap) => valueInfo(tap, FLOAT, dims)) };
}

/** Moonshine tiny's encoder up to the activations `taps`, `[1, frames, 288]` each. */
export async function moonshineUpTo(
  taps: readonly string[],
  context: KernelContext,
): Promise<InferenceSession> {
  const model = decodeModel(await context.modelBytes('moonshine-tiny-en/encoder_model'));
  const cut = await withFastWeights(
    graphUpTo(model.graph!, taps, [1, 'frames', MOONSHINE_TINY_WIDTH]),
    context,
  );
  return context.createSession(encodeModel(model, cut), { extra: { session: { disable_quant_qdq: '1' } } });
}
