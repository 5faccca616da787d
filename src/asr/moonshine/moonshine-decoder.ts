/**
 * The decoder's graph, rewritten: one step over new tokens with a cache. Its output projection runs on the last positions
 * only (in int8 where the export holds the word table so), and the graph itself reduces the logits to what decoding needs.
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
  const part = neededFor(nodes, ['top_logits', 'top_ids', 'log_sum', 'watched', ...present, ...attention]);
  const own = [
    ...(table ? [transposed(table, 'head')] : []),
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
      ...present.map((name) => valueInfo(name, FLOAT, [1, shape.heads, 'all', shape.headSize])),
      ...attention.map((name) => valueInfo(name, FLOAT, [1, shape.heads, 'new', 'frames'])),
    ],
  };
}

/** The last states to what decoding needs of their logits: the best two tokens, the logarithm of the sum, those watched. */
function readout(lastState: string, weights: string, isInteger: boolean): Node[] {
  return [
    makeNode('Slice', [lastState, 'first', 'end', 'axis'], ['tail']),
    ...(isInteger ? integerLogits() : [makeNode('MatMul', ['tail', weights], ['logits'])]),
    makeNode('TopK', ['logits', 'two'], ['top_logits', 'top_ids'], { axis: -1 }),
    // log sum exp in operators that work on many values at once: onnxruntime's own for it does not.
    makeNode('Split', ['top_logits', 'one_each'], ['best_logit', 'second_logit'], { axis: -1 }),
    makeNode('Sub', ['logits', 'best_logit'], ['logits/below']),
    makeNode('Exp', ['logits/below'], ['logits/ratio']),
    makeNode('ReduceSum', ['logits/ratio', 'last_axis'], ['ratio_sum']),
    makeNode('Log', ['ratio_sum'], ['ratio_log']),
    makeNode('Add', ['ratio_log', 'best_logit'], ['log_sum/column']),
    makeNode('Squeeze', ['log_sum/column', 'last_axis'], ['log_sum']),
    makeNode('Gather', ['logits', 'watch'], ['watched'], { axis: -1 }),
  ];
}

/** `tail` times the word table, as whole numbers. */
function integerLogits(): Node[] {
  return [
    makeNode('DynamicQuantizeLinear', ['tail'], ['tail/q', 'tail/scale', 'tail/zero']),
    makeNode('MatMulInteger', ['tail/q', 'head', 'tail/zero', `${EMBEDDING}_zero_point`], ['logits/int']),
    makeNode('Cast', ['logits/int'], ['logits/unscaled'], { to: FLOAT }),
    makeNode('Mul', ['tail/scale', `${EMBEDDING}_scale`], ['logits/scale']),
    makeNode('Mul', ['logits/unscaled', 'logits/scale'], ['logits']),
  ];
}

/** `[rows, columns]` uint8 to `[columns, rows]`, in 64-wide blocks (the table is 9 MB). */
function transposed(table: Constant, name: string): Constant {
  const [rows, columns] = (table.dims ?? []).map(Number) as [number, number];
  const from = table.rawData!;
  const to = new Uint8Array(rows * columns);
  for (let r0 = 0; r0 < rows; r0 += 64) {
    for (let c = 0; c < columns; c++) {
      for (let r = r0; r < Math.min(r0 + 64, rows); r++) to[c * rows + r] = from[r * columns + c]!;
    }
  }
  return { name, dims: [columns, rows], dataType: table.dataType, rawData: to };
}
