/**
 * Computes the encoder's convolutions as integer products, at a third of their cost. The weights are published in int8, but the
 * export turns them into floats at run time. The inputs have outliers beside which 8 bits cannot hold the other values (the word
 * error rate rises from 14 to 43 %), so an input is quantized twice: the value to 8 bits, and the rounding error to another 8
 * bits. Each output frame is one row of a matrix product: the input frames of its window, side by side, times the weights.
 */
import {
  FLOAT,
  UINT8,
  bytesOf,
  int64Constant,
  int64Scalar,
  makeNode,
  producersOf,
  type Constant,
  type Graph,
  type Node,
} from '../../inference/onnx/onnx-graph.js';

/** A convolution along time. Its weights are `scale * (q - zero)` with the published int8 values `q`. */
interface IntegerConvolution {
  readonly node: Node;
  /** `[out, in, taps]` int8. */
  readonly weights: Constant;
  readonly scale: string;
  readonly zero: number;
  readonly stride: number;
}

/** The graph with every convolution over more than one channel replaced. */
export function withIntegerConvolutions(graph: Graph): Graph {
  const producers = producersOf(graph.node ?? []);
  const found = (graph.node ?? []).flatMap((node) => convolutionOf(node, graph, producers) ?? []);
  const replaced = new Map(found.map((convolution) => [convolution.node, productNodes(convolution)]));
  return {
    ...graph,
    node: (graph.node ?? []).flatMap((node) => replaced.get(node) ?? [node]),
    initializer: [...(graph.initializer ?? []), ...found.flatMap(productConstants)],
  };
}

function convolutionOf(
  node: Node,
  graph: Graph,
  producers: ReadonlyMap<string, Node>,
): IntegerConvolution | undefined {
  if (node.opType !== 'Conv') return undefined;
  const producer = (name?: string) => producers.get(name ?? '');
  const constant = (name?: string | null) => graph.initializer?.find((other) => other.name === name);
  // weight = cast(q) * scale + offset
  const add = producer(node.input?.[1]);
  const mul = producer(add?.input?.[0]);
  const cast = producer(mul?.input?.[0]);
  const weights = constant(cast?.input?.[0]);
  const [scale, offset] = [constant(mul?.input?.[1]), constant(add?.input?.[1])].map(floatOf);
  const stride = Number(node.attribute?.find((a) => a.name === 'strides')?.ints?.[0]);
  const channels = Number(weights?.dims?.[1]);
  if (!weights || !(channels > 1) || scale === undefined || offset === undefined || !node.input?.[2])
    return undefined;
  return { node, weights, scale: mul!.input![1]!, zero: Math.round(-offset / scale), stride };
}

function productNodes({ node, scale }: IntegerConvolution): Node[] {
  const [input, , bias] = node.input as [string, string, string];
  const output = node.output![0]!;
  const own = (part: string) => `${output}/${part}`;
  const product = (part: string) => [
    makeNode('Transpose', [own(part)], [own(`${part}/frames`)], { perm: [0, 2, 1] }),
    makeNode('Gather', [own(`${part}/frames`), own('indices')], [own(`${part}/windows`)], { axis: 1 }),
    makeNode('Reshape', [own(`${part}/windows`), own('rows')], [own(`${part}/rows`)]),
    makeNode(
      'MatMulInteger',
      [own(`${part}/rows`), own('weights'), own(`${part}/zero`), own('weights/zero')],
      [own(`${part}/sums`)],
    ),
    makeNode('Cast', [own(`${part}/sums`)], [own(`${part}/unscaled`)], { to: FLOAT }),
    makeNode('Mul', [own(`${part}/scale`), scale], [own(`${part}/both_scales`)]),
    makeNode('Mul', [own(`${part}/unscaled`), own(`${part}/both_scales`)], [own(`${part}/product`)]),
  ];
  const quantized = (value: string, part: string) =>
    makeNode('DynamicQuantizeLinear', [value], [own(part), own(`${part}/scale`), own(`${part}/zero`)]);
  const highBack = [own('high'), own('high/scale'), own('high/zero')];
  return [
    quantized(input, 'high'),
    makeNode('DequantizeLinear', highBack, [own('high/value')]),
    makeNode('Sub', [input, own('high/value')], [own('rest')]),
    quantized(own('rest'), 'low'),
    makeNode('Shape', [input], [own('shape')]),
    makeNode('Gather', [own('shape'), own('time_axis')], [own('length')], { axis: 0 }),
    makeNode('Sub', [own('length'), own('overhang')], [own('limit')]),
    makeNode('Range', [own('first'), own('limit'), own('stride')], [own('starts')]),
    makeNode('Unsqueeze', [own('starts'), own('last_axis')], [own('starts/column')]),
    makeNode('Add', [own('starts/column'), own('taps')], [own('indices')]),
    ...product('high'),
    ...product('low'),
    makeNode('Add', [own('high/product'), bias], [own('high/biased')]),
    makeNode('Add', [own('high/biased'), own('low/product')], [own('sum')]),
    makeNode('Transpose', [own('sum')], [output], { perm: [0, 2, 1] }),
  ].map((made) => ({ ...made, name: `${node.name}/${made.name}` }));
}

function productConstants({ node, weights, zero, stride }: IntegerConvolution): Constant[] {
  const own = (part: string) => `${node.output![0]}/${part}`;
  const [out, channels, taps] = (weights.dims ?? []).map(Number) as [number, number, number];
  const from = bytesOf(weights);
  const rawData = new Uint8Array(from.length);
  for (let o = 0; o < out; o++)
    for (let c = 0; c < channels; c++)
      for (let k = 0; k < taps; k++)
        rawData[(k * channels + c) * out + o] = from[(o * channels + c) * taps + k]! ^ 0x80;
  return [
    { name: own('weights'), dims: [taps * channels, out], dataType: UINT8, rawData },
    { name: own('weights/zero'), dims: [], dataType: UINT8, rawData: Uint8Array.of(zero + 128) },
    int64Scalar(own('time_axis'), 2),
    int64Scalar(own('overhang'), taps - 1),
    int64Scalar(own('first'), 0),
    int64Scalar(own('stride'), stride),
    int64Constant(own('last_axis'), [1]),
    int64Constant(
      own('taps'),
      Array.from({ length: taps }, (_, k) => k),
    ),
    int64Constant(own('rows'), [1, -1, taps * channels]),
  ];
}

/** The one value of a float constant. */
function floatOf(constant: Constant | undefined): number | undefined {
  if (!constant) return undefined;
  if (constant.floatData?.length) return constant.floatData[0];
  const bytes = constant.rawData;
  return bytes?.length === 4
    ? new DataView(bytes.buffer, bytes.byteOffset, 4).getFloat32(0, true)
    : undefined;
}
