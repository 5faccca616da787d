/**
 * Small edits on ONNX graphs in memory: the nodes that a set of outputs needs, new nodes, new constants. Used when published models
 * are loaded (asr, vad, networks).
 */
import {
  ModelProto,
  type Constant,
  type Graph,
  type Model,
  type Node,
  type ValueInfo,
} from './onnx-schema.js';
import type { ModelSource } from '../model-source.js';
import { modelBytes } from './onnx-write.js';

export type { Constant, Graph, Model, Node };

/** Domain of the operators that onnxruntime adds to the standard ones. */
const ORT_DOMAIN = 'com.microsoft';

export const FLOAT = 1;
export const UINT8 = 2;
export const INT8 = 3;
export const INT32 = 6;
export const INT64 = 7;

export function decodeModel(bytes: Uint8Array): Model {
  return ModelProto.decode(bytes) as Model;
}

/**
 * The file of `model` with another graph, which may use onnxruntime's own operators.
 * @param sources files in which its large constants stay: onnxruntime reads them when a session is created
 */
export function encodeModel(model: Model, graph: Graph, sources: readonly ModelSource[] = []): Uint8Array {
  const sets = model.opsetImport ?? [];
  const hasOrt = sets.some(({ domain }) => domain === ORT_DOMAIN);
  const opsetImport = hasOrt ? sets : [...sets, { domain: ORT_DOMAIN, version: 1 }];
  const used = usedConstants(graph);
  return modelBytes({ ...model, opsetImport }, used, sources);
}

/** The graph without the constants that no node reads: onnxruntime warns about each. A graph with sub-graphs is left as it is. */
function usedConstants(graph: Graph): Graph {
  const nodes = graph.node ?? [];
  if (nodes.some((node) => (node.attribute ?? []).some((a) => a.g))) return graph;
  const read = new Set(nodes.flatMap((node) => node.input ?? []));
  return { ...graph, initializer: (graph.initializer ?? []).filter((c) => read.has(c.name ?? '')) };
}

/** The file of a new model with this graph, of operator set 14. */
export function encodeGraph(graph: Graph): Uint8Array {
  const opsetImport = [{ domain: '', version: 14 }];
  return modelBytes({ irVersion: 7, opsetImport }, graph);
}

/** @param attributes an integer is written as an integer, any other number as a float */
export function makeNode(
  opType: string,
  input: string[],
  output: string[],
  attributes: Record<string, number | number[] | string> = {},
): Node {
  const attribute = Object.entries(attributes).map(([name, value]) => {
    if (Array.isArray(value)) return { name, type: 7, ints: value };
    if (typeof value === 'string') return { name, type: 3, s: new TextEncoder().encode(value) };
    return Number.isInteger(value) ? { name, type: 2, i: value } : { name, type: 1, f: value };
  });
  return { opType, name: `${output[0]}/node`, input, output, attribute };
}

/** A node of one of onnxruntime's own operators. */
export function makeOrtNode(...node: Parameters<typeof makeNode>): Node {
  return { ...makeNode(...node), domain: ORT_DOMAIN };
}

export function int64Constant(name: string, values: readonly number[]): Constant {
  return { name, dims: [values.length], dataType: INT64, int64Data: [...values] };
}

export function int64Scalar(name: string, value: number): Constant {
  return { name, dims: [], dataType: INT64, int64Data: [value] };
}

export function floatConstant(name: string, dims: readonly number[], data: Float32Array): Constant {
  const rawData = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { name, dims: [...dims], dataType: FLOAT, rawData };
}

export function floatScalar(name: string, value: number): Constant {
  return { name, dims: [], dataType: FLOAT, floatData: [value] };
}

/** The values of a constant of 8-bit integers, one byte each. */
export function bytesOf(constant: Constant): Uint8Array {
  return constant.rawData?.length ? constant.rawData : Uint8Array.from(constant.int32Data ?? []);
}

/** A graph input or output. @param axes size of each axis, or a name if the size is not fixed */
export function valueInfo(name: string, elemType: number, axes: readonly (string | number)[]): ValueInfo {
  const dim = axes.map((axis) => (typeof axis === 'number' ? { dimValue: axis } : { dimParam: axis }));
  return { name, type: { tensorType: { elemType, shape: { dim } } } };
}

/** For each value, the node that writes it. */
export function producersOf(nodes: readonly Node[]): Map<string, Node> {
  return new Map(nodes.flatMap((node) => (node.output ?? []).map((name) => [name, node] as const)));
}

export interface Needed {
  /** In the order of the graph. */
  readonly nodes: Node[];
  /** Names of all values that they read or write. */
  readonly values: ReadonlySet<string>;
}

/** The nodes that the values `targets` depend on. */
export function neededFor(nodes: readonly Node[], targets: readonly string[]): Needed {
  const producers = producersOf(nodes);
  const keep = new Set<Node>();
  const values = new Set<string>();
  const open = [...targets];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value === '' || values.has(value)) continue;
    values.add(value);
    const node = producers.get(value);
    if (node && !keep.has(node)) {
      keep.add(node);
      open.push(...(node.input ?? []));
    }
  }
  return { nodes: nodes.filter((node) => keep.has(node)), values };
}

/** The branches of an `If` node by attribute name (`then_branch`, `else_branch`). */
export function branchesOf(node: Node): Record<string, Graph> {
  return Object.fromEntries((node.attribute ?? []).flatMap((a) => (a.g ? [[a.name ?? '', a.g]] : [])));
}

/** Size of one axis of a graph input; undefined if the size is not fixed. */
export function axisSize(graph: Graph, input: string, axis: number): number | undefined {
  const info = graph.input?.find((candidate) => candidate.name === input);
  // protobufjs gives a number, or a Long if it finds the package `long`.
  const value = info?.type?.tensorType?.shape?.dim?.[axis]?.dimValue;
  return value === null || value === undefined || Number(value) === 0 ? undefined : Number(value);
}
