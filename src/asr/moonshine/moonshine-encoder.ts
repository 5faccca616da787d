/**
 * Rewrites the encoder's graph so that it also projects its frames into the decoder's cross-attention keys and values, once a
 * window instead of once a token.
 */
import {
  FLOAT,
  makeNode,
  neededFor,
  valueInfo,
  type Constant,
  type Graph,
} from '../../inference/onnx/onnx-graph.js';
import { withIntegerConvolutions } from './integer-convolution.js';
import { fuseSelfAttention } from './fused-attention.js';
import { fuseNorms } from './fused-norm.js';
import { batchOfEncoder, fixedSizes, isSimple, sizeConstants } from './moonshine-export.js';
import { KEPT_ACTIVATIONS, crossNames, names, type MoonshineShape } from './moonshine-shape.js';

/**
 * Outputs `cross.<layer>.key` and `cross.<layer>.value`, `[1, heads, frames, headSize]` float32; keys of the tiny and base exports
 * are transposed to `[1, heads, headSize, frames]` and scaled.
 * @param firstPass the branch of the published decoder without a cache, which holds the projections
 */
export function addCrossProjection(
  encoder: Graph,
  firstPass: Graph,
  constants: Map<string, Constant>,
  shape: MoonshineShape,
): Graph {
  const targets = names(shape.layers, (l, kind) => `present.${l}.encoder.${kind}`);
  const simple = isSimple(firstPass);
  const nodes = (firstPass.node ?? []).map((node) =>
    simple ? fixedSizes(node, firstPass) : batchOfEncoder(node),
  );
  const part = neededFor(nodes, targets);
  const rename = (value: string) =>
    value === 'encoder_hidden_states' ? 'last_hidden_state' : `cross/${value}`;
  const added = part.nodes.map((node) => ({
    ...node,
    name: `cross/${node.name}`,
    input: (node.input ?? []).map(rename),
    output: (node.output ?? []).map(rename),
  }));
  for (let l = 0; l < shape.layers; l++) {
    // Transposing and scaling the keys here saves doing it again in every decoding step.
    const key = `cross/present.${l}.encoder.key`;
    const keyNodes = simple
      ? [
          makeNode('Transpose', [key], [`${key}/transposed`], { perm: [0, 1, 3, 2] }),
          makeNode('Mul', [`${key}/transposed`, 'cross/scale'], [`cross.${l}.key`]),
        ]
      : [makeNode('Identity', [key], [`cross.${l}.key`])];
    const value = makeNode('Identity', [`cross/present.${l}.encoder.value`], [`cross.${l}.value`]);
    added.push(...([...keyNodes, value] as typeof added));
  }
  const carried = [...part.values].filter((v) => constants.has(v));
  const kept = (encoder.node ?? []).flatMap((n) => n.output ?? []).filter((o) => KEPT_ACTIVATIONS.test(o));
  const own = fuseNorms(encoder.node ?? []);
  const attention = simple ? fuseSelfAttention(own, '/', shape, false) : { nodes: own, constants: [] };
  const outputs = ['last_hidden_state', ...crossNames(shape.layers), ...kept];
  const convolved = withIntegerConvolutions({ ...encoder, node: attention.nodes });
  return {
    ...encoder,
    node: neededFor([...convolved.node!, ...added], outputs).nodes,
    initializer: [
      ...convolved.initializer!,
      ...attention.constants,
      ...carried.map((v) => ({ ...constants.get(v), name: `cross/${v}` })),
      ...(simple ? sizeConstants(shape, 'cross/').filter((c) => !c.name!.includes('join')) : []),
    ],
    output: [
      ...(encoder.output ?? []),
      ...crossNames(shape.layers).map((name) => valueInfo(name, FLOAT, [1, shape.heads, 'a', 'b'])),
      ...kept.map((name) => valueInfo(name, FLOAT, [1, 'a', 'b'])),
    ],
  };
}
