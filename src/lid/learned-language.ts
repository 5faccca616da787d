/**
 * Our language heads as a kernel. A small transformer of ours (the listener) hears the window; so does Moonshine's encoder, cut
 * after its fourth layer, and a linear head of ours reads the mean and the deviation of its frames.
 * Trained by training/lid; cards and measurements in models/lid-head/README.md and models/lid-listener/README.md.
 */
import { Tensor } from 'onnxruntime-node';
import { moonshineLayer, moonshineUpTo } from '../networks/shared-encoders.js';
import { defineKernel } from '../inference/kernel.js';
import { withFastProducts } from '../inference/onnx/signed-weights.js';
import { combineDistributions } from './combine-distributions.js';

/** Encoder activations that the head reads, `[1, frames, 288]`. */
const FOURTH = moonshineLayer(3);
/** Shortest audio the encoder takes, and the longest the listener does (the end of a longer window counts), samples. */
const LEAST_SAMPLES = 1_600;
const MOST_SAMPLES = 48_000;
/** Flattens the product of both heads. Found on sources that the heads were not fitted on. */
const TEMPERATURE = 1.5;

/** Input `[samples]` 16 kHz, -1..1; output `[15]` probabilities: the 14 languages as in protocol/languages.ts, then other. */
export const learnedLanguage = defineKernel<Float32Array, Float32Array>(
  { name: 'lid.learned', lane: 'long' },
  async (context) => {
    const encoder = await moonshineUpTo([FOURTH], context);
    const head = await context.createSession(await context.modelBytes('lid-head'));
    const bytes = await withFastProducts(await context.modelBytes('lid-listener'), context);
    const listener = await context.createSession(bytes);
    return async (audio) => {
      const window = audio.subarray(Math.max(0, audio.length - MOST_SAMPLES));
      const samples = new Float32Array(Math.max(window.length, LEAST_SAMPLES));
      samples.set(window);
      const sound = new Tensor('float32', samples, [1, samples.length]);
      const heard = await encoder.run({ input_values: sound });
      const byHead = await head.run({ frames: heard[FOURTH]! });
      const byListener = await listener.run({ samples: sound });
      return combineDistributions(
        byHead.probabilities!.data as Float32Array,
        byListener.probabilities!.data as Float32Array,
        TEMPERATURE,
      );
    };
  },
);
