/**
 * Our language networks as a kernel. Two of them read the window: our language encoder, a small transformer
 * (models/language-encoder/README.md), and Moonshine's encoder, cut after its fourth layer, with a linear head of ours on the mean and
 * the deviation of its frames (models/lid-head/README.md). Both were trained by training/lid.
 */
import { Tensor } from 'onnxruntime-node';
import { moonshineLayer, moonshineUpTo } from '../networks/shared-encoders.js';
import { defineKernel } from '../inference/kernel.js';
import { fastSession } from '../inference/onnx/signed-weights.js';
import { combineDistributions } from './combine-distributions.js';

/** Encoder activations that the head reads, `[1, frames, 288]`. */
const FOURTH = moonshineLayer(3);
/** Shortest audio that Moonshine's encoder takes, samples; shorter audio is filled up with zeros. */
const LEAST_SAMPLES = 1_600;
/** Longest audio that the language encoder takes, samples; of longer audio the end counts. */
const MOST_SAMPLES = 48_000;
/**
 * Flattens the product of both distributions. Fitted on sources that the heads were not fitted on, by training/lid
 * (models/language-encoder/README.md). Raising it: less sure.
 */
const TEMPERATURE = 1.5;

/** Input `[samples]` 16 kHz, -1..1; output `[15]` probabilities: the 14 languages as in protocol/languages.ts, then other. */
export const learnedLanguage = defineKernel<Float32Array, Float32Array>(
  { name: 'lid.learned', lane: 'long' },
  async (context) => {
    const encoder = await moonshineUpTo([FOURTH], context);
    const head = await context.modelSession('lid-head');
    const languageEncoder = await fastSession('language-encoder', context);
    return async (audio) => {
      const window = audio.subarray(Math.max(0, audio.length - MOST_SAMPLES));
      const samples = new Float32Array(Math.max(window.length, LEAST_SAMPLES));
      samples.set(window);
      const sound = new Tensor('float32', samples, [1, samples.length]);
      const layers = await encoder.run({ input_values: sound });
      const byHead = await head.run({ frames: layers[FOURTH]! });
      const byEncoder = await languageEncoder.run({ samples: sound });
      return combineDistributions(
        byHead.probabilities!.data as Float32Array,
        byEncoder.probabilities!.data as Float32Array,
        TEMPERATURE,
      );
    };
  },
);
