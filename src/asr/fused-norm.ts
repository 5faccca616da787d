/**
 * One operator where the export spells layer normalization out in eight: at one token, running a node costs more than its
 * arithmetic. The eight are named alike under the norm's own name.
 */
import { makeNode, type Node } from '../inference/onnx-graph.js';

/** As the export has it. */
const EPSILON = 1e-5;

export function fuseNorms(nodes: readonly Node[]): Node[] {
  const byOutput = new Map(nodes.flatMap((node) => (node.output ?? []).map((name) => [name, node] as const)));
  return nodes.map((node) => {
    const [division, weight] = node.input ?? [];
    const inner = byOutput.get(division ?? '');
    if (node.opType !== 'Mul' || inner?.opType !== 'Div' || !weight) return node;
    const [centred, deviation] = (inner.input ?? []).map((name) => byOutput.get(name));
    if (centred?.opType !== 'Sub' || deviation?.opType !== 'Sqrt') return node;
    const norm = makeNode('LayerNormalization', [centred.input![0]!, weight], [node.output![0]!], {
      axis: -1,
    });
    return { ...norm, attribute: [...norm.attribute!, { name: 'epsilon', type: 1, f: EPSILON }] };
  });
}
