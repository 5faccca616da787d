/**
 * Judges by how the last half second sounds whether the turn has ended, in any language. Used if no recogniser runs and the
 * language is not English. The first layer of Moonshine's encoder reads the last 1.5 s; a linear head of ours on means of
 * its frames gives log-odds. Trained by training/sound; card: models/eot-turn-sound. Called once a pause by
 * learned-scorer.ts.
 */
import { Tensor } from 'onnxruntime-node';
import { spanMeans } from '../dsp/span-means.js';
import { moonshineLayer, moonshineUpTo, MOONSHINE_TINY_WIDTH as WIDTH } from '../networks/shared-encoders.js';
import { defineKernel } from '../inference/kernel.js';

/** Encoder activation that the head reads, `[1, frames, 288]`. */
const TAP = moonshineLayer(0);
/** Input of the encoder, in samples at 16 kHz: 1.5 s. */
const INPUT_SAMPLES = 24_000;
/**
 * Spans of encoder frames (24 ms each), counted from the end. The last eight are the silence; before it come the last 0.1 s
 * of speech, the 0.2 s before and the 0.3 s before that.
 */
const SPANS = [
  [-12, -8],
  [-20, -12],
  [-32, -20],
] as const;

/** The sound must end this many seconds after the last speech, as in training. */
export const TURN_SOUND_TAIL_SEC = 0.2;

/** Sound of a turn, `[samples]` 16 kHz, -1..1, to calibrated log-odds that it is complete. Only the last 1.5 s are used. */
export const turnSound = defineKernel<Float32Array, number>(
  { name: 'turn-sound', lane: 'express' },
  async (context) => {
    const encoder = await moonshineUpTo([TAP], context);
    const head = await context.modelSession('eot-turn-sound');
    return async (audio) => {
      const samples = new Float32Array(INPUT_SAMPLES);
      const last = audio.subarray(Math.max(0, audio.length - INPUT_SAMPLES));
      samples.set(last, INPUT_SAMPLES - last.length);
      const frames = await encoder.run({ input_values: new Tensor('float32', samples, [1, INPUT_SAMPLES]) });
      const features = spanMeans(frames[TAP]!.data as Float32Array, WIDTH, SPANS);
      const { logit } = await head.run({ features: new Tensor('float32', features, [1, features.length]) });
      return logit!.data[0] as number;
    };
  },
);
