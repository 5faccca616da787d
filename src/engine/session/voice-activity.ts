/** Voice activity of a session: runs the model as audio comes and says at each grid step where speech began or ended. */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { DEFAULT_VAD_OPTIONS, VadPolicy } from '../../vad/policy.js';
import { VAD_FRAME_SAMPLES } from '../../vad/silero.js';
import { VadStream } from '../../vad/vad-stream.js';
import type { SessionSetup } from './session-setup.js';

export interface VoiceChange {
  readonly kind: 'start' | 'end';
  /** Absolute sample at which speech begins, or at which the silence after it begins. */
  readonly sample: number;
}

export class VoiceActivity {
  /** Speech probability of the newest frame that a step has taken, 0..1. */
  lastProbability = 0;
  private readonly frames: VadStream;
  private readonly policy: VadPolicy;
  /** Speech probabilities of frames that no step has taken yet, oldest first. */
  private readonly waiting: number[] = [];

  constructor({ inference, sessionId, vad }: Pick<SessionSetup, 'inference' | 'sessionId' | 'vad'>) {
    this.frames = new VadStream(inference, { session: sessionId });
    this.policy = new VadPolicy(vad ?? DEFAULT_VAD_OPTIONS, (VAD_FRAME_SAMPLES / SAMPLE_RATE_HZ) * 1000);
  }

  get speaking(): boolean {
    return this.policy.speaking;
  }

  /** One past the last sample of speech; 0 before any. */
  get lastSpeechSample(): number {
    return this.policy.lastSpeechFrame * VAD_FRAME_SAMPLES;
  }

  /** @param samples `[n]` 16 kHz, -1..1. */
  async push(samples: Float32Array): Promise<void> {
    this.waiting.push(...(await this.frames.push(samples)));
  }

  /** Takes the frames that are complete at absolute `sample`, which must have been pushed. @returns changes, in order. */
  until(sample: number): VoiceChange[] {
    const due = Math.floor(sample / VAD_FRAME_SAMPLES) - this.policy.frames;
    return this.waiting.splice(0, due).flatMap((probability) => {
      this.lastProbability = probability;
      const change = this.policy.push(probability);
      return change ? [{ kind: change.kind, sample: change.atFrame * VAD_FRAME_SAMPLES }] : [];
    });
  }
}
