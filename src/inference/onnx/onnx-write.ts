/**
 * Writes an ONNX model as the bytes of its file. The constants, up to 60 MB, are copied once, straight to their place; protobufjs,
 * which writes everything else, would copy them about four times. Large constants of a published file are not copied at all: the new
 * file says where they lie.
 */
import type { Type } from 'protobufjs/light.js';
import { placeOf, type ModelSource } from '../model-source.js';
import { GraphProto, ModelProto, TensorProto, type Constant, type Graph, type Model } from './onnx-schema.js';

/** Protobuf wire type of a field that is a length and as many bytes. */
const LENGTH_DELIMITED = 2;
/** Constants of fewer bytes are copied. Chosen by hand: onnxruntime maps every other one by itself. */
const LEAST_REFERENCED = 16_384;
/** `dataLocation` of a constant whose data is in another file. */
const EXTERNAL = 1;

/**
 * @param model everything but the graph
 * @param graph replaces the graph of `model`
 * @param sources files that large constants may stay in
 */
export function modelBytes(model: Model, graph: Graph, sources: readonly ModelSource[] = []): Uint8Array {
  const { initializer, ...rest } = graph;
  const constants = (initializer ?? []).map((constant) => constantParts(constant, sources));
  const parts = [
    GraphProto.encode(rest).finish(),
    ...constants.flatMap((constant) => field(GraphProto, 'initializer', constant)),
  ];
  const own = ModelProto.encode({ ...model, graph: undefined }).finish();
  return Buffer.concat([own, ...field(ModelProto, 'graph', parts)]);
}

function constantParts({ rawData, ...rest }: Constant, sources: readonly ModelSource[]): Uint8Array[] {
  const place = rawData && rawData.length >= LEAST_REFERENCED ? placeOf(rawData, sources) : undefined;
  if (place) {
    const externalData = Object.entries(place).map(([key, value]) => ({ key, value: String(value) }));
    return [TensorProto.encode({ ...rest, externalData, dataLocation: EXTERNAL }).finish()];
  }
  const own = TensorProto.encode(rest).finish();
  return rawData?.length ? [own, ...field(TensorProto, 'rawData', [rawData])] : [own];
}

function field(message: Type, name: string, parts: readonly Uint8Array[]): Uint8Array[] {
  const { id } = message.fields[name]!;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [Uint8Array.of(...varint(id * 8 + LENGTH_DELIMITED), ...varint(length)), ...parts];
}

/** Protobuf's variable-length integer: seven bits in each byte, the lowest first. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
