/**
 * Idle timeout of a connection that sends no audio at all, by the wall clock (docs/protocol.md, "Idle sessions"): the same warning and the
 * same close as the engine's own, which runs on audio time and so cannot see a client that sends nothing.
 */
import { idleWarningSec } from '../engine/session/idle-timer.js';
import type { Warning } from './intake.js';

/** Less than this between two frames is no silence of the client's: audio in real time comes every 80 to 100 ms. */
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

  heard(wallNowMs: number): void {
    this.lastAudioMs = wallNowMs;
    this.warnedMs = undefined;
  }

  /** Call from time to time: the close comes at the first call that leaves the time its warning told. */
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
