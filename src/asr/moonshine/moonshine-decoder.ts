/**
 * Rewrites the decoder's graph to one step over new tokens with a cache. The output projection runs on the last positions only
 * (in int8 if the export stores the word table in int8), and the graph itself reduces the logits to what decoding needs.
 */
import {
  FLOAT,
  INT64,
  int64Constant,
  makeNode,
  neededFor,
  valueInfo,
  type Constant,
  type Graph,
  type Node,
} from '../../inference/onnx/onnx-graph.js';
import { fuseSelfAttention } from './fused-attention.js';
import { fuseNorms } from './fused-norm.js';
import { crossByName, fixedSizes, isSimple, sizeConstants } from './moonshine-export.js';
import { attentionOf, crossNames, pastNames, presentNames, type MoonshineShape } from './moonshine-shape.js';

const EMBEDDING = 'model.decoder.embed_tokens.weight_merged_0';

/**
 * Inputs: `input_ids [1, new]` int64; `asked [asked]` int64; `first [1]` int64, the first new position that is read out; the cache
 * `[1, heads, tokens, headSize]` and the cross-attention keys and values. Outputs for the `tail = new - first` positions:
 * `top_logits` and `top_ids [1, tail, 2]`, `log_sum [1, tail]`, `watched [1, tail, watch]`, `asked_logits [1, tail, asked]`; the grown
 * cache; attention weights. `asked` are token ids that one pass wants to know of, beside the watched ones.
 * @param branch the branch of the published decoder that has a cache
 * @param watch token ids whose logits are read out
 */
export function cachedDecoder(
  graph: Graph,
  branch: Graph,
  constants: Map<string, Constant>,
  shape: MoonshineShape,
  watch: readonly number[],
  attentionLayers: readonly number[],
): Graph {
  const simple = isSimple(branch);
  const projection = (branch.node ?? []).find((node) => node.output?.includes('logits'))!;
  const [lastState, weights] = projection.input as [string, string];
  const sized = (branch.node ?? [])
    .filter((node) => node !== projection)
    .map((node) => (simple ? fixedSizes(node, branch) : crossByName(node)));
  const fused = simple
    ? fuseSelfAttention(sized, '/model/decoder/', shape, true)
    : { nodes: sized, constants: [] };
  const nodes = fuseNorms(fused.nodes);
  const table = constants.get(`${EMBEDDING}_quantized`);
  nodes.push(...readout(lastState, weights, table !== undefined));
  const attention = attentionLayers.map(attentionOf);
  const present = presentNames(shape.layers);
  const read = ['top_logits', 'top_ids', 'log_sum', 'watched', 'asked_logits'];
  const part = neededFor(nodes, [...read, ...present, ...attention]);
  const own = [
    int64Constant('end', [2 ** 31 - 1]),
    int64Constant('axis', [1]),
    int64Constant('two', [2]),
    int64Constant('one_each', [1, 1]),
    int64Constant('last_axis', [-1]),
    int64Constant('watch', watch),
    ...fused.constants,
    ...(simple ? sizeConstants(shape, '') : []),
  ];
  const cache = [1, shape.heads, 'tokens', shape.headSize] as const;
  return {
    name: 'moonshine_decoder',
    node: part.nodes,
    initializer: [...[...part.values].flatMap((v) => constants.get(v) ?? []), ...own],
    input: [
      valueInfo('input_ids', INT64, [1, 'new']),
      valueInfo('first', INT64, [1]),
      valueInfo('asked', INT64, ['asked_count']),
      ...pastNames(shape.layers).map((name) => valueInfo(name, FLOAT, cache)),
      ...crossNames(shape.layers).map((name) =>
        valueInfo(
          name,
          FLOAT,
          simple && name.endsWith('key')
            ? [1, shape.heads, shape.headSize, 'frames']
            : [1, shape.heads, 'frames', shape.headSize],
        ),
      ),
    ],
    output: [
      valueInfo('top_logits', FLOAT, [1, 'tail', 2]),
      valueInfo('top_ids', INT64, [1, 'tail', 2]),
      valueInfo('log_sum', FLOAT, [1, 'tail']),
      valueInfo('watched', FLOAT, [1, 'tail', watch.length]),
      valueInfo('asked_logits', FLOAT, [1, 'tail', 'asked_count']),
      ...present.map((name) => valueInfo(name, FLOAT, [1, shape.heads, 'all', shape.headSize])),
      ...attention.map((name) => valueInfo(name, FLOAT, [1, shape.heads, 'new', 'frames'])),
    ],
  };
}

/** Nodes from the last states to what decoding needs: the two best tokens, the log of the sum of exponentials, the watched logits. */
function readout(lastState: string, weights: string, isInteger: boolean): Node[] {
  return [
    makeNode('Slice', [lastState, 'first', 'end', 'axis'], ['tail']),
    ...(isInteger ? integerLogits() : [makeNode('MatMul', ['tail', weights], ['logits'])]),
    makeNode('TopK', ['logits', 'two'], ['top_logits', 'top_ids'], { axis: -1 }),
    // onnxruntime's ReduceLogSumExp is not vectorised; these operators are.
    makeNode('Split', ['top_logits', 'one_each'], ['best_logit', 'second_logit'], { axis: -1 }),
    makeNode('Sub', ['logits', 'best_logit'], ['logits/below']),
    makeNode('Exp', ['logits/below'], ['logits/ratio']),
    makeNode('ReduceSum', ['logits/ratio', 'last_axis'], ['ratio_sum']),
    makeNode('Log', ['ratio_sum'], ['ratio_log']),
    makeNode('Add', ['ratio_log', 'best_logit'], ['log_sum/column']),
    makeNode('Squeeze', ['log_sum/column', 'last_axis'], ['log_sum']),
    makeNode('Gather', ['logits', 'watch'], ['watched'], { axis: -1 }),
    makeNode('Gather', ['logits', 'asked'], ['asked_logits'], { axis: -1 }),
  ];
}

/** Nodes that multiply `tail` by the word table in integers. onnxruntime transposes the table once, when it creates the session. */
function integerLogits(): Node[] {
  return [
    makeNode('Transpose', [`${EMBEDDING}_quantized`], ['head'], { perm: [1, 0] }),
    makeNode('DynamicQuantizeLinear', ['tail'], ['tail/q', 'tail/scale', 'tail/zero']),
    makeNode('MatMulInteger', ['tail/q', 'head', 'tail/zero', `${EMBEDDING}_zero_point`], ['logits/int']),
    makeNode('Cast', ['logits/int'], ['logits/unscaled'], { to: FLOAT }),
    makeNode('Mul', ['tail/scale', `${EMBEDDING}_scale`], ['logits/scale']),
    makeNode('Mul', ['logits/unscaled', 'logits/scale'], ['logits']),
  ];
}
