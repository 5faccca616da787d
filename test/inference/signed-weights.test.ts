/** Signed weights give the same integer sums as unsigned ones, wherever the probe allows them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Tensor } from 'onnxruntime-node';
import { expect, it } from 'vitest';
import {
  INT32,
  UINT8,
  decodeModel,
  encodeGraph,
  encodeModel,
  makeNode,
  valueInfo,
  type Graph,
  type Model,
} from '../../src/inference/onnx/onnx-graph.js';
import { kernelContext } from '../../src/inference/session.js';
import { signedInSession } from '../../src/inference/onnx/signed-in-session.js';
import { signedProductsAreExact, withSignedWeights } from '../../src/inference/onnx/signed-weights.js';

const DEPTH = 48;
const COLUMNS = 40;
const bytes = (length: number, step: number) => Uint8Array.from({ length }, (_, i) => (i * step + 7) % 256);

const unsigned: Graph = {
  name: 'product',
  node: [makeNode('MatMulInteger', ['a', 'weights', 'a_zero', 'zero'], ['sums'])],
  initializer: [
    { name: 'weights', dims: [DEPTH, COLUMNS], dataType: UINT8, rawData: bytes(DEPTH * COLUMNS, 37) },
    { name: 'zero', dims: [], dataType: UINT8, rawData: Uint8Array.of(113) },
    { name: 'a_zero', dims: [], dataType: UINT8, rawData: Uint8Array.of(90) },
  ],
  input: [valueInfo('a', UINT8, ['rows', DEPTH])],
  output: [valueInfo('sums', INT32, ['rows', COLUMNS])],
};

async function sumsOf(graph: Graph, rows: number, model?: Model): Promise<number[]> {
  const session = await kernelContext.createSession(model ? encodeModel(model, graph) : encodeGraph(graph));
  const a = new Tensor('uint8', bytes(rows * DEPTH, 101), [rows, DEPTH]);
  return [...((await session.run({ a })).sums!.data as Int32Array)];
}

it('moves every weight and the zero point by half the range', () => {
  const { node, initializer } = withSignedWeights(unsigned);
  const moved = (name: string) => initializer!.find((c) => c.name === name)!.rawData!;
  expect(node![0]!.input).toEqual(['a', 'weights/signed', 'a_zero', 'zero/signed']);
  expect(new Int8Array(moved('weights/signed'))[0]).toBe(7 - 128);
  expect(new Int8Array(moved('zero/signed'))[0]).toBe(113 - 128);
});

it('leaves weights that are read as something else alone', () => {
  const gather = { ...unsigned, node: [makeNode('Gather', ['weights', 'a'], ['sums'])] };
  expect(withSignedWeights(gather).node).toEqual(gather.node);
});

it('gives the same sums, for one row and for many, on a processor that passes the probe', async (context) => {
  if (!(await signedProductsAreExact(kernelContext))) {
    context.skip('this processor saturates products of signed weights: the models keep unsigned ones');
  }
  for (const rows of [1, 33]) {
    expect(await sumsOf(withSignedWeights(unsigned), rows)).toEqual(await sumsOf(unsigned, rows));
  }
});

const model: Model = { irVersion: 7, opsetImport: [{ domain: '', version: 14 }] };

it('has onnxruntime make the weights signed, also transposed ones: the same sums, even where they saturate', async () => {
  const made = signedInSession(model, unsigned);
  expect(made.graph.node!.map(({ opType }) => opType)).toEqual(['BitwiseXor', 'Cast', 'MatMulInteger']);
  const flipped = { ...unsigned.initializer![0]!, name: 'rows', dims: [COLUMNS, DEPTH] };
  const turn = makeNode('Transpose', ['rows'], ['weights'], { perm: [1, 0] });
  const turned: Graph = {
    ...unsigned,
    node: [turn, ...unsigned.node!],
    initializer: [flipped, ...unsigned.initializer!.slice(1)],
  };
  const columns = Uint8Array.from(
    { length: DEPTH * COLUMNS },
    (_, i) => flipped.rawData![(i % COLUMNS) * DEPTH + Math.floor(i / COLUMNS)]!,
  );
  const asTurned: Graph = {
    ...unsigned,
    initializer: [{ ...unsigned.initializer![0]!, rawData: columns }, ...unsigned.initializer!.slice(1)],
  };
  const both = signedInSession(model, turned);
  for (const rows of [1, 33]) {
    expect(await sumsOf(made.graph, rows, made.model)).toEqual(
      await sumsOf(withSignedWeights(unsigned), rows),
    );
    expect(await sumsOf(both.graph, rows, both.model)).toEqual(
      await sumsOf(withSignedWeights(asTurned), rows),
    );
  }
});

it('makes the weights signed beforehand where the newer operator set would change a node', () => {
  const mean = { opType: 'ReduceMean', input: ['sums'], output: ['mean'] };
  const made = signedInSession(model, { ...unsigned, node: [...unsigned.node!, mean] });
  expect(made.model).toBe(model);
  expect(made.graph.node!.map(({ opType }) => opType)).toEqual(['MatMulInteger', 'ReduceMean']);
  expect(made.graph.node![0]!.input![1]).toBe('weights/signed');
});

it('is no matter to the models that ship: their weights are unsigned, which no processor saturates', () => {
  const files = readdirSync('models', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.onnx'),
  );
  const shipped = files.map((file) => ({
    file,
    graph: decodeModel(readFileSync(path.join('models', file))).graph!,
  }));
  const signedIn = shipped.filter(({ graph }) => {
    const types = new Map(graph.initializer!.map(({ name, dataType }) => [name, dataType]));
    return graph.node!.some(
      ({ opType, input }) => opType === 'MatMulInteger' && types.get(input![1]) !== UINT8,
    );
  });
  expect(signedIn.map(({ file }) => file)).toEqual([]);
  expect(shipped.some(({ graph }) => graph.node!.some(({ opType }) => opType === 'MatMulInteger'))).toBe(
    true,
  );
});
