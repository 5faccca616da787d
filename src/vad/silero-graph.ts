/**
 * Silero VAD v6, rewritten for runs of frames. The published graph takes one frame at a time behind several `If`s. This one
 * takes n consecutive frames in one pass: the convolutions see them as a batch, the LSTM as a sequence. Weights and
 * operations are the same (test/vad/silero-models.test.ts compares the two); it takes a third of the time.
 *
 *   frames [n, 576] float32, h [1, 1, 128], c [1, 1, 128]  ->  speech [n, 1, 1] 0..1, hn, cn
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
  const convolve = (input: string, output: string, layer: string, stride: number, pad: number): void => {
    const weight = floats(`${layer}.weight`, weightOf(`${layer}.weight`));
    const bias = floats(`${layer}.bias`, weightOf(`${layer}.bias`));
    add('Conv', [input, weight, bias], [output], { strides: [stride], pads: [pad, pad] });
  };

  add('Pad', ['frames', integers('pad', [0, 0, 0, 64])], ['padded'], { mode: 'reflect' });
  add('Unsqueeze', ['padded', integers('channel', [1])], ['wave']);
  const basis = floats('basis', weightOf('stft.forward_basis_buffer'));
  add('Conv', ['wave', basis], ['spectrum'], { strides: [128] });
  add('Split', ['spectrum', integers('halves', [BINS, BINS])], ['re', 'im'], { axis: 1 });
  add('Mul', ['re', 're'], ['re2']);
  add('Mul', ['im', 'im'], ['im2']);
  add('Add', ['re2', 'im2'], ['power']);
  add('Sqrt', ['power'], ['relu0']);
  [1, 2, 2, 1].forEach((stride, i) => {
    convolve(`relu${i}`, `conv${i}`, `encoder.${i}.reparam_conv`, stride, 1);
    add('Relu', [`conv${i}`], [`relu${i + 1}`]);
  });
  // [n, 128, 1] -> [n, 1, 128]: n steps of a batch of one.
  add('Transpose', ['relu4'], ['steps'], { perm: [0, 2, 1] });
  const lstm = lstmWeights(weightOf).map(([name, weight]) => floats(name, weight));
  add('LSTM', ['steps', ...lstm, '', 'h', 'c'], ['states', 'hn', 'cn'], { hidden_size: HIDDEN });
  // [n, 1, 1, 128] -> [n, 128, 1]
  add('Reshape', ['states', integers('columns', [-1, HIDDEN, 1])], ['column']);
  add('Relu', ['column'], ['active']);
  convolve('active', 'logit', 'decoder.decoder.2', 1, 0);
  add('Sigmoid', ['logit'], ['speech']);

  const state = (name: string) => valueInfo(name, FLOAT, [1, 1, HIDDEN]);
  return encodeModel(model, {
    name: 'silero-vad-v6-runs',
    node: nodes,
    initializer: constants,
    input: [valueInfo('frames', FLOAT, ['n', 576]), state('h'), state('c')],
    output: [valueInfo('speech', FLOAT, ['n', 1, 1]), state('hn'), state('cn')],
  });
}

type AddNode = (...node: Parameters<typeof makeNode>) => void;

interface Weight {
  readonly dims: number[];
  readonly data: Float32Array;
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
