/**
 * Silero VAD v6, rewritten for runs of frames. The published graph takes one frame at a time behind several `If`s. This one
 * takes n consecutive frames in one pass: each convolution is one matrix product over the windows of all frames, the LSTM sees a
 * sequence. The weights are the same (test/vad/silero-models.test.ts compares the two).
 *
 *   samples [64 + n * 512] float32, h [1, 1, 128], c [1, 1, 128]  ->  speech [n, 1] 0..1, hn, cn
 */
import { TurnwireError } from '../protocol/errors.js';
import {
  branchesOf,
  decodeModel,
  encodeModel,
  FLOAT,
  floatConstant,
  int64Constant,
  makeNode,
  valueInfo,
  type Constant,
  type Node,
} from '../inference/onnx/onnx-graph.js';

/** Samples of a frame, and those before it that belong to its spectra. */
const FRAME = 512;
const CONTEXT = 64;
/** Samples between two spectra of a frame. */
const HOP = 128;
const HIDDEN = 128;
const BINS = 129;
/** The published graph's branch for 16 kHz. */
const BRANCH_16K = 'then_branch';

export function buildSileroGraph(published: Uint8Array): Uint8Array {
  const model = decodeModel(published);
  const weightOf = weightReader(model.graph?.node ?? []);
  const nodes: Node[] = [];
  const constants: Constant[] = [];
  const add: AddNode = (...node) => void nodes.push(makeNode(...node));
  const floats = (name: string, { dims, data }: Weight): string => {
    constants.push(floatConstant(name, dims, data));
    return name;
  };
  const integers = (name: string, values: number[]): string => {
    constants.push(int64Constant(name, values));
    return name;
  };
  /** A convolution along time whose windows are the rows of `input`: `taps` of its kernel times the frame's numbers. */
  const convolve = (input: string, output: string, layer: string, taps: readonly number[]): void => {
    const weight = floats(`${layer}.weight`, tapsOf(weightOf(`${layer}.weight`), taps));
    const bias = floats(`${layer}.bias`, weightOf(`${layer}.bias`));
    add('Gemm', [input, weight, bias], [output]);
  };
  /** `[n, times, width]` to rows of `count` neighbouring times, one row for each of `starts`. */
  const windows = (
    input: string,
    output: string,
    starts: readonly number[],
    count: number,
    width: number,
  ) => {
    const parts = starts.map((start) => {
      const part = `${output}/${start}`;
      const range = [integers(`${part}/from`, [start]), integers(`${part}/to`, [start + count])];
      add('Slice', [input, ...range, 'time'], [part]);
      add('Reshape', [part, integers(`${part}/row`, [-1, 1, count * width])], [`${part}/flat`]);
      return `${part}/flat`;
    });
    add('Concat', parts, [`${output}/stacked`], { axis: 1 });
    add('Reshape', [`${output}/stacked`, integers(`${output}/rows`, [-1, count * width])], [output]);
  };
  /** Rows to `[n, times, width]`, with a frame of zeros before the first and `after` behind the last. */
  const timed = (input: string, output: string, times: number, width: number, after: number) => {
    add('Reshape', [input, integers(`${output}/shape`, [-1, times, width])], [`${output}/timed`]);
    add('Pad', [`${output}/timed`, integers(`${output}/pad`, [0, 1, 0, 0, after, 0])], [output]);
  };

  integers('time', [1]);
  integers('first', [0]);
  // A frame and the 64 samples before it, side by side.
  add('Slice', ['samples', integers('context', [CONTEXT]), integers('end', [2 ** 31 - 1])], ['own']);
  add('Reshape', ['own', integers('frame', [-1, FRAME])], ['own/rows']);
  add('Slice', ['samples', 'first', integers('last', [-CONTEXT])], ['earlier']);
  add('Reshape', ['earlier', 'frame'], ['earlier/rows']);
  add('Slice', ['earlier/rows', 'first', 'context', 'time'], ['before']);
  add('Concat', ['before', 'own/rows'], ['frames'], { axis: 1 });
  add('Pad', ['frames', integers('pad', [0, 0, 0, 64])], ['padded'], { mode: 'reflect' });
  add('Reshape', ['padded', integers('hops', [-1, 5, HOP])], ['wave']);
  windows('wave', 'spectra', [0, 1, 2, 3], 2, HOP);
  const basis = floats('basis', tapsOf(weightOf('stft.forward_basis_buffer'), range(2 * HOP)));
  add('MatMul', ['spectra', basis], ['spectrum']);
  add('Split', ['spectrum', integers('halves', [BINS, BINS])], ['re', 'im'], { axis: 1 });
  add('Mul', ['re', 're'], ['re2']);
  add('Mul', ['im', 'im'], ['im2']);
  add('Add', ['re2', 'im2'], ['power']);
  add('Sqrt', ['power'], ['magnitude']);
  timed('magnitude', 'times0', 4, BINS, 1);
  windows('times0', 'rows0', [0, 1, 2, 3], 3, BINS);
  convolve('rows0', 'conv0', 'encoder.0.reparam_conv', [0, 1, 2]);
  add('Relu', ['conv0'], ['relu0']);
  timed('relu0', 'times1', 4, HIDDEN, 0);
  windows('times1', 'rows1', [0, 2], 3, HIDDEN);
  convolve('rows1', 'conv1', 'encoder.1.reparam_conv', [0, 1, 2]);
  add('Relu', ['conv1'], ['relu1']);
  // The one window of the third convolution begins with the padding, that of the fourth also ends with it: those taps meet zeros.
  add('Reshape', ['relu1', integers('pair', [-1, HIDDEN])], ['rows2']);
  convolve('rows2', 'conv2', 'encoder.2.reparam_conv', [1, 2]);
  add('Relu', ['conv2'], ['relu2']);
  convolve('relu2', 'conv3', 'encoder.3.reparam_conv', [1]);
  add('Relu', ['conv3'], ['relu3']);
  // [n, 128] -> [n, 1, 128]: n steps of a batch of one.
  add('Reshape', ['relu3', integers('steps', [-1, 1, HIDDEN])], ['steps/in']);
  const lstm = lstmWeights(weightOf).map(([name, weight]) => floats(name, weight));
  add('LSTM', ['steps/in', ...lstm, '', 'h', 'c'], ['states', 'hn', 'cn'], { hidden_size: HIDDEN });
  // [n, 1, 1, 128] -> [n, 128]
  add('Reshape', ['states', integers('columns', [-1, HIDDEN])], ['column']);
  add('Relu', ['column'], ['active']);
  convolve('active', 'logit', 'decoder.decoder.2', [0]);
  add('Sigmoid', ['logit'], ['speech']);

  const state = (name: string) => valueInfo(name, FLOAT, [1, 1, HIDDEN]);
  return encodeModel(model, {
    name: 'silero-vad-v6-runs',
    node: nodes,
    initializer: constants,
    input: [valueInfo('samples', FLOAT, ['samples']), state('h'), state('c')],
    output: [valueInfo('speech', FLOAT, ['n', 1]), state('hn'), state('cn')],
  });
}

