/**
 * How the end of a turn sounds to our language listener, which knows how people speak in many languages: means of its frames over
 * the last 0.6 s of the window that the recogniser decodes. The sound head of learned-kernel.ts reads them. Called once a
 * pause by learned-scorer.ts; training/calls/decode-windows.mjs calls the same.
 */
import { Tensor } from 'onnxruntime-node';
import { spanMeans } from '../dsp/span-means.js';
import {
  languageEncoderFrames,
  LANGUAGE_ENCODER_OUTPUT,
  LANGUAGE_ENCODER_WIDTH,
} from '../networks/shared-encoders.js';
import { defineKernel } from '../inference/kernel.js';
import { lastFramesOf } from './last-frames.js';

/** What the listener hears, samples at 16 kHz: 1.5 s. All 3 s that it can take tell no more and cost twice as much. */
export const ENCODED_TURN_SAMPLES = 24_000;
/** Where the sound ends at the latest, seconds after the last speech: in training 0.1 to 0.2. */
export const ENCODED_TURN_TAIL_SEC = 0.2;
/** Spans of frames (20 ms each), counted from the end: 0.1 s, the 0.2 s and the 0.3 s before. */
const SPANS = [
  [-5, 0],
  [-15, -5],
  [-30, -15],
] as const;

/** Sound of a turn up to 0.2 s into its pause, `[samples]` 16 kHz, of which the last 1.5 s are heard, to `[1152]`. */
export const encodedTurn = defineKernel<Float32Array, Float32Array>(
  { name: 'listened-turn', lane: 'express' },
  async (context) => {
    const listener = await languageEncoderFrames(context);
    return async (audio) => {
      const samples = lastFramesOf(audio, ENCODED_TURN_SAMPLES);
      const heard = await listener.run({ samples: new Tensor('float32', samples, [1, samples.length]) });
      return spanMeans(heard[LANGUAGE_ENCODER_OUTPUT]!.data as Float32Array, LANGUAGE_ENCODER_WIDTH, SPANS);
    };
  },
);
