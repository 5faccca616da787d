/**
 * Small edits on ONNX graphs, in memory: the nodes a set of outputs needs, new nodes, new constants. Used by the loaders
 * of the published models (asr, vad).
 */
import onnxProto from 'onnx-proto';

const { onnx } = onnxProto;

export type Graph = onnxProto.onnx.IGraphProto;
export type Node = onnxProto.onnx.INodeProto;
export type Constant = onnxProto.onnx.ITensorProto;
export type Model = onnxProto.onnx.ModelProto;

export const FLOAT = 1;
export const INT64 = 7;

export function decodeModel(bytes: Uint8Array): Model {
  return onnx.ModelProto.decode(bytes);
}

/** The model with another graph; operator set and version stay. */
export function encodeModel(model: Model, graph: Graph): Uint8Array {
  return onnx.ModelProto.encode(onnx.ModelProto.create({ ...model, graph })).finish();
}

export function makeNode(
  opType: string,
  input: string[],
  output: string[],
  attributes: Record<string, number | number[] | string> = {},
): Node {
  const attribute = Object.entries(attributes).map(([name, value]) => {
    if (Array.isArray(value)) return { name, type: 7, ints: value };
    return typeof value === 'string'
      ? { name, type: 3, s: new TextEncoder().encode(value) }
      : { name, type: 2, i: value };
  });
  return onnx.NodeProto.create({ opType, name: `${output[0]}/node`, input, output, attribute });
}

export function int64Constant(name: string, values: readonly number[]): Constant {
  return onnx.TensorProto.create({ name, dims: [values.length], dataType: INT64, int64Data: [...values] });
}

export function floatConstant(name: string, dims: readonly number[], data: Float32Array): Constant {
  const rawData = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return onnx.TensorProto.create({ name, dims: [...dims], dataType: FLOAT, rawData });
}

export function floatScalar(name: string, value: number): Constant {
  return onnx.TensorProto.create({ name, dims: [], dataType: FLOAT, floatData: [value] });
}

/** A graph input or output: element type and axis names or sizes. */
export function valueInfo(name: string, elemType: number, axes: readonly (string | number)[]) {
  const dim = axes.map((axis) => (typeof axis === 'number' ? { dimValue: axis } : { dimParam: axis }));
  return onnx.ValueInfoProto.create({ name, type: { tensorType: { elemType, shape: { dim } } } });
}

export interface Needed {
  /** In their original order. */
  readonly nodes: Node[];
  /** Every value name read or written by them. */
  readonly values: ReadonlySet<string>;
}

/** The nodes that the target values depend on. */
export function neededFor(nodes: readonly Node[], targets: readonly string[]): Needed {
  const producer = new Map<string, Node>();
  for (const node of nodes) for (const output of node.output ?? []) producer.set(output, node);
  const keep = new Set<Node>();
  const values = new Set<string>();
  const open = [...targets];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value === '' || values.has(value)) continue;
    values.add(value);
    const node = producer.get(value);
    if (node && !keep.has(node)) {
      keep.add(node);
      open.push(...(node.input ?? []));
    }
  }
  return { nodes: nodes.filter((node) => keep.has(node)), values };
}

/** A two-branch `If` node's branches by attribute name. */
export function branchesOf(node: Node): Record<string, Graph> {
  return Object.fromEntries((node.attribute ?? []).flatMap((a) => (a.g ? [[a.name ?? '', a.g]] : [])));
}

/** Size of one axis of a graph input, or undefined when the axis is symbolic. */
export function axisSize(graph: Graph, input: string, axis: number): number | undefined {
  const info = graph.input?.find((candidate) => candidate.name === input);
  // A number, or a Long where protobufjs finds that package.
  const value = info?.type?.tensorType?.shape?.dim?.[axis]?.dimValue as unknown;
  return value === null || value === undefined || Number(value) === 0 ? undefined : Number(value);
}
