/**
 * The ONNX file format as protobufjs reads it: field numbers and types of onnx.proto (onnx.ai, Apache-2.0) for the messages of an
 * inference model. Fields that are not listed here (training, sharding, documentation) are dropped when a model is read.
 */
import protobuf from 'protobufjs/light.js';

type Numbers = readonly (number | { toString(): string })[];

export interface Graph {
  name?: string | null;
  node?: Node[] | null;
  initializer?: Constant[] | null;
  input?: ValueInfo[] | null;
  output?: ValueInfo[] | null;
}

export interface Node {
  name?: string | null;
  opType?: string | null;
  domain?: string | null;
  input?: string[] | null;
  output?: string[] | null;
  attribute?: Attribute[] | null;
}

export interface Attribute {
  name?: string | null;
  type?: number | null;
  f?: number | null;
  i?: number | { toString(): string } | null;
  s?: Uint8Array | null;
  t?: Constant | null;
  g?: Graph | null;
  floats?: number[] | null;
  ints?: Numbers | null;
}

/** A tensor in the file. 64-bit numbers may be `Long` objects; `Number()` converts both. */
export interface Constant {
  name?: string | null;
  dims?: Numbers | null;
  dataType?: number | null;
  rawData?: Uint8Array | null;
  floatData?: number[] | null;
  int32Data?: number[] | null;
  int64Data?: Numbers | null;
  /** Where the data lies if it is not in this file: `location`, `offset` and `length`, with `dataLocation` 1. */
  externalData?: { key: string; value: string }[] | null;
  dataLocation?: number | null;
}

export interface ValueInfo {
  name?: string | null;
  type?: {
    tensorType?: {
      elemType?: number | null;
      shape?: { dim?: { dimValue?: unknown; dimParam?: string | null }[] | null } | null;
    } | null;
  } | null;
}

export interface Model {
  irVersion?: number | { toString(): string } | null;
  opsetImport?: { domain?: string | null; version?: number | { toString(): string } | null }[] | null;
  graph?: Graph | null;
}

/** Number and type of a field; for a repeated field also how its values are written. */
type Field = readonly [id: number, type: string, repeated?: 'repeated' | 'packed'];

