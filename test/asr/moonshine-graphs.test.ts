/** The rewritten encoder against the published one, on the shipped recording. */
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { beforeAll, expect, it } from 'vitest';
import { buildMoonshineGraphs } from '../../src/asr/moonshine-graphs.js';
import { kernelContext } from '../../src/inference/session.js';
import { signedProductsAreExact } from '../../src/inference/signed-weights.js';
import { bookingCall, samplesOf } from '../helpers/recordings.js';

const FOLDER = 'moonshine-tiny-en';
const OPTIONS: InferenceSession.SessionOptions = { extra: { session: { disable_quant_qdq: '1' } } };
let published: Uint8Array;
let decoder: Uint8Array;
let audio: Tensor;

beforeAll(async () => {
  published = await kernelContext.modelBytes(`${FOLDER}/encoder_model`);
  decoder = await kernelContext.modelBytes(`${FOLDER}/decoder_model_merged`);
  const samples = await samplesOf(bookingCall, 4);
  audio = new Tensor(
    'float32',
    Float32Array.from(samples, (sample) => sample / 32_768),
    [1, samples.length],
  );
});

async function framesOf(encoder: Uint8Array): Promise<Float32Array> {
  const session = await kernelContext.createSession(encoder, OPTIONS);
  return (await session.run({ input_values: audio }, ['last_hidden_state'])).last_hidden_state!
    .data as Float32Array;
}

const rewritten = (signed: boolean) =>
  buildMoonshineGraphs(published, decoder, [2], () => [], signed).encoder;

it('hears what the published encoder hears, but for the rounding of its int8 steps', async () => {
  const [ours, theirs] = [await framesOf(rewritten(false)), await framesOf(published)];
  expect(ours).toHaveLength(theirs.length);
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  const cosine = dot(ours, theirs) / Math.sqrt(dot(ours, ours) * dot(theirs, theirs));
  expect(cosine).toBeGreaterThan(0.999);
});

it('gives the same bits with signed and unsigned weights', async (context) => {
  if (!(await signedProductsAreExact(kernelContext))) context.skip('signed products saturate here');
  expect(await framesOf(rewritten(true))).toEqual(await framesOf(rewritten(false)));
});
