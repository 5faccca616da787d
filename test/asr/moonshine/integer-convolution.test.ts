/** The convolutions of the real encoder, as published and as integer products, on real speech. */
import { Tensor } from 'onnxruntime-node';
import { expect, it } from 'vitest';
import { withIntegerConvolutions } from '../../../src/asr/moonshine/integer-convolution.js';
import {
  decodeModel,
  encodeModel,
  FLOAT,
  neededFor,
  valueInfo,
} from '../../../src/inference/onnx/onnx-graph.js';
import { kernelContext } from '../../../src/inference/session.js';
import { bookingCall, samplesOf } from '../../helpers/recordings.js';

const LAST_CONVOLUTION = '/conv3/Conv_output_0';

const FOLDERS = ['moonshine-tiny-en', 'moonshine-base-en'];

it.each(FOLDERS)('gives the frames of %s to one part in a thousand', async (folder) => {
  const model = decodeModel(await kernelContext.modelBytes(`${folder}/encoder_model`));
  const samples = Float32Array.from(await samplesOf(bookingCall, 3), (sample) => sample / 32_768);
  const run = async (graph: typeof model.graph) => {
    const cut = {
      ...graph,
      node: neededFor(graph!.node!, [LAST_CONVOLUTION]).nodes,
      output: [valueInfo(LAST_CONVOLUTION, FLOAT, [1, 'width', 'frames'])],
    };
    const session = await kernelContext.createSession(encodeModel(model, cut));
    const feeds = { input_values: new Tensor('float32', samples, [1, samples.length]) };
    return (await session.run(feeds))[LAST_CONVOLUTION]!;
  };
  const published = await run(model.graph);
  const integers = withIntegerConvolutions(model.graph!);
  expect(integers.node!.filter((node) => node.opType === 'Conv')).toHaveLength(1);
  const ours = await run(integers);

  expect(ours.dims).toEqual(published.dims);
  const [a, b] = [ours.data as Float32Array, published.data as Float32Array];
  const power = (values: Float32Array) => values.reduce((sum, value) => sum + value * value, 0);
  const difference = a.map((value, i) => value - b[i]!);
  expect(Math.sqrt(power(difference) / power(b))).toBeLessThan(1e-3);
});
