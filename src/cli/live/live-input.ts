/** Sound for `live`, from the microphone or a recording: pieces of 80 ms, in real time, with the agent's messages. */
import type { RawFormat } from '../../audio/index.js';
import { sleep } from '../../client/sleep.js';
import type { Inference } from '../../inference/kernel.js';
import { TurnwireError } from '../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { TimedAgentSpeech } from '../../engine/session/agent-channel.js';
import type { CallChoice } from '../options/call-channels.js';
import { openCall } from '../session/call-sound.js';
import { untilStopped } from '../terminal/until-stopped.js';
import { openMicrophone, type Microphone } from '../machine/microphone.js';

const PIECE_SAMPLES = 0.08 * SAMPLE_RATE_HZ;
/** A microphone that has given no sound for so long is reported, in ms: the device may be busy, asleep or waiting for a permission. */
const NO_SOUND_MS = 3000;
/** How often a paused session checks whether it may continue, in ms. */
const PAUSE_POLL_MS = 40;

export interface LiveInputOptions extends CallChoice {
  /** Undefined: the microphone. */
  input: string | undefined;
  /** Format of the input's bytes, if it has no header. */
  raw?: RawFormat;
  recorder?: string;
  device?: string;
  inference: Inference;
  signal: AbortSignal;
  /** Called once if the microphone is open and gives no sound; the session goes on waiting. */
  onNoSound?: (sentence: string) => void;
}

export interface LivePiece {
  samples: Int16Array;
  messages: readonly TimedAgentSpeech[];
  /** Age of the newest of these samples, in ms: what the engine is behind real time. */
  lagMs: number;
}

export interface LiveInput {
  name: string;
  totalSec: number | undefined;
  warnings: readonly string[];
  /** While true, sound of a microphone is dropped and a recording waits. */
  paused: boolean;
  pieces(): AsyncGenerator<LivePiece>;
  /** Why the sound ended although nobody stopped it; known once `pieces` has ended. */
  readonly failure: string | undefined;
}

export async function openLiveInput(options: LiveInputOptions): Promise<LiveInput> {
  const microphone = options.input === undefined ? openMicrophone(options) : undefined;
  if (microphone) options.signal.addEventListener('abort', () => microphone.stop(), { once: true });
  const input = options.input ?? '-';
  const name = microphone?.name ?? (input === '-' ? 'stdin' : input);
  const stdin =
    microphone?.bytes() ?? (input === '-' ? untilStopped(process.stdin, options.signal) : undefined);
  const noSound = microphone && setTimeout(() => options.onNoSound?.(waitingFor(microphone)), NO_SOUND_MS);
  const source = await openCall({ ...options, input, stdin }, name)
    .catch((error: unknown) => {
      throw microphone && !options.signal.aborted ? silentMicrophone(microphone) : error;
    })
    .finally(() => clearTimeout(noSound));
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

/** The error of a microphone that gave no sound at all, in the recorder's own words if it had any. */
function silentMicrophone({ name, failure, lastWords }: Microphone): TurnwireError {
  const words = lastWords === undefined ? '' : ` (${lastWords})`;
  const why = failure ?? `the ${name} ended before any sound came${words}`;
  return new TurnwireError('source', 'microphone_silent', `${why}; turnwire doctor tries the microphone`);
}

function waitingFor({ name, lastWords }: Microphone): string {
  const words = lastWords === undefined ? '' : ` and says: ${lastWords}`;
  return `the ${name} has given no sound for ${NO_SOUND_MS / 1000} s${words}; still waiting, Ctrl-C ends`;
}

function microphoneLagMs(microphone: Microphone, samplesHeld: number): number {
  return ((microphone.waitingBytes / 2 + samplesHeld) / SAMPLE_RATE_HZ) * 1000;
}

/** Lets samples of a recording through at the time at which a microphone would deliver them. */
class Pacer {
  private startedAt: number | undefined;
  private passed = 0;
  lagMs = 0;

  constructor(private readonly signal: AbortSignal) {}

  /** Waits until `samples` more would have been delivered; time spent paused does not count. */
  async wait(samples: number, isPaused: () => boolean): Promise<void> {
    this.startedAt ??= performance.now();
    this.passed += samples;
    while (isPaused() && !this.signal.aborted) {
      const before = performance.now();
      await sleep(PAUSE_POLL_MS);
      this.startedAt += performance.now() - before;
    }
    const dueAt = this.startedAt + (this.passed / SAMPLE_RATE_HZ) * 1000;
    await sleep(dueAt - performance.now(), this.signal);
    this.lagMs = Math.max(0, performance.now() - dueAt);
  }
}