type AddNode = (...node: Parameters<typeof makeNode>) => void;

interface Weight {
  readonly dims: number[];
  readonly data: Float32Array;
}

/** `[out, in, kernel]` to `[taps * in, out]`: the matrix that rows of windows are multiplied by. */
function tapsOf({ dims, data }: Weight, taps: readonly number[]): Weight {
  const [out, channels, kernel] = dims as [number, number, number];
  const matrix = new Float32Array(taps.length * channels * out);
  taps.forEach((tap, t) => {
    for (let c = 0; c < channels; c += 1)
      for (let o = 0; o < out; o += 1)
        matrix[(t * channels + c) * out + o] = data[(o * channels + c) * kernel + tap]!;
  });
  return { dims: [taps.length * channels, out], data: matrix };
}

function range(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}

/** The LSTM's weights with its gates in ONNX's order i o f c; PyTorch's is i f g o. */
function lstmWeights(weightOf: (name: string) => Weight): [string, Weight][] {
  const gates = (name: string): Float32Array => {
    const { data } = weightOf(`decoder.rnn.${name}`);
    const size = data.length / 4;
    const ordered = new Float32Array(data.length);
    [0, 3, 1, 2].forEach((from, to) => ordered.set(data.subarray(from * size, (from + 1) * size), to * size));
    return ordered;
  };
  const bias = Float32Array.from([...gates('bias_ih'), ...gates('bias_hh')]);
  return [
    ['lstm.w', { dims: [1, 4 * HIDDEN, HIDDEN], data: gates('weight_ih') }],
    ['lstm.r', { dims: [1, 4 * HIDDEN, HIDDEN], data: gates('weight_hh') }],
    ['lstm.b', { dims: [1, 8 * HIDDEN], data: bias }],
  ];
}

/** Finds weights of the 16 kHz branch by the end of their names. */
function weightReader(nodes: readonly Node[]): (name: string) => Weight {
  const byRate = nodes.find((node) => node.opType === 'If');
  const branch = byRate && branchesOf(byRate)[BRANCH_16K];
  return (name) => {
    const tensor = branch?.node?.find((node) => node.output?.[0]?.endsWith(`__${name}`))?.attribute?.[0]?.t;
    const raw = tensor?.rawData;
    if (!raw)
      throw new TurnwireError('model', 'model_damaged', `the Silero VAD file has no weight '${name}'`);
    return {
      dims: (tensor.dims ?? []).map(Number),
      data: new Float32Array(
        raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength) as ArrayBuffer,
      ),
    };
  };
}
