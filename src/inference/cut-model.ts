/** A model cut short: only what one of its inner activations needs, for heads of ours that read it. */
import { decodeModel, encodeModel, FLOAT, neededFor, valueInfo } from './onnx-graph.js';
import type { KernelContext } from './kernel.js';
import { withFastWeights } from './signed-weights.js';

/** Width of the frames of Moonshine tiny's encoder. */
export const MOONSHINE_TINY_WIDTH = 288;

/** Moonshine tiny's encoder without what lies behind the activation `tap`, `[1, frames, 288]`. */
export async function moonshineUpTo(
  tap: string,
  bytes: Uint8Array,
  context: KernelContext,
): Promise<Uint8Array> {
  const model = decodeModel(bytes);
  const graph = model.graph!;
  const { nodes } = neededFor(graph.node ?? [], [tap]);
  const output = [valueInfo(tap, FLOAT, [1, 'frames', MOONSHINE_TINY_WIDTH])];
  return encodeModel(model, await withFastWeights({ ...graph, node: nodes, output }, context));
}
