/**
 * One operator where the export of a tiny Moonshine spells self-attention out: rotary position, scores, mask, softmax and
 * cache are some forty small nodes a layer, and running a node costs more than its arithmetic at one token. Uses
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

/** The rotated part of each head: the export turns pairs of neighbours in the first 32 of 36 values. */
const ROTARY_SIZE = 32;

export interface FusedAttention {
  readonly nodes: Node[];
  readonly constants: Constant[];
}

/**
 * @param nodes of a graph whose layers are named `<prefix>layers.<n>/self_attn/...`
 * @param cached the decoder: tokens see only what came before, with a cache by the names of its inputs and outputs
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

/** Nodes after the producers of their inputs, as a graph must list them. */
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
