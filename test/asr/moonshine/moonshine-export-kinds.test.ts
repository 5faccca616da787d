/** Exports that hold their word table in another form, as the float ones do: the graph's own projection is used. */
import { expect, it } from 'vitest';
import { EOS } from '../../../src/asr/moonshine/tokens.js';
import { greedyDecode } from '../../../src/asr/moonshine/greedy-decode.js';
import { MoonshineModel } from '../../../src/asr/moonshine/moonshine-model.js';
import { branchesOf, decodeModel, encodeModel, type Graph } from '../../../src/inference/onnx/onnx-graph.js';
import type { ModelSource } from '../../../src/inference/model-source.js';
import { kernelContext } from '../../../src/inference/session.js';
import { bookingCall, samplesOf } from '../../helpers/recordings.js';

const TABLE = 'model.decoder.embed_tokens.weight_merged_0_quantized';

/** The published decoder with its word table under a name that tells nothing. */
async function openModel(id: string): Promise<ModelSource> {
  const source = await kernelContext.openModel(id);
  if (!id.endsWith('decoder_model_merged')) return source;
  const { bytes } = source;
  const model = decodeModel(bytes);
  const renamed = (graph: Graph): void => {
    for (const constant of graph.initializer ?? []) if (constant.name === TABLE) constant.name = 'words';
    for (const node of graph.node ?? []) {
      node.input = node.input?.map((name) => (name === TABLE ? 'words' : name));
      Object.values(branchesOf(node)).forEach(renamed);
    }
  };
  renamed(model.graph!);
  return { path: '', bytes: encodeModel(model, model.graph!), release: () => {} };
}

it('decodes the same words without the integer projection', async () => {
  const audio = Float32Array.from(await samplesOf(bookingCall, 4), (sample) => sample / 32_768);
  const decode = async (context: typeof kernelContext) => {
    const model = await MoonshineModel.load(context, 'moonshine-tiny-en', [EOS]);
    const options = { prefix: [], draft: [], forbidEmpty: true, wantRows: false, seconds: 4, language: 'en' };
    return (await greedyDecode(model, await model.encode(audio), options)).tokens;
  };
  const tokens = await decode({ ...kernelContext, openModel });
  expect(tokens.length).toBeGreaterThan(5);
  expect(tokens).toEqual(await decode(kernelContext));
});
