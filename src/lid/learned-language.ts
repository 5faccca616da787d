/**
 * Our language head as a kernel. Moonshine's encoder, cut after its fourth layer, hears the window; a linear head of ours
 * on the mean of its frames gives probabilities. Trained by training/lid; card and measurements in
 * models/lid-head/README.md.
 */
import { Tensor } from 'onnxruntime-node';
import { moonshineUpTo } from '../inference/cut-model.js';
import { defineKernel } from '../inference/kernel.js';

export const LANGUAGE_HEAD_MODEL = 'lid-head';
/** Encoder activation that the head reads, `[1, frames, 288]`. */
const TAP = '/layers.3/Add_1_output_0';
/** Shortest audio the encoder takes, samples. */
const LEAST_SAMPLES = 1_600;

/** Input `[samples]` 16 kHz, -1..1; output `[15]` probabilities: the 14 languages as in protocol/languages.ts, then other. */
export const learnedLanguage = defineKernel<Float32Array, Float32Array>('lid.learned', async (context) => {
  const encoder = await moonshineUpTo(TAP, context);
  const head = await context.createSession(await context.modelBytes(LANGUAGE_HEAD_MODEL));
  return async (audio) => {
    const samples = new Float32Array(Math.max(audio.length, LEAST_SAMPLES));
    samples.set(audio);
    const outputs = await encoder.run({ input_values: new Tensor('float32', samples, [1, samples.length]) });
    const { probabilities } = await head.run({ frames: outputs[TAP]! });
    return Float32Array.from(probabilities!.data as Float32Array);
  };
});
