/**
 * Whether anybody speaks, and whether two people speak at once: our own small network on the first layer of Moonshine tiny's encoder,
 * a frame every 48 ms. Trained by training/voices/segmentation.py; card in models/voice-segmentation/README.md.
 */
import { Tensor } from 'onnxruntime-node';
import { defineKernel } from '../inference/kernel.js';
import { MOONSHINE_FRAME_SAMPLES, moonshineLayer, moonshineUpTo } from '../networks/shared-encoders.js';

const FIRST_LAYER = moonshineLayer(0);
/** Samples between two frames; the middle of the first is sample 192. */
export const SEGMENTATION_FRAME_SAMPLES = 2 * MOONSHINE_FRAME_SAMPLES;
/** Shortest sound that the network takes, in samples: 0.1 s. */
export const MIN_SEGMENTATION_SAMPLES = 1600;
/** Sound that the network was trained on, in samples. It takes more, but was never tried with it. */
export const MOST_SEGMENTATION_SAMPLES = 80_000;

/** Probabilities, 0..1, by frame. */
export interface SegmentationFrames {
  /** One person or more speaks. */
  readonly speech: Float32Array;
  /** Two people or more speak. */
  readonly overlap: Float32Array;
}

/** Numbers of a frame in the network's output: probabilities of nobody, of one person, of two or more. */
const CLASSES = 3;

/** Input: 16 kHz sound, -1..1, from MIN_SEGMENTATION_SAMPLES to MOST_SEGMENTATION_SAMPLES. */
export const segmentationNetwork = defineKernel<Float32Array, SegmentationFrames>(
  { name: 'voices.segmentation', lane: 'express' },
  async (context) => {
    const encoder = await moonshineUpTo([FIRST_LAYER], context);
    const session = await context.modelSession('voice-segmentation');
    return async (sound) => {
      const encoded = await encoder.run({ input_values: new Tensor('float32', sound, [1, sound.length]) });
      const { people } = await session.run({ frames: encoded[FIRST_LAYER]! });
      const classes = people!.data as Float32Array;
      const frames = Float32Array.from({ length: classes.length / CLASSES }, (_, frame) => frame * CLASSES);
      return { speech: frames.map((at) => 1 - classes[at]!), overlap: frames.map((at) => classes[at + 2]!) };
    };
  },
);
