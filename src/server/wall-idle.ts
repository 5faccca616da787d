/**
 * The idle timeout by the wall clock, for a client that sends no audio at all or a trickle (docs/protocol.md, "Idle sessions"). It
 * gives the same warning and close as the engine's timer, which runs on audio time and so stands still without audio.
 *
 * It counts how far the audio has fallen behind the wall clock since somebody last spoke: each second of the wall counts up, each
 * second of audio counts down again. Audio in real time therefore never counts, and no sound in advance is credited.
 */
import { idleWarningSec } from '../engine/session/idle-timer.js';
import type { WireEvent } from '../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { Warning } from './intake.js';

/** Gaps between frames below this, in seconds, never count as idle: audio in real time comes every 80 to 100 ms. Chosen by hand. */
const LEAST_QUIET_SEC = 0.3;

export class WallIdle {
  private readonly closeInSec: number;
  private behindMs = 0;
  /** Wall time up to which `behindMs` is counted. */
  private countedMs: number;
  private warned: { readonly wallMs: number; audioMs: number } | undefined;

  constructor(
    private readonly idleTimeoutSec: number,
    wallNowMs: number,
  ) {
    this.countedMs = wallNowMs;
    this.closeInSec = idleWarningSec(idleTimeoutSec);
  }

  /** Call when audio arrives. */
  audioCame(samples: number, wallNowMs: number): void {
    const audioMs = (samples / SAMPLE_RATE_HZ) * 1000;
    this.count(wallNowMs);
    this.behindMs = Math.max(0, this.behindMs - audioMs);
    if (this.warned) this.warned.audioMs += audioMs;
  }

  /** Call when events are sent: speech starts the count again. */
  eventsSent(events: readonly WireEvent[], wallNowMs: number): void {
    if (events.some(({ type }) => type === 'vad.start' || type === 'vad.end')) this.restart(wallNowMs);
  }

  /** Starts the count again. Call while the client waits for us. */
  restart(wallNowMs: number): void {
    this.behindMs = 0;
    this.countedMs = wallNowMs;
    this.warned = undefined;
  }

  /** Call at every tick. The close comes at the first call after the time that the warning announced. */
  step(wallNowMs: number): Warning | 'close' | undefined {
    const { idleTimeoutSec, closeInSec } = this;
    if (idleTimeoutSec <= 0) return undefined;
    this.count(wallNowMs);
    if (this.warned) return this.afterWarning(this.warned, wallNowMs);
    if (this.behindMs < Math.max(LEAST_QUIET_SEC, idleTimeoutSec - closeInSec) * 1000) return undefined;
    this.warned = { wallMs: wallNowMs, audioMs: 0 };
    return { type: 'warning', code: 'idle_timeout', close_in_s: closeInSec };
  }

  /** Takes the warning back if half of the time since then, or more, has come as audio: the client sends again. */
  private afterWarning(warned: { wallMs: number; audioMs: number }, wallNowMs: number): 'close' | undefined {
    const sinceMs = wallNowMs - warned.wallMs;
    if (sinceMs < this.closeInSec * 1000) return undefined;
    if (warned.audioMs * 2 >= sinceMs) this.restart(wallNowMs);
    else if (this.behindMs >= this.idleTimeoutSec * 1000) return 'close';
    return undefined;
  }

  private count(wallNowMs: number): void {
    this.behindMs += wallNowMs - this.countedMs;
    this.countedMs = wallNowMs;
  }
}
