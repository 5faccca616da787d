/**
 * Our speaker network as a kernel: raw samples in, embedding out. Three LSTM layers with their mel front end inside the
 * graph, trained by training/voices; card and measurements in models/voice-lstm/README.md.
 */
import { Tensor } from 'onnxruntime-node';
import { defineKernel } from '../../inference/kernel.js';

export interface LearnedVoiceOutput {
  /** `[160]`, of unit length. */
  readonly vector: Float32Array;
  /** `[100]` the same in the coordinates of voice-scatter.ts. */
  readonly point: Float32Array;
}

/** Input `[samples]` 16 kHz, -1..1, 8 000 or more. */
export const learnedVoice = defineKernel<Float32Array, LearnedVoiceOutput>(
  { name: 'voices.learned', lane: 'express' },
  async (context) => {
    const session = await context.modelSession('voice-lstm');
    return async (audio) => {
      const samples = new Tensor('float32', audio, [1, audio.length]);
      const { embedding, point } = await session.run({ samples });
      return {
        vector: Float32Array.from(embedding!.data as Float32Array),
        point: Float32Array.from(point!.data as Float32Array),
      };
    };
  },
);
