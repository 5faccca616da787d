/**
 * Parts the sound of two people who speak at once: our own network, which is told how both voices sound and gives each of them a mask
 * over the spectrum. Trained by training/voices/separation.py; card in models/voice-separator/README.md.
 */
import { Tensor } from 'onnxruntime-node';
import { defineKernel } from '../inference/kernel.js';

/** Samples between two spectra; the network takes whole numbers of them. */
const HOP_SAMPLES = 256;
/** Numbers of an embedding of models/voice-lstm. */
const EMBEDDING = 160;

export interface SeparatorInput {
  /** What both voices say at once: `[samples]` float32, 16 kHz mono, -1..1. */
  readonly sound: Float32Array;
  /** Embeddings of both voices, of unit length. */
  readonly voices: readonly [Float32Array, Float32Array];
}

/** What each of the two voices says, as long as the input. */
export type SeparatedVoices = readonly [Float32Array, Float32Array];

export const separatorNetwork = defineKernel<SeparatorInput, SeparatedVoices>(
  { name: 'voices.separator', lane: 'long' },
  async (context) => {
    const session = await context.modelSession('voice-separator');
    return async ({ sound, voices }) => {
      const samples = new Float32Array(Math.ceil(sound.length / HOP_SAMPLES) * HOP_SAMPLES);
      samples.set(sound);
      const { separated } = await session.run({
        samples: new Tensor('float32', samples, [1, samples.length]),
        voices: new Tensor('float32', Float32Array.from([...voices[0], ...voices[1]]), [1, 2, EMBEDDING]),
      });
      const both = separated!.data as Float32Array;
      return [both.slice(0, sound.length), both.slice(samples.length, samples.length + sound.length)];
    };
  },
);
