/**
 * Where two people speak at once: our own small network on the first layer of Moonshine's encoder, which the recogniser has
 * computed anyway. Frame by frame, 24 ms; trained by training/voices/overlap.py; card in models/voice-overlap/README.md.
 */
import { Tensor } from 'onnxruntime-node';
import { moonshineLayer, MOONSHINE_TINY_WIDTH } from '../inference/cut-model.js';
import { defineKernel } from '../inference/kernel.js';

/** The activation it reads, and its width: the English model's. */
export const OVERLAP_TAP = moonshineLayer(0);
export const OVERLAP_WIDTH = MOONSHINE_TINY_WIDTH;
/** Samples of a frame: the middle of the first lies half of them after the start of the sound. */
export const OVERLAP_FRAME_SAMPLES = 384;
/** Frames on either side that one frame's answer depends on. */
export const OVERLAP_CONTEXT_FRAMES = 18;

/** Input `[frames * 288]` activations in order. Output `[frames]` probability that two or more voices speak. */
export const twoAtOnce = defineKernel<Float32Array, Float32Array>('voices.two-at-once', async (context) => {
  const session = await context.createSession(await context.modelBytes('voice-overlap'));
  return async (activations) => {
    const frames = new Tensor('float32', activations, [1, activations.length / OVERLAP_WIDTH, OVERLAP_WIDTH]);
    const { probability } = await session.run({ frames });
    return Float32Array.from(probability!.data as Float32Array);
  };
});
