/** Models cut short: only what one of their inner activations needs, for heads of ours that read it. */
import type { InferenceSession } from 'onnxruntime-node';
import { decodeModel, encodeModel, FLOAT, neededFor, valueInfo, type Graph } from './onnx-graph.js';
import type { KernelContext } from './kernel.js';
import { withFastWeights } from './signed-weights.js';

/** Width of the frames of Moonshine tiny's encoder. */
export const MOONSHINE_TINY_WIDTH = 288;

/** The graph without what lies behind the activation `tap`, float32 of size `dims`. */
export function graphUpTo(graph: Graph, tap: string, dims: readonly (number | string)[]): Graph {
  const { nodes } = neededFor(graph.node ?? [], [tap]);
  return { ...graph, node: nodes, output: [valueInfo(tap, FLOAT, dims)] };
}

/** Moonshine tiny's encoder up to the activation `tap`, `[1, frames, 288]`. */
export async function moonshineUpTo(tap: string, context: KernelContext): Promise<InferenceSession> {
  const model = decodeModel(await context.modelBytes('moonshine-tiny-en/encoder_model'));
  const cut = await withFastWeights(
    graphUpTo(model.graph!, tap, [1, 'frames', MOONSHINE_TINY_WIDTH]),
    context,
  );
  return context.createSession(encodeModel(model, cut), { extra: { session: { disable_quant_qdq: '1' } } });
}
