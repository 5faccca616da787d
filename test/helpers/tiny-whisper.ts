/**
 * A Whisper in the standard export that writes one text whatever it hears: the files, inputs, outputs and branches of a real one
 * (optimum's export of `openai/whisper-*`), with one layer, one head and a table of which token follows which.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  encodeGraph,
  floatConstant,
  FLOAT,
  INT64,
  int64Constant,
  makeNode,
  valueInfo,
  type Constant,
  type Graph,
  type Node,
} from '../../src/inference/onnx/onnx-graph.js';
import { END, specialTokens } from '../../src/asr/whisper/special-tokens.js';

const VOCABULARY = 51_865;
const BANDS = 80;
const BOOL = 9;
/** Log-odds of the token that follows. */
const SURE = 20;

/**
 * Writes `encoder_model.onnx` and `decoder_model_merged.onnx`.
 * @param tokens of the text
 * @param ownFile true if the constants lie in files of their own, as those of a large export do
 */
export async function writeTinyWhisper(
  folder: string,
  tokens: readonly number[],
  ownFile = false,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, graph] of [
    ['encoder_model', encoder()],
    ['decoder_model_merged', decoder(tokens)],
  ] as const) {
    const file = path.join(folder, `${name}.onnx`);
    if (!ownFile) {
      await writeFile(file, encodeGraph(graph));
      continue;
    }
    const { initializer, data } = outside(graph.initializer!, `${name}.onnx_data`);
    await writeFile(file, encodeGraph({ ...graph, initializer }));
    await writeFile(`${file}_data`, data);
  }
}

/** The float constants as places in a file, and the bytes of that file. */
function outside(
  constants: readonly Constant[],
  location: string,
): { initializer: Constant[]; data: Uint8Array } {
  let offset = 0;
  const data: Uint8Array[] = [];
  const initializer = constants.map((constant) => {
    const { rawData, ...rest } = constant;
    if (!rawData) return constant;
    const place = { location, offset, length: rawData.length };
    offset += rawData.length;
    data.push(rawData);
    const externalData = Object.entries(place).map(([key, value]) => ({ key, value: String(value) }));
    return { ...rest, externalData, dataLocation: 1 };
  });
  return { initializer, data: Buffer.concat(data) };
}

function encoder(): Graph {
  return {
    name: 'encoder',
    input: [valueInfo('input_features', FLOAT, ['batch_size', BANDS, 3000])],
    output: [valueInfo('last_hidden_state', FLOAT, ['batch_size', 1500, 4])],
    initializer: [floatConstant('conv', [4, BANDS, 1], new Float32Array(4 * BANDS).fill(0.01))],
    node: [
      makeNode('Conv', ['input_features', 'conv'], ['frames'], { strides: [2] }),
      makeNode('Transpose', ['frames'], ['last_hidden_state'], { perm: [0, 2, 1] }),
    ],
  };
}

function decoder(tokens: readonly number[]): Graph {
  const kinds = ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'];
  const outputs = ['logits', ...kinds.map((kind) => `present.0.${kind}`)];
  const choice: Node = {
    ...makeNode('If', ['use_cache_branch'], outputs),
    attribute: [
      { name: 'then_branch', type: 5, g: branch(true) },
      { name: 'else_branch', type: 5, g: branch(false) },
    ],
  };
  return {
    name: 'decoder',
    input: [
      valueInfo('input_ids', INT64, ['batch_size', 'decoder_sequence_length']),
      valueInfo('encoder_hidden_states', FLOAT, ['batch_size', 'encoder_sequence_length', 4]),
      ...kinds.map((kind) =>
        valueInfo(`past_key_values.0.${kind}`, FLOAT, ['batch_size', 1, `${kind}_length`, 4]),
      ),
      valueInfo('use_cache_branch', BOOL, [1]),
    ],
    output: [
      valueInfo('logits', FLOAT, ['batch_size', 'decoder_sequence_length', VOCABULARY]),
      ...kinds.map((kind) => valueInfo(`present.0.${kind}`, FLOAT, ['batch_size', 1, `${kind}_axis`, 4])),
    ],
    initializer: [...follows(tokens), int64Constant('heads', [1])],
    node: [choice],
  };
}

/** Two tables whose product says which token follows which: the last of the prompt, then the text, then the end. */
function follows(tokens: readonly number[]): Constant[] {
  const chain = [specialTokens(VOCABULARY).prompt('de').at(-1)!, ...tokens, END];
  const width = chain.length - 1;
  const [from, to] = [new Float32Array(VOCABULARY * width), new Float32Array(width * VOCABULARY)];
  for (let i = 0; i < width; i++) {
    from[chain[i]! * width + i] = 1;
    to[i * VOCABULARY + chain[i + 1]!] = SURE;
  }
  return [
    floatConstant('from', [VOCABULARY, width], from),
    floatConstant('to', [width, VOCABULARY], to),
    floatConstant('state', [VOCABULARY, 4], new Float32Array(VOCABULARY * 4)),
  ];
}

/** With a cache the new states join the old ones, and the encoder's stay; without one the encoder's are made. */
function branch(hasPast: boolean): Graph {
  const name = hasPast ? 'with_past' : 'no_past';
  const states = ['key', 'value'].flatMap((part) => [
    makeNode('Unsqueeze', ['states', 'heads'], [`new.${part}`]),
    hasPast
      ? makeNode('Concat', [`past_key_values.0.decoder.${part}`, `new.${part}`], [`own.${part}`], { axis: 2 })
      : makeNode('Identity', [`new.${part}`], [`own.${part}`]),
    hasPast
      ? makeNode('Identity', [`past_key_values.0.encoder.${part}`], [`cross.${part}`])
      : makeNode('Unsqueeze', ['encoder_hidden_states', 'heads'], [`cross.${part}`]),
  ]);
  const outputs = ['branch.logits', 'own.key', 'own.value', 'cross.key', 'cross.value'];
  return {
    name,
    node: [
      makeNode('Gather', ['from', 'input_ids'], ['places']),
      makeNode('MatMul', ['places', 'to'], ['branch.logits']),
      makeNode('Gather', ['state', 'input_ids'], ['states']),
      ...states,
    ],
    output: outputs.map((output) => ({ name: output, type: { tensorType: { elemType: FLOAT } } })),
  };
}
