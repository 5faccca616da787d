/** ONNX files read and written again: nothing an inference needs may be lost on the way. */
import { describe, expect, it } from 'vitest';
import { readModel } from '../../src/inference/catalogue.js';
import {
  decodeModel,
  encodeGraph,
  encodeModel,
  floatScalar,
  int64Constant,
  makeNode,
  neededFor,
  valueInfo,
  FLOAT,
} from '../../src/inference/onnx/onnx-graph.js';

describe('onnx graphs', () => {
  it('keeps zeros, negative and 64-bit numbers, names and sizes', () => {
    const bytes = encodeGraph({
      name: 'small',
      node: [makeNode('Gather', ['x', 'index'], ['y'], { axis: 0 }), makeNode('Add', ['y', 'one'], ['z'])],
      initializer: [int64Constant('index', [-1, 2 ** 31 - 1]), floatScalar('one', 0)],
      input: [valueInfo('x', FLOAT, ['n', 3])],
      output: [valueInfo('z', FLOAT, [1])],
    });
    const { graph, opsetImport } = decodeModel(bytes);
    const axis = graph!.node![0]!.attribute![0]!;
    expect(axis.name).toBe('axis');
    // On the object itself: a zero that was not written would come from the prototype.
    expect(Object.hasOwn(axis, 'i') && Number(axis.i)).toBe(0);
    expect(graph!.initializer![0]!.int64Data!.map(Number)).toEqual([-1, 2 ** 31 - 1]);
    expect(graph!.initializer![1]!.floatData).toEqual([0]);
    expect(Object.hasOwn(opsetImport![0]!, 'domain') && opsetImport![0]!.domain).toBe('');
    const [n, three] = graph!.input![0]!.type!.tensorType!.shape!.dim!;
    expect([n!.dimParam, Number(three!.dimValue)]).toEqual(['n', 3]);
  });

  it('reads and writes a whole model: every byte of its constants, the same bytes the second time', async () => {
    const bytes = await readModel('voice-lstm');
    const model = decodeModel(bytes);
    const written = encodeModel(model, model.graph!);
    const again = decodeModel(written);
    expect(
      Buffer.compare(encodeModel({ ...again, opsetImport: model.opsetImport }, again.graph!), written),
    ).toBe(0);
    const inNodes = again.graph!.node!.flatMap(({ attribute }) => (attribute ?? []).map(({ t }) => t ?? {}));
    const constants = [...again.graph!.initializer!, ...inNodes];
    const held = constants.reduce((sum, { rawData }) => sum + (rawData?.length ?? 0), 0);
    expect(held).toBeGreaterThan(bytes.length * 0.9);
    const outputs = again.graph!.output!.map((output) => output.name!);
    expect(neededFor(again.graph!.node!, outputs).nodes).toHaveLength(model.graph!.node!.length);
  });
});
