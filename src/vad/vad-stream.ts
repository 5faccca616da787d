/** Voice activity of one stream: cuts samples into frames by absolute index, and holds the model's state between calls. */
import { joinFloats } from '../audio/pcm.js';
import type { CallOptions, Inference } from '../inference/kernel.js';
import { initialVadState, sileroVad, VAD_FRAME_SAMPLES, type VadState } from './silero.js';

/** Most frames of one call, 8 s: bounds how long a call holds a worker. */
const MAX_FRAMES_PER_CALL = 250;

export class VadStream {
  private state: VadState = initialVadState();
  private rest = new Float32Array(0);

  constructor(
    private readonly inference: Inference,
    private readonly call: CallOptions = {},
  ) {}

  /** @param samples `[n]` 16 kHz, -1..1. @returns one probability for each frame completed by them. */
  async push(samples: Float32Array): Promise<number[]> {
    const all = joinFloats([this.rest, samples]);
    const probabilities: number[] = [];
    let at = 0;
    while (all.length - at >= VAD_FRAME_SAMPLES) {
      const frames = Math.min(MAX_FRAMES_PER_CALL, Math.floor((all.length - at) / VAD_FRAME_SAMPLES));
      const end = at + frames * VAD_FRAME_SAMPLES;
      const output = await this.inference.call(
        sileroVad,
        { ...this.state, samples: all.slice(at, end) },
        this.call,
      );
      this.state = { state: output.state, context: output.context };
      probabilities.push(...output.probabilities);
      at = end;
    }
    this.rest = all.slice(at);
    return probabilities;
  }
}
