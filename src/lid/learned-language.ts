/**
 * Our language heads as a kernel. Moonshine's encoder, cut after its fourth layer, hears the window; a linear head of ours
 * reads the mean and the deviation of its frames, and a small transformer of ours (the listener) its second and fourth layers.
 * Trained by training/lid; cards and measurements in models/lid-head/README.md and models/lid-listener/README.md.
 */
import { Tensor } from 'onnxruntime-node';
import { moonshineUpTo } from '../inference/cut-model.js';
import { defineKernel } from '../inference/kernel.js';
import { together } from './together.js';

/** Encoder activations that the heads read, `[1, frames, 288]`. */
const SECOND = '/layers.1/Add_1_output_0';
const FOURTH = '/layers.3/Add_1_output_0';
/** Shortest audio the encoder takes and the listener hears two frames of, samples. */
const LEAST_SAMPLES = 1_600;
/** Flattens the product of both heads. Found on sources that the heads were not fitted on. */
const TEMPERATURE = 1.5;

/** Input `[samples]` 16 kHz, -1..1; output `[15]` probabilities: the 14 languages as in protocol/languages.ts, then other. */
export const learnedLanguage = defineKernel<Float32Array, Float32Array>('lid.learned', async (context) => {
  const encoder = await moonshineUpTo([SECOND, FOURTH], context);
  const head = await context.createSession(await context.modelBytes('lid-head'));
  const listener = await context.createSession(await context.modelBytes('lid-listener'));
  return async (audio) => {
    const samples = new Float32Array(Math.max(audio.length, LEAST_SAMPLES));
    samples.set(audio);
    const heard = await encoder.run({ input_values: new Tensor('float32', samples, [1, samples.length]) });
    const [second, fourth] = [heard[SECOND]!, heard[FOURTH]!];
    const byHead = await head.run({ frames: fourth });
    const byListener = await listener.run({ second, fourth });
    return together(
      byHead.probabilities!.data as Float32Array,
      byListener.probabilities!.data as Float32Array,
      TEMPERATURE,
    );
  };
});
