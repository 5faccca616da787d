/**
 * Where two people speak at once: our own small network on the first layer of Moonshine tiny's encoder, one probability for each
 * frame of 24 ms. Trained by training/voices/overlap.py; card in models/voice-overlap/README.md.
 */
import { Tensor } from 'onnxruntime-node';
import { MOONSHINE_FRAME_SAMPLES, moonshineLayer, moonshineUpTo } from '../networks/shared-encoders.js';
import { defineKernel } from '../inference/kernel.js';

const FIRST_LAYER = moonshineLayer(0);
/** Samples of a frame; the middle of the first frame lies half a frame after the start of the sound. */
export const OVERLAP_FRAME_SAMPLES = MOONSHINE_FRAME_SAMPLES;

/** Input: 16 kHz sound, -1..1, 0.1 s or more. Output `[frames]` probability that two or more voices speak. */
export const overlapNetwork = defineKernel<Float32Array, Float32Array>(
  { name: 'voices.two-at-once', lane: 'express' },
  async (context) => {
    const encoder = await moonshineUpTo([FIRST_LAYER], context);
    const session = await context.modelSession('voice-overlap');
    return async (sound) => {
      const encoded = await encoder.run({ input_values: new Tensor('float32', sound, [1, sound.length]) });
      const { probability } = await session.run({ frames: encoded[FIRST_LAYER]! });
      return Float32Array.from(probability!.data as Float32Array);
    };
  },
);
