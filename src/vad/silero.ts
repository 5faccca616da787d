/**
 * Silero VAD v6 (MIT, from @ricky0123/vad-web 0.0.31) as a kernel: consecutive 32 ms frames in, one speech
 * probability each out. The recurrent state and the 64 samples of context travel with the call, so one ONNX session serves
 * every stream.
 */
import { Tensor } from 'onnxruntime-node';
import { defineKernel } from '../inference/kernel.js';
import { buildSileroGraph } from './silero-graph.js';

/** Samples of one frame: 32 ms at 16 kHz. */
export const VAD_FRAME_SAMPLES = 512;
const CONTEXT_SAMPLES = 64;
const WINDOW_SAMPLES = CONTEXT_SAMPLES + VAD_FRAME_SAMPLES;
const STATE_SIZE = 2 * 128;

export interface VadState {
  /** `[2, 128]` LSTM state, flat: h, then c. */
  readonly state: Float32Array;
  /** `[64]` 16 kHz, -1..1: the last samples before the next frame. */
  readonly context: Float32Array;
}

export interface VadInput extends VadState {
  /** `[n * 512]` 16 kHz, -1..1: n consecutive frames. */
  readonly samples: Float32Array;
}

export interface VadOutput extends VadState {
  /** `[n]` speech probability of each frame, 0..1. */
  readonly probabilities: Float32Array;
}

export function initialVadState(): VadState {
  return { state: new Float32Array(STATE_SIZE), context: new Float32Array(CONTEXT_SAMPLES) };
}

export const sileroVad = defineKernel<VadInput, VadOutput>(
  { name: 'vad.silero', lane: 'express', isRequired: true },
  async (context) => {
    const graph = buildSileroGraph(await context.modelBytes('silero-vad-v6'));
    const session = await context.createSession(graph);

    return async ({ samples, state, context: before }) => {
      const count = Math.floor(samples.length / VAD_FRAME_SAMPLES);
      const half = state.length / 2;
      const result = await session.run({
        frames: new Tensor('float32', withContext(samples, before, count), [count, WINDOW_SAMPLES]),
        h: new Tensor('float32', state.slice(0, half), [1, 1, half]),
        c: new Tensor('float32', state.slice(half), [1, 1, half]),
      });
      const after = new Float32Array(state.length);
      after.set(result.hn!.data as Float32Array);
      after.set(result.cn!.data as Float32Array, half);
      return {
        probabilities: Float32Array.from(result.speech!.data as Float32Array),
        state: after,
        context: samples.slice(count * VAD_FRAME_SAMPLES - CONTEXT_SAMPLES, count * VAD_FRAME_SAMPLES),
      };
    };
  },
);

/** `[n, 576]`: each frame, preceded by the 64 samples before it. */
function withContext(samples: Float32Array, before: Float32Array, count: number): Float32Array {
  const windows = new Float32Array(count * WINDOW_SAMPLES);
  for (let i = 0; i < count; i += 1) {
    const at = i * WINDOW_SAMPLES;
    const start = i * VAD_FRAME_SAMPLES;
    windows.set(i === 0 ? before : samples.subarray(start - CONTEXT_SAMPLES, start), at);
    windows.set(samples.subarray(start, start + VAD_FRAME_SAMPLES), at + CONTEXT_SAMPLES);
  }
  return windows;
}
