/**
 * Silero VAD v6 (MIT, from @ricky0123/vad-web 0.0.31) as a kernel: consecutive 32 ms frames in, one speech
 * probability each out. The recurrent state travels with the call, and so do the 64 samples before the first frame, so one ONNX
 * session serves every stream.
 */
import { Tensor } from 'onnxruntime-node';
import { defineKernel } from '../inference/kernel.js';
import { buildSileroGraph } from './silero-graph.js';

/** Samples of one frame: 32 ms at 16 kHz. */
export const VAD_FRAME_SAMPLES = 512;
/** Samples before a frame that the model hears with it. */
export const VAD_CONTEXT_SAMPLES = 64;
const STATE_SIZE = 2 * 128;

export interface VadState {
  /** `[2, 128]` LSTM state, flat: h, then c. */
  readonly state: Float32Array;
}

export interface VadInput extends VadState {
  /** `[64 + n * 512]` 16 kHz, -1..1: n consecutive frames after the 64 samples before them, zeros at the beginning. */
  readonly samples: Float32Array;
}

export interface VadOutput extends VadState {
  /** `[n]` speech probability of each frame, 0..1. */
  readonly probabilities: Float32Array;
}

export function initialVadState(): VadState {
  return { state: new Float32Array(STATE_SIZE) };
}

export const sileroVad = defineKernel<VadInput, VadOutput>(
  { name: 'vad.silero', lane: 'express', isRequired: true },
  async (context) => {
    const graph = buildSileroGraph(await context.modelBytes('silero-vad-v6'));
    const session = await context.createSession(graph);

    return async ({ samples, state }) => {
      const half = state.length / 2;
      const result = await session.run({
        samples: new Tensor('float32', samples, [samples.length]),
        h: new Tensor('float32', state.slice(0, half), [1, 1, half]),
        c: new Tensor('float32', state.slice(half), [1, 1, half]),
      });
      const after = new Float32Array(state.length);
      after.set(result.hn!.data as Float32Array);
      after.set(result.cn!.data as Float32Array, half);
      return {
        probabilities: Float32Array.from(result.speech!.data as Float32Array),
        state: after,
      };
    };
  },
);
