/**
 * Differences between the published exports of Moonshine, and edits that replace sizes which an export computes at run time
 * (batch, heads, scales) by constants. Used by the rewrites of both graphs.
 */
import {
  floatScalar,
  int64Constant,
  makeNode,
  type Constant,
  type Graph,
  type Node,
} from '../../inference/onnx/onnx-graph.js';
import type { MoonshineShape } from './moonshine-shape.js';

/**
 * True for the English exports, whose sizes may become constants. Later exports (base-es) pad the heads in the graph: in those
 * only the names of the cross-attention tensors are changed.
 */
export function isSimple(branch: Graph): boolean {
  return !(branch.node ?? []).some((node) => node.opType === 'Pad');
}

/** The node, with the batch size taken from the encoder's frames if the export takes it from the decoder's tokens. */
export function batchOfEncoder(node: Node): Node {
  const isShape = node.opType === 'Shape' && /encoder_attn\/Shape/.test(node.name ?? '');
  return isShape ? { ...node, input: ['encoder_hidden_states'] } : node;
}

/** The node, with cached cross-attention inputs renamed to the outputs of our encoder graph. */
export function crossByName(node: Node): Node {
  const past = /^past_key_values\.(\d+)\.encoder\.(key|value)$/;
  return { ...node, input: (node.input ?? []).map((v) => v.replace(past, 'cross.$1.$2')) };
}

/** The node, with sizes that the export computes from shapes replaced by the constants of `sizeConstants`. */
export function fixedSizes(node: Node, branch: Graph): Node {
  const name = node.name ?? '';
  const input = [...(node.input ?? [])];
  if (/encoder_attn\/Reshape(_\d+)?$/.test(name))
    return { ...node, input: [input[0]!, reshapeTarget(input[0]!, branch)] };
  if (node.opType === 'Mul') {
    const cross = /layers\.(\d+)\/encoder_attn\/Transpose_1_output_0$/.exec(input[0] ?? '');
    // The transposed, scaled key comes from the encoder graph.
    if (cross && branch.name !== 'no_past') {
      return makeNode('Identity', [`cross.${cross[1]}.key`], [...(node.output ?? [])]);
    }
    if (/_attn\/Sqrt_[12]_output_0$/.test(input[1] ?? '')) return { ...node, input: [input[0]!, 'scale'] };
  }
  const past = /^past_key_values\.(\d+)\.encoder\.value$/;
  if (input.some((v) => past.test(v))) {
    return { ...node, input: input.map((v) => v.replace(past, (_, l: string) => `cross.${l}.value`)) };
  }
  return node;

  function reshapeTarget(data: string, graph: Graph): string {
    const from = (graph.node ?? []).find((n) => n.output?.includes(data))!;
    return /_proj\//.test(from.name ?? '') ? 'split_heads' : 'join_heads';
  }
}

/** The constants that `fixedSizes` refers to. @param prefix of their names */
export function sizeConstants(shape: MoonshineShape, prefix: string): Constant[] {
  return [
    int64Constant(`${prefix}split_heads`, [0, 0, shape.heads, shape.headSize]),
    int64Constant(`${prefix}join_heads`, [0, 0, -1]),
    // Both factors of the scaled dot product carry the square root of 1 / sqrt(headSize), as the export does.
    floatScalar(
      `${prefix}scale`,
      Math.fround(Math.sqrt(Math.fround(1 / Math.fround(Math.sqrt(shape.headSize))))),
    ),
  ];
}
