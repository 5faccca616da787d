/** Voice activity of one stream: cuts samples into frames by absolute index, and holds the model's state between calls. */
import type { CallOptions, Inference } from '../inference/kernel.js';
import {
  initialVadState,
  sileroVad,
  VAD_CONTEXT_SAMPLES,
  VAD_FRAME_SAMPLES,
  type VadState,
} from './silero.js';

/** Most frames of one call, 8 s: bounds how long a call holds a worker. */
const MAX_FRAMES_PER_CALL = 250;

export class VadStream {
  private state: VadState = initialVadState();
  /** The samples that no frame has taken yet, after the 64 before them. */
  private rest = new Float32Array(VAD_CONTEXT_SAMPLES);

  constructor(
    private readonly inference: Inference,
    private readonly call: CallOptions = {},
  ) {}

  /** @param samples `[n]` 16 kHz, -1..1. @returns one probability for each frame completed by them. */
  async push(samples: Float32Array): Promise<number[]> {
    const probabilities: number[] = [];
    let taken = 0;
    const waiting = (): number => this.rest.length - VAD_CONTEXT_SAMPLES + samples.length - taken;
    while (waiting() >= VAD_FRAME_SAMPLES) {
      const frames = Math.min(MAX_FRAMES_PER_CALL, Math.floor(waiting() / VAD_FRAME_SAMPLES));
      const input = new Float32Array(VAD_CONTEXT_SAMPLES + frames * VAD_FRAME_SAMPLES);
      const until = taken + input.length - this.rest.length;
      input.set(this.rest);
      input.set(samples.subarray(taken, until), this.rest.length);
      taken = until;
      this.rest = input.slice(-VAD_CONTEXT_SAMPLES);
      const output = await this.inference.call(sileroVad, { ...this.state, samples: input }, this.call);
      this.state = { state: output.state };
      probabilities.push(...output.probabilities);
    }
    const rest = new Float32Array(this.rest.length + samples.length - taken);
    rest.set(this.rest);
    rest.set(samples.subarray(taken), this.rest.length);
    this.rest = rest;
    return probabilities;
  }
}
