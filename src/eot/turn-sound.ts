/**
 * Has the turn ended, by how its last half second sounds, in any language: used where nobody listens for words and the
 * language is not the one the other heads know. The first layer of Moonshine's encoder hears the last 1.5 s; a linear head
 * of ours on means of its frames gives log-odds. Trained by training/sound; card: models/eot-turn-sound. Called once
 * a pause by learned-scorer.ts.
 */
import { Tensor } from 'onnxruntime-node';
import { spanMeans } from '../dsp/span-means.js';
import { moonshineLayer, moonshineUpTo, MOONSHINE_TINY_WIDTH as WIDTH } from '../networks/shared-encoders.js';
import { defineKernel } from '../inference/kernel.js';

/** Encoder activation that the head reads, `[1, frames, 288]`. */
const TAP = moonshineLayer(0);
/** What the encoder hears, samples at 16 kHz. */
const HEARD_SAMPLES = 24_000;
/** Spans of frames (24 ms each), counted from the end: the last 0.1 s of speech, the 0.2 s and the 0.3 s before. */
const SPANS = [
  [-12, -8],
  [-20, -12],
  [-32, -20],
] as const;

/** Where the sound has to end, seconds after the last speech: as in training. */
export const TURN_SOUND_TAIL_SEC = 0.2;

/** Sound of a turn, `[samples]` 16 kHz, to calibrated log-odds that it is complete. Only the last 1.5 s are heard. */
export const turnSound = defineKernel<Float32Array, number>(
  { name: 'turn-sound', lane: 'express' },
  async (context) => {
    const encoder = await moonshineUpTo([TAP], context);
    const head = await context.createSession(await context.modelBytes('eot-turn-sound'));
    return async (audio) => {
      const samples = new Float32Array(HEARD_SAMPLES);
      const last = audio.subarray(Math.max(0, audio.length - HEARD_SAMPLES));
      samples.set(last, HEARD_SAMPLES - last.length);
      const heard = await encoder.run({ input_values: new Tensor('float32', samples, [1, HEARD_SAMPLES]) });
      const features = spanMeans(heard[TAP]!.data as Float32Array, WIDTH, SPANS);
      const { logit } = await head.run({ features: new Tensor('float32', features, [1, features.length]) });
      return logit!.data[0] as number;
    };
  },
);
