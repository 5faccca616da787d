/**
 * Turns the weights of integer matrix products into signed ones. On processors with int8 dot products (AVX-512 VNNI, AMX, Arm) a
 * product of unsigned activations and signed weights is three to five times as fast as one with unsigned weights, and its sums are
 * the same integers. Older processors (AVX2) add pairs in 16 bits and saturate. A probe product finds that out, and the weights
 * then stay unsigned.
 */
import {
  INT32,
  INT8,
  UINT8,
  bytesOf,
  decodeModel,
  encodeGraph,
  encodeModel,
  makeNode,
  valueInfo,
  type Constant,
  type Graph,
} from './onnx-graph.js';
import type { InferenceSession } from 'onnxruntime-node';
import type { KernelContext } from '../kernel.js';

/** Depth and width of the probe product. Chosen by hand. */
const PROBE_DEPTH = 64;
const PROBE_COLUMNS = 64;

/** The graph with the uint8 weights and zero points of `MatMulInteger` as int8: each value minus 128. */
export function withSignedWeights(graph: Graph): Graph {
  const constants = new Map((graph.initializer ?? []).map((c) => [c.name ?? '', c]));
  const signed = new Map<string, Constant>();
  const node = (graph.node ?? []).map((node) => {
    const [left, weights, leftZero, zero] = node.input ?? [];
    if (node.opType !== 'MatMulInteger' || !weights || !leftZero || !zero) return node;
    if (constants.get(weights)?.dataType !== UINT8 || constants.get(zero)?.dataType !== UINT8) return node;
    for (const name of [weights, zero]) {
      if (!signed.has(name)) signed.set(name, toSigned(constants.get(name)!));
    }
    return { ...node, input: [left!, signed.get(weights)!.name!, leftZero, signed.get(zero)!.name!] };
  });
  return { ...graph, node, initializer: [...(graph.initializer ?? []), ...signed.values()] };
}

/** The graph with signed weights if this processor multiplies them exactly; otherwise the same graph. */
export async function withFastWeights(graph: Graph, context: KernelContext): Promise<Graph> {
  return (await signedProductsAreExact(context)) ? withSignedWeights(graph) : graph;
}

/** A session on a model file, with signed weights if this processor multiplies them exactly. */
export async function fastSession(
  id: string,
  context: KernelContext,
  options?: InferenceSession.SessionOptions,
): Promise<InferenceSession> {
  if (!(await signedProductsAreExact(context))) return context.modelSession(id, options);
  const source = await context.openModel(id);
  const model = decodeModel(source.bytes);
  const bytes = encodeModel(model, withSignedWeights(model.graph!), [source]);
  source.release();
  return context.createSession(bytes, options);
}

let exact: Promise<boolean> | undefined;

/** True if this processor's products of uint8 and int8 do not saturate, neither for one row nor for 32. Found out once a thread. */
export function signedProductsAreExact(context: KernelContext): Promise<boolean> {
  exact ??= probe(context);
  exact.catch(() => (exact = undefined));
  return exact;
}

async function probe(context: KernelContext): Promise<boolean> {
  const { Tensor } = await import('onnxruntime-node');
  const session = await context.createSession(probeModel());
  for (const rows of [1, 32]) {
    const a = new Tensor('uint8', new Uint8Array(rows * PROBE_DEPTH).fill(255), [rows, PROBE_DEPTH]);
    const sums = (await session.run({ a })).sums!.data as Int32Array;
    if (sums.some((sum) => sum !== 255 * 127 * PROBE_DEPTH)) return false;
  }
  return true;
}

function probeModel(): Uint8Array {
  const rawData = new Uint8Array(PROBE_DEPTH * PROBE_COLUMNS).fill(127);
  return encodeGraph({
    name: 'signed_products',
    node: [makeNode('MatMulInteger', ['a', 'b'], ['sums'])],
    initializer: [{ name: 'b', dims: [PROBE_DEPTH, PROBE_COLUMNS], dataType: INT8, rawData }],
    input: [valueInfo('a', UINT8, ['rows', PROBE_DEPTH])],
    output: [valueInfo('sums', INT32, ['rows', PROBE_COLUMNS])],
  });
}

/** A uint8 constant as int8: each value minus 128, which flips its highest bit. */
export function toSigned(constant: Constant): Constant {
  // A copy, because the decoder gives views of the model's own bytes.
  const rawData = new Uint8Array(bytesOf(constant));
  // Four bytes at a time, because a model has up to 60 MB of weights.
  const fours = new Uint32Array(rawData.buffer, 0, rawData.length >> 2);
  for (let i = 0; i < fours.length; i++) fours[i]! ^= 0x80808080;
  for (let i = 4 * fours.length; i < rawData.length; i++) rawData[i]! ^= 0x80;
  return { name: `${constant.name}/signed`, dims: constant.dims, dataType: INT8, rawData };
}
