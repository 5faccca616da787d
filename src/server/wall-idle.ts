/**
 * Idle timeout of a connection that sends no audio at all, by the wall clock (decisions.md): the same warning and the
 * same close as the engine's own, which runs on audio time and so cannot see a client that sends nothing.
 */
import { idleWarningSec } from '../engine/idle-timer.js';
import type { Warning } from './intake.js';

export class WallIdle {
  private readonly closeInSec: number;
  private lastAudioMs: number;
  private warned = false;

  constructor(
    private readonly idleTimeoutSec: number,
    wallNowMs: number,
  ) {
    this.lastAudioMs = wallNowMs;
    this.closeInSec = idleWarningSec(idleTimeoutSec);
  }

  heard(wallNowMs: number): void {
    this.lastAudioMs = wallNowMs;
    this.warned = false;
  }

  step(wallNowMs: number): Warning | 'close' | undefined {
    if (this.idleTimeoutSec <= 0) return undefined;
    const quietSec = (wallNowMs - this.lastAudioMs) / 1000;
    if (this.warned) return quietSec >= this.idleTimeoutSec ? 'close' : undefined;
    if (quietSec < this.idleTimeoutSec - this.closeInSec) return undefined;
    this.warned = true;
    return { type: 'warning', code: 'idle_timeout', close_in_s: this.closeInSec };
  }
}
