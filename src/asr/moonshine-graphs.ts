/**
 * Rewrites the two published Moonshine graphs (encoder, and decoder with its two branches under one `If`) into two
 * that cost less a token and tell more:
 *  - the encoder also projects its frames into the decoder's cross-attention keys and values;
 *  - the decoder is the branch with a cache (it takes an empty cache and several tokens too: its mask is causal);
 *  - the output projection runs in int8 on the last positions only, and the graph itself reduces the logits to what the
 *    decoding needs: best two tokens, normaliser, a watched set of tokens, cross-attention, last hidden state;
 *  - sizes that the export computes at run time (batch, heads, scale) are constants.
 * Batch is 1. Measured on Moonshine tiny: the same tokens as the published graphs, a third of their time.
 */
import {
  FLOAT,
  INT64,
  axisSize,
  branchesOf,
  decodeModel,
  encodeModel,
  floatScalar,
  int64Constant,
  makeNode,
  neededFor,
  valueInfo,
  type Constant,
  type Graph,
  type Node,
} from '../inference/onnx-graph.js';

export interface MoonshineGraphs {
  readonly encoder: Uint8Array;
  readonly decoder: Uint8Array;
  readonly shape: MoonshineShape;
}

export interface MoonshineShape {
  readonly layers: number;
  readonly heads: number;
  readonly headSize: number;
}

/** Cross-attention weights that the decoder gives out, `[1, heads, tokens, frames]` each. */
export const attentionOf = (layer: number) => `/model/decoder/layers.${layer}/encoder_attn/Softmax_output_0`;
/** Encoder activations that may be asked for, `[1, frames, width]` (`/Tanh…`, `/Mul_1…` are `[1, width, frames]`). */
export const ENCODER_TAPS = /^\/(Tanh|Mul_[13]|layers\.\d+\/Add_1)_output_0$/;

export const crossNames = (layers: number) => names(layers, (l, kind) => `cross.${l}.${kind}`);
export const pastNames = (layers: number) =>
  names(layers, (l, kind) => `past_key_values.${l}.decoder.${kind}`);
export const presentNames = (layers: number) => names(layers, (l, kind) => `present.${l}.decoder.${kind}`);

/**
 * @param watch token ids whose logits the decoder gives out at every step
 * @param attentionLayers layers whose cross-attention it gives out, by number of layers
 */
export function buildMoonshineGraphs(
  encoderBytes: Uint8Array,
  decoderBytes: Uint8Array,
  watch: readonly number[],
  attentionLayers: (layers: number) => readonly number[],
): MoonshineGraphs {
  const decoder = decodeModel(decoderBytes);
  const graph = decoder.graph!;
  const choice = graph.node!.find((node) => node.opType === 'If')!;
  const shared = graph.node!.filter((node) => node !== choice);
  const branches = branchesOf(choice);
  const whole = (branch: Graph): Graph => ({ ...branch, node: [...shared, ...(branch.node ?? [])] });
  const shape = shapeOf(graph);
  const constants = new Map((graph.initializer ?? []).map((c) => [c.name ?? '', c]));
  const encoder = decodeModel(encoderBytes);
  const withCross = addCrossProjection(encoder.graph!, whole(branches.else_branch!), constants, shape);
  const step = cachedDecoder(
    graph,
    whole(branches.then_branch!),
    constants,
    shape,
    watch,
    attentionLayers(shape.layers),
  );
  return { encoder: encodeModel(encoder, withCross), decoder: encodeModel(decoder, step), shape };
}

function shapeOf(graph: Graph): MoonshineShape {
  const layers = (graph.input ?? []).filter((i) => i.name?.endsWith('.decoder.key')).length;
  const first = 'past_key_values.0.decoder.key';
  return { layers, heads: axisSize(graph, first, 1)!, headSize: axisSize(graph, first, 3)! };
}

function addCrossProjection(
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
    // Keys leave transposed and scaled, as every decoding step would otherwise do again.
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
  const taps = (encoder.node ?? []).flatMap((n) => n.output ?? []).filter((o) => ENCODER_TAPS.test(o));
  return {
    ...encoder,
    node: [...(encoder.node ?? []), ...added],
    initializer: [
      ...(encoder.initializer ?? []),
      ...carried.map((v) => ({ ...constants.get(v), name: `cross/${v}` })),
      ...(simple ? sizeConstants(shape, 'cross/').filter((c) => !c.name!.includes('join')) : []),
    ],
    output: [
      ...(encoder.output ?? []),
      ...crossNames(shape.layers).map((name) => valueInfo(name, FLOAT, [1, shape.heads, 'a', 'b'])),
      ...taps.map((name) => valueInfo(name, FLOAT, [1, 'a', 'b'])),
    ],
  };
}

