/** The rewritten encoders against the published ones, on the shipped recording. */
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildMoonshineGraphs } from '../../../src/asr/moonshine/moonshine-graphs.js';
import type { ModelSource } from '../../../src/inference/model-source.js';
import { kernelContext } from '../../../src/inference/session.js';
import { signedProductsAreExact } from '../../../src/inference/onnx/signed-weights.js';
import { bookingCall, samplesOf } from '../../helpers/recordings.js';

const OPTIONS: InferenceSession.SessionOptions = { extra: { session: { disable_quant_qdq: '1' } } };

async function framesOf(encoder: Uint8Array, input: Tensor): Promise<Float32Array> {
  const session = await kernelContext.createSession(encoder, OPTIONS);
  return (await session.run({ input_values: input }, ['last_hidden_state'])).last_hidden_state!
    .data as Float32Array;
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

describe.each(['moonshine-tiny-en', 'moonshine-base-en'])('the encoder of %s', (folder) => {
  let published: ModelSource;
  let decoder: ModelSource;
  let audio: Tensor;

  beforeAll(async () => {
    published = await kernelContext.openModel(`${folder}/encoder_model`);
    decoder = await kernelContext.openModel(`${folder}/decoder_model_merged`);
    const samples = await samplesOf(bookingCall, 4);
    audio = new Tensor(
      'float32',
      Float32Array.from(samples, (sample) => sample / 32_768),
      [1, samples.length],
    );
  });

  const rewritten = (signed: boolean) =>
    buildMoonshineGraphs(published, decoder, [2], () => [], signed).encoder;

  it('is as near to the published encoder as that is to itself with the sound a thousandth louder', async () => {
    const louder = new Tensor(
      'float32',
      (audio.data as Float32Array).map((sample) => sample * 1.001),
      audio.dims,
    );
    const theirs = await framesOf(published.bytes, audio);
    const ours = await framesOf(rewritten(false), audio);
    expect(ours).toHaveLength(theirs.length);
    const rounding = 1 - cosine(await framesOf(published.bytes, louder), theirs);
    expect(1 - cosine(ours, theirs)).toBeLessThan(2 * rounding);
  });

  it('gives the same bits with signed and unsigned weights', async (context) => {
    if (!(await signedProductsAreExact(kernelContext))) context.skip('signed products saturate here');
    expect(await framesOf(rewritten(true), audio)).toEqual(await framesOf(rewritten(false), audio));
  });
});
