/**
 * Voice activity of a session: runs the model as audio comes and says at each grid step where speech began or ended. On a stream
 * a voice far below the caller's is no speech.
 */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { CallerLevel } from '../../vad/caller-level.js';
import { DEFAULT_VAD_OPTIONS, VadPolicy } from '../../vad/policy.js';
import { VAD_FRAME_SAMPLES } from '../../vad/silero.js';
import { VadStream } from '../../vad/vad-stream.js';
import type { SessionSetup } from './session-setup.js';

/** Frames whose power is remembered, for a quiet sound that is found at its end: 2 s, more than any word lasts. */
const REMEMBERED_FRAMES = Math.round((2 * SAMPLE_RATE_HZ) / VAD_FRAME_SAMPLES);

export interface VoiceChange {
  readonly kind: 'start' | 'end';
  /** Absolute sample at which speech begins, or at which the silence after it begins. */
  readonly sample: number;
  /** True of a start that was found at the end of a quiet sound. */
  readonly isQuiet: boolean;
}

export class VoiceActivity {
  /** Speech probability of the newest frame that a step has taken, 0..1. */
  lastProbability = 0;
  /** True if the newest speech, all of it so far, is too quiet for the caller to claim the floor. Always false in a room. */
  isFaint = false;
  private readonly frames: VadStream;
  private readonly policy: VadPolicy;
  /** Speech probabilities of frames that no step has taken yet, oldest first, and the mean squares of their samples. */
  private readonly waiting: { readonly probability: number; readonly power: number }[] = [];
  /** Undefined in a room: its voices are all meant to be heard, however far from the microphone they are. */
  private readonly caller: CallerLevel | undefined;
  /** True while the agent is known to speak: quiet sounds count as speech. */
  private agentSpeaking = false;
  /** Mean squares of the newest frames that steps have taken, oldest first. */
  private readonly powersTaken: number[] = [];
  /** Sum of the squares of the samples of the frame that is not complete yet, and how many those are. */
  private partial = { sum: 0, count: 0 };

  constructor({
    inference,
    sessionId,
    session,
    vad,
  }: Pick<SessionSetup, 'inference' | 'sessionId' | 'session' | 'vad'>) {
    const frameSec = VAD_FRAME_SAMPLES / SAMPLE_RATE_HZ;
    this.caller = session.endpoint === 'stream' ? new CallerLevel(frameSec) : undefined;
    this.frames = new VadStream(inference, { session: sessionId });
    this.policy = new VadPolicy(vad ?? DEFAULT_VAD_OPTIONS, frameSec * 1000);
  }

  get speaking(): boolean {
    return this.policy.speaking;
  }

  /** True if the newest sound may be the first of speech, which is not certain yet. */
  get mayBegin(): boolean {
    return this.policy.mayBegin;
  }

  /** One past the last sample of speech; 0 before any. */
  get lastSpeechSample(): number {
    return this.policy.lastSpeechFrame * VAD_FRAME_SAMPLES;
  }

  /** @param samples `[n]` 16 kHz, -1..1. */
  async push(samples: Float32Array): Promise<void> {
    const probabilities = await this.frames.push(samples);
    const powers = this.powers(samples);
    this.waiting.push(...probabilities.map((probability, i) => ({ probability, power: powers[i]! })));
  }

  /** The agent starts or stops, as of the steps that follow. Called only in sessions that subscribed to `bargein`. */
  agentSpeech(speaking: boolean): void {
    this.agentSpeaking = speaking;
    if (this.caller) this.caller.agentSpeaking = speaking;
  }

  /** Takes the frames that are complete at absolute `sample`, which must have been pushed. @returns changes, in order. */
  until(sample: number): VoiceChange[] {
    const due = Math.floor(sample / VAD_FRAME_SAMPLES) - this.policy.frames;
    return this.waiting.splice(0, due).flatMap(({ probability, power }) => {
      this.lastProbability = probability;
      const isFar = this.caller?.isFar(probability, power) === true;
      const change = this.policy.push(isFar ? 0 : probability, this.agentSpeaking);
      this.powersTaken.push(power);
      if (this.powersTaken.length > REMEMBERED_FRAMES) this.powersTaken.shift();
      if (change?.kind === 'start') this.isFaint = this.areFaint(this.policy.frames - change.atFrame);
      else if (this.policy.speaking && !this.areFaint(1)) this.isFaint = false;
      if (!change) return [];
      const isQuiet = change.kind === 'start' && change.isQuiet;
      return [{ kind: change.kind, sample: change.atFrame * VAD_FRAME_SAMPLES, isQuiet }];
    });
  }

  /** True if all of the newest frames are too quiet for the caller to claim the floor. */
  private areFaint(frames: number): boolean {
    return this.powersTaken.slice(-frames).every((power) => this.caller?.isFaint(power));
  }

  /** Mean square of each frame that the samples complete. */
  private powers(samples: Float32Array): number[] {
    const powers: number[] = [];
    let { sum, count } = this.partial;
    for (let i = 0; i < samples.length; i += 1) {
      sum += samples[i]! * samples[i]!;
      count += 1;
      if (count < VAD_FRAME_SAMPLES) continue;
      powers.push(sum / count);
      sum = 0;
      count = 0;
    }
    this.partial = { sum, count };
    return powers;
  }
}