const MESSAGES: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  ModelProto: {
    irVersion: [1, 'int64'],
    producerName: [2, 'string'],
    producerVersion: [3, 'string'],
    domain: [4, 'string'],
    modelVersion: [5, 'int64'],
    graph: [7, 'GraphProto'],
    opsetImport: [8, 'OperatorSetIdProto', 'repeated'],
    metadataProps: [14, 'StringStringEntryProto', 'repeated'],
    functions: [25, 'FunctionProto', 'repeated'],
  },
  GraphProto: {
    node: [1, 'NodeProto', 'repeated'],
    name: [2, 'string'],
    initializer: [5, 'TensorProto', 'repeated'],
    input: [11, 'ValueInfoProto', 'repeated'],
    output: [12, 'ValueInfoProto', 'repeated'],
    valueInfo: [13, 'ValueInfoProto', 'repeated'],
    quantizationAnnotation: [14, 'TensorAnnotation', 'repeated'],
    sparseInitializer: [15, 'SparseTensorProto', 'repeated'],
  },
  NodeProto: {
    input: [1, 'string', 'repeated'],
    output: [2, 'string', 'repeated'],
    name: [3, 'string'],
    opType: [4, 'string'],
    attribute: [5, 'AttributeProto', 'repeated'],
    domain: [7, 'string'],
    overload: [8, 'string'],
  },
  AttributeProto: {
    name: [1, 'string'],
    f: [2, 'float'],
    i: [3, 'int64'],
    s: [4, 'bytes'],
    t: [5, 'TensorProto'],
    g: [6, 'GraphProto'],
    floats: [7, 'float', 'repeated'],
    ints: [8, 'int64', 'repeated'],
    strings: [9, 'bytes', 'repeated'],
    tensors: [10, 'TensorProto', 'repeated'],
    graphs: [11, 'GraphProto', 'repeated'],
    tp: [14, 'TypeProto'],
    typeProtos: [15, 'TypeProto', 'repeated'],
    type: [20, 'int32'],
    refAttrName: [21, 'string'],
    sparseTensor: [22, 'SparseTensorProto'],
    sparseTensors: [23, 'SparseTensorProto', 'repeated'],
  },
  TensorProto: {
    dims: [1, 'int64', 'repeated'],
    dataType: [2, 'int32'],
    floatData: [4, 'float', 'packed'],
    int32Data: [5, 'int32', 'packed'],
    stringData: [6, 'bytes', 'repeated'],
    int64Data: [7, 'int64', 'packed'],
    name: [8, 'string'],
    rawData: [9, 'bytes'],
    doubleData: [10, 'double', 'packed'],
    uint64Data: [11, 'uint64', 'packed'],
    externalData: [13, 'StringStringEntryProto', 'repeated'],
    dataLocation: [14, 'int32'],
  },
  SparseTensorProto: {
    values: [1, 'TensorProto'],
    indices: [2, 'TensorProto'],
    dims: [3, 'int64', 'repeated'],
  },
  ValueInfoProto: { name: [1, 'string'], type: [2, 'TypeProto'] },
  TypeProto: {
    tensorType: [1, 'TensorType'],
    sequenceType: [4, 'ElementType'],
    mapType: [5, 'MapType'],
    denotation: [6, 'string'],
    sparseTensorType: [8, 'TensorType'],
    optionalType: [9, 'ElementType'],
  },
  TensorType: { elemType: [1, 'int32'], shape: [2, 'TensorShapeProto'] },
  ElementType: { elemType: [1, 'TypeProto'] },
  MapType: { keyType: [1, 'int32'], valueType: [2, 'TypeProto'] },
  TensorShapeProto: { dim: [1, 'Dimension', 'repeated'] },
  Dimension: { dimValue: [1, 'int64'], dimParam: [2, 'string'], denotation: [3, 'string'] },
  TensorAnnotation: {
    tensorName: [1, 'string'],
    quantParameterTensorNames: [2, 'StringStringEntryProto', 'repeated'],
  },
  OperatorSetIdProto: { domain: [1, 'string'], version: [2, 'int64'] },
  StringStringEntryProto: { key: [1, 'string'], value: [2, 'string'] },
  FunctionProto: {
    name: [1, 'string'],
    input: [4, 'string', 'repeated'],
    output: [5, 'string', 'repeated'],
    attribute: [6, 'string', 'repeated'],
    node: [7, 'NodeProto', 'repeated'],
    opsetImport: [9, 'OperatorSetIdProto', 'repeated'],
    domain: [10, 'string'],
    attributeProto: [11, 'AttributeProto', 'repeated'],
    valueInfo: [12, 'ValueInfoProto', 'repeated'],
    overload: [13, 'string'],
  },
};

// ONNX uses proto2, which keeps a zero that was written: `axis: 0` differs from no axis.
const root = protobuf.Root.fromJSON({
  nested: Object.fromEntries(
    Object.entries(MESSAGES).map(([message, fields]) => [
      message,
      { edition: 'proto2', fields: mapped(fields) },
    ]),
  ),
});

/** The message that a model file holds. */
export const ModelProto = root.lookupType('ModelProto');
export const GraphProto = root.lookupType('GraphProto');
export const TensorProto = root.lookupType('TensorProto');

function mapped(fields: Readonly<Record<string, Field>>): Record<string, protobuf.IField> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, [id, type, repeated]]) => [
      name,
      {
        id,
        type,
        ...(repeated && { rule: 'repeated' }),
        ...(repeated === 'packed' && { options: { packed: true } }),
      },
    ]),
  );
}
