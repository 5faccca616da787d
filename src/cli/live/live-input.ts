/** Where live sound comes from: 80 ms pieces, never faster than real time, with the agent's messages at their places. */
import { sleep } from '../../client/sleep.js';
import type { Inference } from '../../inference/kernel.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { TimedAgentSpeech } from '../../engine/session/agent-channel.js';
import type { CallChoice } from '../options/call-channels.js';
import { openCall } from '../session/call-sound.js';
import { untilStopped } from '../terminal/until-stopped.js';
import { openMicrophone, type Microphone } from '../machine/microphone.js';

const PIECE_SAMPLES = 0.08 * SAMPLE_RATE_HZ;
/** How often a pause looks whether it is over, milliseconds. */
const PAUSE_POLL_MS = 40;

export interface LiveInputOptions extends CallChoice {
  /** Undefined: the microphone. */
  input: string | undefined;
  recorder?: string;
  device?: string;
  inference: Inference;
  signal: AbortSignal;
}

export interface LivePiece {
  samples: Int16Array;
  messages: readonly TimedAgentSpeech[];
  /** How long ago the newest of these samples could have been heard, milliseconds. */
  lagMs: number;
}

export interface LiveInput {
  name: string;
  totalSec: number | undefined;
  warnings: readonly string[];
  /** Sound that comes while paused is not heard (microphone) or waits (recording). */
  paused: boolean;
  pieces(): AsyncGenerator<LivePiece>;
  /** Why the sound stopped although nobody asked; known after `pieces`. */
  readonly failure: string | undefined;
}

export async function openLiveInput(options: LiveInputOptions): Promise<LiveInput> {
  const microphone = options.input === undefined ? openMicrophone(options) : undefined;
  if (microphone) options.signal.addEventListener('abort', () => microphone.stop(), { once: true });
  const input = options.input ?? '-';
  const name = microphone?.name ?? (input === '-' ? 'stdin' : input);
  const stdin =
    microphone?.bytes() ?? (input === '-' ? untilStopped(process.stdin, options.signal) : undefined);
  const source = await openCall({ ...options, input, stdin }, name);
  const live: LiveInput = {
    name,
    totalSec: source.description.durationSec,
    warnings: source.warnings,
    paused: false,
    get failure() {
      return microphone?.failure;
    },
    async *pieces() {
      const clock = new Pacer(options.signal);
      for await (const { samples, messages } of source.pieces()) {
        for (let at = 0; at < samples.length; at += PIECE_SAMPLES) {
          const piece = samples.subarray(at, at + PIECE_SAMPLES);
          if (microphone) {
            if (live.paused) continue;
          } else {
            await clock.wait(piece.length, () => live.paused);
          }
          if (options.signal.aborted) return;
          const lagMs = microphone ? microphoneLagMs(microphone, samples.length - at) : clock.lagMs;
          yield { samples: piece, messages: at === 0 ? messages : [], lagMs };
        }
      }
    },
  };
  return live;
}

function microphoneLagMs(microphone: Microphone, samplesHeld: number): number {
  return ((microphone.waitingBytes / 2 + samplesHeld) / SAMPLE_RATE_HZ) * 1000;
}

/** Lets samples through when a microphone would have delivered them. */
class Pacer {
  private startedAt: number | undefined;
  private heard = 0;
  lagMs = 0;

  constructor(private readonly signal: AbortSignal) {}

  /** Waits until `samples` more have "been said"; time spent paused does not count. */
  async wait(samples: number, isPaused: () => boolean): Promise<void> {
    this.startedAt ??= performance.now();
    this.heard += samples;
    while (isPaused() && !this.signal.aborted) {
      const before = performance.now();
      await sleep(PAUSE_POLL_MS);
      this.startedAt += performance.now() - before;
    }
    const dueAt = this.startedAt + (this.heard / SAMPLE_RATE_HZ) * 1000;
    await sleep(dueAt - performance.now(), this.signal);
    this.lagMs = Math.max(0, performance.now() - dueAt);
  }
}
