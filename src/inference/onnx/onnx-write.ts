/**
 * An ONNX model as the bytes of its file. The bytes of its constants, up to 60 MB, are copied once, straight to their place;
 * protobufjs, which writes all else, would copy them some four times.
 */
import type { Type } from 'protobufjs/light.js';
import { GraphProto, ModelProto, TensorProto, type Constant, type Graph, type Model } from './onnx-schema.js';

/** Wire type of protobuf: a length, and as many bytes. */
const LENGTH_DELIMITED = 2;

/** @param model its own graph is not looked at */
export function modelBytes(model: Model, graph: Graph): Uint8Array {
  const { initializer, ...rest } = graph;
  const constants = (initializer ?? []).map(constantParts);
  const parts = [
    GraphProto.encode(rest).finish(),
    ...constants.flatMap((constant) => field(GraphProto, 'initializer', constant)),
  ];
  const own = ModelProto.encode({ ...model, graph: undefined }).finish();
  return Buffer.concat([own, ...field(ModelProto, 'graph', parts)]);
}

function constantParts({ rawData, ...rest }: Constant): Uint8Array[] {
  const own = TensorProto.encode(rest).finish();
  return rawData?.length ? [own, ...field(TensorProto, 'rawData', [rawData])] : [own];
}

function field(message: Type, name: string, parts: readonly Uint8Array[]): Uint8Array[] {
  const { id } = message.fields[name]!;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [Uint8Array.of(...varint(id * 8 + LENGTH_DELIMITED), ...varint(length)), ...parts];
}

/** Seven bits a byte, the lowest first. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
