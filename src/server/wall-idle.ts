/**
 * The idle timeout by the wall clock, for a client that sends no audio at all (docs/protocol.md, "Idle sessions"). It gives the
 * same warning and close as the engine's timer, which runs on audio time and so stands still without audio.
 */
import { idleWarningSec } from '../engine/session/idle-timer.js';
import type { Warning } from './intake.js';

/** Gaps between frames below this, in seconds, never count as idle: audio in real time comes every 80 to 100 ms. Chosen by hand. */
const LEAST_QUIET_SEC = 0.3;

export class WallIdle {
  private readonly closeInSec: number;
  private lastAudioMs: number;
  private warnedMs: number | undefined;

  constructor(
    private readonly idleTimeoutSec: number,
    wallNowMs: number,
  ) {
    this.lastAudioMs = wallNowMs;
    this.closeInSec = idleWarningSec(idleTimeoutSec);
  }

  /** Call when audio arrives. */
  audioCame(wallNowMs: number): void {
    this.lastAudioMs = wallNowMs;
    this.warnedMs = undefined;
  }

  /** Call at every tick. The close comes at the first call after the time that the warning announced. */
  step(wallNowMs: number): Warning | 'close' | undefined {
    const { idleTimeoutSec, closeInSec, lastAudioMs, warnedMs } = this;
    if (idleTimeoutSec <= 0) return undefined;
    if (warnedMs !== undefined) return wallNowMs - warnedMs >= closeInSec * 1000 ? 'close' : undefined;
    const warnAfterSec = Math.max(LEAST_QUIET_SEC, idleTimeoutSec - closeInSec);
    if (wallNowMs - lastAudioMs < warnAfterSec * 1000) return undefined;
    this.warnedMs = wallNowMs;
    return { type: 'warning', code: 'idle_timeout', close_in_s: closeInSec };
  }
}
