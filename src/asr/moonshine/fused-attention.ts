/**
 * Replaces self-attention by single operators. The export of the tiny and base models writes it as some forty small nodes a layer
 * (rotary position, scores, mask, softmax, cache), and for one token running a node costs more than its arithmetic. Uses
 * onnxruntime's own `RotaryEmbedding` and `MultiHeadAttention` (domain com.microsoft, version 1).
 */
import {
  int64Constant,
  makeNode,
  makeOrtNode,
  producersOf,
  type Constant,
  type Node,
} from '../../inference/onnx/onnx-graph.js';
import { pastNames, presentNames, type MoonshineShape } from './moonshine-shape.js';

/** Values of each head that carry the rotary position: the export rotates neighbouring pairs of the first 32 (of 36 in tiny). */
const ROTARY_SIZE = 32;

export interface FusedAttention {
  readonly nodes: Node[];
  readonly constants: Constant[];
}

/**
 * @param nodes of a graph whose layers are named `<prefix>layers.<n>/self_attn/...`
 * @param cached true for the decoder: tokens attend only to earlier ones, and keys and values pass through a cache whose tensors
 *   have the names of `pastNames` and `presentNames`
 */
export function fuseSelfAttention(
  nodes: readonly Node[],
  prefix: string,
  shape: MoonshineShape,
  cached: boolean,
): FusedAttention {
  const replaced = new Set<string>();
  const fused: Node[] = [];
  for (let l = 0; l < shape.layers; l++) {
    const attention = `${prefix}layers.${l}/self_attn`;
    const projected = (part: string) => `${attention}/${part}_proj/MatMul_output_0`;
    const output = `${attention}/Reshape_5_output_0`;
    const own = (names: readonly string[]) => (cached ? names.slice(2 * l, 2 * l + 2) : []);
    const [past, present] = [own(pastNames(shape.layers)), own(presentNames(shape.layers))];
    [output, ...present].forEach((name) => replaced.add(name));
    const rotated = (part: string) => `${attention}/${part}/rotated`;
    const inputs = [rotated('q'), rotated('k'), projected('v'), ...(cached ? ['', '', ''] : []), ...past];
    fused.push(
      rotary(projected('q'), rotated('q'), shape.heads),
      rotary(projected('k'), rotated('k'), shape.heads),
      makeOrtNode('MultiHeadAttention', inputs, [output, ...present], {
        num_heads: shape.heads,
        ...(cached && { unidirectional: 1 }),
      }),
    );
  }
  const angles = `${prefix}rotary_emb/Transpose_output_0`;
  const tables = [
    makeNode('Squeeze', [angles, 'rotary/batch'], ['rotary/angles']),
    makeNode('Cos', ['rotary/angles'], ['rotary/cos']),
    makeNode('Sin', ['rotary/angles'], ['rotary/sin']),
  ];
  const kept = nodes.filter((node) => !(node.output ?? []).some((name) => replaced.has(name)));
  return {
    nodes: inOrder([...tables, ...kept, ...fused]),
    constants: [int64Constant('rotary/batch', [0]), int64Constant('rotary/first', [0])],
  };
}

function rotary(input: string, output: string, heads: number): Node {
  return makeOrtNode('RotaryEmbedding', [input, 'rotary/first', 'rotary/cos', 'rotary/sin'], [output], {
    interleaved: 1,
    num_heads: heads,
    rotary_embedding_dim: ROTARY_SIZE,
  });
}

/** The nodes sorted so that each follows the producers of its inputs, as ONNX requires. */
function inOrder(nodes: readonly Node[]): Node[] {
  const producers = producersOf(nodes);
  const placed = new Set<Node>();
  const ordered: Node[] = [];
  const place = (node: Node): void => {
    if (placed.has(node)) return;
    placed.add(node);
    for (const input of node.input ?? []) {
      const from = producers.get(input);
      if (from) place(from);
    }
    ordered.push(node);
  };
  nodes.forEach(place);
  return ordered;
}
