/**
 * Replaces layer normalization by one operator. The export writes it as eight nodes, and for one token running a node costs more
 * than its arithmetic. A norm is recognised by its last nodes: centred value / square root, times a weight.
 */
import { makeNode, producersOf, type Node } from '../../inference/onnx/onnx-graph.js';

/** The epsilon of the export. */
const EPSILON = 1e-5;

export function fuseNorms(nodes: readonly Node[]): Node[] {
  const producers = producersOf(nodes);
  return nodes.map((node) => {
    const [division, weight] = node.input ?? [];
    const inner = producers.get(division ?? '');
    if (node.opType !== 'Mul' || inner?.opType !== 'Div' || !weight) return node;
    const [centred, deviation] = (inner.input ?? []).map((name) => producers.get(name));
    if (centred?.opType !== 'Sub' || deviation?.opType !== 'Sqrt') return node;
    return makeNode('LayerNormalization', [centred.input![0]!, weight], [node.output![0]!], {
      axis: -1,
      epsilon: EPSILON,
    });
  });
}
