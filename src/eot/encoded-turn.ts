/**
 * How the end of a turn sounds: means of our language encoder's frames over the last 0.6 s of the window that the recogniser
 * decodes. The encoder was trained on speech of many languages. The sound head of learned-kernel.ts reads the means. Called
 * once a judgement by learned-scorer.ts; training/calls/decode-windows.mjs calls it too.
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

/** Longest input of the encoder here, in samples at 16 kHz: 1.5 s. Its full 3 s say no more about the end and cost twice as much. */
export const ENCODED_TURN_SAMPLES = 24_000;
/** The sound ends at most this many seconds after the last speech. In training it ended 0.1 to 0.2 s after. */
export const ENCODED_TURN_TAIL_SEC = 0.2;
/** Spans of encoder frames (20 ms each), counted from the end: the last 0.1 s, the 0.2 s before, the 0.3 s before that. */
const SPANS = [
  [-5, 0],
  [-15, -5],
  [-30, -15],
] as const;

/**
 * Sound of a turn up to 0.2 s into its pause, `[samples]` 16 kHz, -1..1, to `[spans * width = 1152]`. Only the last 1.5 s
 * of the sound are used.
 */
export const encodedTurn = defineKernel<Float32Array, Float32Array>(
  { name: 'encoded-turn', lane: 'express' },
  async (context) => {
    const encoder = await languageEncoderFrames(context);
    return async (audio) => {
      const samples = lastFramesOf(audio, ENCODED_TURN_SAMPLES);
      const frames = await encoder.run({ samples: new Tensor('float32', samples, [1, samples.length]) });
      return spanMeans(frames[LANGUAGE_ENCODER_OUTPUT]!.data as Float32Array, LANGUAGE_ENCODER_WIDTH, SPANS);
    };
  },
);