const NORM = '/model/decoder/norm/Mul_output_0';
const EMBEDDING = 'model.decoder.embed_tokens.weight_merged_0';

function cachedDecoder(
  graph: Graph,
  branch: Graph,
  constants: Map<string, Constant>,
  shape: MoonshineShape,
  watch: readonly number[],
  attentionLayers: readonly number[],
): Graph {
  const simple = isSimple(branch);
  const nodes = (branch.node ?? [])
    .filter((node) => !node.output?.includes('logits'))
    .map((node) => (simple ? fixedSizes(node, branch) : crossByName(node)));
  const table = constants.get(`${EMBEDDING}_quantized`)!;
  nodes.push(
    makeNode('Slice', [NORM, 'first', 'end', 'axis'], ['tail']),
    makeNode('DynamicQuantizeLinear', ['tail'], ['tail/q', 'tail/scale', 'tail/zero']),
    makeNode('MatMulInteger', ['tail/q', 'head', 'tail/zero', `${EMBEDDING}_zero_point`], ['logits/int']),
    makeNode('Cast', ['logits/int'], ['logits/unscaled'], { to: FLOAT }),
    makeNode('Mul', ['tail/scale', `${EMBEDDING}_scale`], ['logits/scale']),
    makeNode('Mul', ['logits/unscaled', 'logits/scale'], ['logits']),
    makeNode('TopK', ['logits', 'two'], ['top_logits', 'top_ids'], { axis: -1 }),
    makeNode('ReduceLogSumExp', ['logits'], ['log_sum'], { axes: [-1], keepdims: 0 }),
    makeNode('Gather', ['logits', 'watch'], ['watched'], { axis: -1 }),
  );
  const attention = attentionLayers.map(attentionOf);
  const present = presentNames(shape.layers);
  const part = neededFor(nodes, ['top_logits', 'top_ids', 'log_sum', 'watched', ...present, ...attention]);
  const own = [
    transposed(table, 'head'),
    int64Constant('end', [2 ** 31 - 1]),
    int64Constant('axis', [1]),
    int64Constant('two', [2]),
    int64Constant('watch', watch),
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
      valueInfo('tail', FLOAT, [1, 'tail', shape.heads * shape.headSize]),
      ...present.map((name) => valueInfo(name, FLOAT, [1, shape.heads, 'all', shape.headSize])),
      ...attention.map((name) => valueInfo(name, FLOAT, [1, shape.heads, 'new', 'frames'])),
    ],
  };
}

/**
 * True for the export of the tiny models, whose sizes may become constants. Later exports (base-es) pad the heads in the
 * graph: there only the names of the cross-attention change.
 */
function isSimple(branch: Graph): boolean {
  return !(branch.node ?? []).some((node) => node.opType === 'Pad');
}

/** The batch size of the encoder's frames, where the export takes it from the decoder's. */
function batchOfEncoder(node: Node): Node {
  const isShape = node.opType === 'Shape' && /encoder_attn\/Shape/.test(node.name ?? '');
  return isShape ? { ...node, input: ['encoder_hidden_states'] } : node;
}

function crossByName(node: Node): Node {
  const past = /^past_key_values\.(\d+)\.encoder\.(key|value)$/;
  return { ...node, input: (node.input ?? []).map((v) => v.replace(past, 'cross.$1.$2')) };
}

/** Puts constants where the export works sizes out of shapes: reshape targets, attention scales, batch of the encoder. */
function fixedSizes(node: Node, branch: Graph): Node {
  const name = node.name ?? '';
  const input = [...(node.input ?? [])];
  if (/_attn\/Reshape(_\d+)?$/.test(name))
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
    if (/_proj\//.test(from.name ?? '')) return 'split_heads';
    return from.opType === 'Transpose' ? 'join_heads' : 'join_pairs';
  }
}

function sizeConstants(shape: MoonshineShape, prefix: string): Constant[] {
  return [
    int64Constant(`${prefix}split_heads`, [0, 0, shape.heads, shape.headSize]),
    int64Constant(`${prefix}join_heads`, [0, 0, -1]),
    int64Constant(`${prefix}join_pairs`, [0, 0, 0, -1]),
    // Both factors of the scaled dot product carry the square root of 1 / sqrt(headSize), as the export does.
    floatScalar(
      `${prefix}scale`,
      Math.fround(Math.sqrt(Math.fround(1 / Math.fround(Math.sqrt(shape.headSize))))),
    ),
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

function names(layers: number, name: (layer: number, kind: 'key' | 'value') => string): string[] {
  return Array.from({ length: layers }, (_, l) => [name(l, 'key'), name(l, 'value')]).flat();
}
