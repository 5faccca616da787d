/**
 * Silero VAD v6 (MIT, from @ricky0123/vad-web 0.0.31) as a kernel: consecutive 32 ms frames in, one speech
 * probability each out. The recurrent state and the 64 samples of context travel with the call, so one session
 * serves every stream.
 */
import { Tensor } from 'onnxruntime-node';
import { defineKernel } from '../inference/kernel.js';

/** Samples of one frame: 32 ms at 16 kHz. */
export const VAD_FRAME_SAMPLES = 512;
const CONTEXT_SAMPLES = 64;
const STATE_SIZE = 2 * 128;

export interface VadState {
  /** `[2, 1, 128]` float32 LSTM state, flat. */
  readonly state: Float32Array;
  /** `[64]` the last samples before the next frame. */
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

export const sileroVad = defineKernel<VadInput, VadOutput>('vad.silero', async (context) => {
  const session = await context.createSession(await context.modelBytes('silero-vad-v6'));
  const rate = new Tensor('int64', BigInt64Array.of(16_000n), []);
  const window = new Float32Array(CONTEXT_SAMPLES + VAD_FRAME_SAMPLES);
  const input = new Tensor('float32', window, [1, window.length]);

  return async ({ samples, state, context: before }) => {
    const frames = Math.floor(samples.length / VAD_FRAME_SAMPLES);
    const probabilities = new Float32Array(frames);
    let carried = new Tensor('float32', state, [2, 1, 128]);
    window.set(before, VAD_FRAME_SAMPLES);
    for (let frame = 0; frame < frames; frame += 1) {
      window.copyWithin(0, VAD_FRAME_SAMPLES);
      window.set(
        samples.subarray(frame * VAD_FRAME_SAMPLES, (frame + 1) * VAD_FRAME_SAMPLES),
        CONTEXT_SAMPLES,
      );
      const result = await session.run({ input, state: carried, sr: rate });
      probabilities[frame] = (result.output!.data as Float32Array)[0]!;
      carried = result.stateN as typeof carried;
    }
    return {
      probabilities,
      state: carried.data.slice(),
      context: window.slice(VAD_FRAME_SAMPLES),
    };
  };
});
