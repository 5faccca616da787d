/**
 * Signed weights (signed-weights.ts) that onnxruntime makes itself when it creates a session: two nodes turn each weight into a signed
 * one, and onnxruntime computes nodes with constant inputs once. The file of the model then needs no copy of its weights.
 */
import { INT8, UINT8, makeNode, producersOf, type Constant, type Graph, type Model } from './onnx-graph.js';
import { toSigned, withSignedWeights } from './signed-weights.js';

/** The operator set that has `BitwiseXor`. */
const OPERATOR_SET = 18;
/** Operators that mean something else in that set than before: their axes became inputs. */
const CHANGED = new Set([
  'ReduceMean',
  'ReduceMax',
  'ReduceMin',
  'ReduceProd',
  'ReduceL1',
  'ReduceL2',
  'Resize',
]);

/** The model and graph with uint8 weights of `MatMulInteger`, also transposed ones, as int8. */
export function signedInSession(
  model: Model,
  graph: Graph,
): { readonly model: Model; readonly graph: Graph } {
  const nodes = graph.node ?? [];
  if (nodes.some(({ opType }) => CHANGED.has(opType ?? '')))
    return { model, graph: withSignedWeights(graph) };
  const constants = new Map((graph.initializer ?? []).map((c) => [c.name ?? '', c]));
  const producers = producersOf(nodes);
  const isUnsigned = (name: string): boolean => {
    const { opType, input } = producers.get(name) ?? {};
    if (opType === 'Transpose') return isUnsigned(input?.[0] ?? '');
    return constants.get(name)?.dataType === UINT8;
  };
  const zeros = new Map<string, Constant>();
  const done = new Set<string>();
  const node = nodes.flatMap((node) => {
    const [left, weights, leftZero, zero] = node.input ?? [];
    if (node.opType !== 'MatMulInteger' || !weights || !leftZero || !zero) return [node];
    if (!isUnsigned(weights) || constants.get(zero)?.dataType !== UINT8) return [node];
    if (!zeros.has(zero)) zeros.set(zero, toSigned(constants.get(zero)!));
    const signed = `${weights}/signed`;
    const made = done.has(weights)
      ? []
      : [
          makeNode('BitwiseXor', [weights, 'signed/highest_bit'], [`${weights}/flipped`]),
          makeNode('Cast', [`${weights}/flipped`], [signed], { to: INT8 }),
        ];
    done.add(weights);
    return [...made, { ...node, input: [left!, signed, leftZero, zeros.get(zero)!.name!] }];
  });
  const bit: Constant = {
    name: 'signed/highest_bit',
    dims: [],
    dataType: UINT8,
    rawData: Uint8Array.of(0x80),
  };
  return {
    model: { ...model, opsetImport: raised(model.opsetImport ?? []) },
    graph: { ...graph, node, initializer: [...(graph.initializer ?? []), ...zeros.values(), bit] },
  };
}

function raised(imports: NonNullable<Model['opsetImport']>): NonNullable<Model['opsetImport']> {
  return imports.map((set) =>
    set.domain ? set : { ...set, version: Math.max(Number(set.version), OPERATOR_SET) },
  );
}
