/**
 * Keeps what one session holds in memory bounded: its socket is not read while too much waits for the engine or
 * too many events wait for the client. Says when the session cannot be helped and must go (close 1013).
 */
import type { WebSocket } from 'ws';
import type { Intake } from './intake.js';
import type { ServerLimits } from './server-options.js';

/** Frames and messages waiting at most, so that a flood of empty frames is bounded too. */
const MAX_ITEMS = 2000;
/** Characters of messages waiting at most, beyond the one message that passes it. */
const MAX_CHARACTERS = 1024 * 1024;
/** A client may be this far ahead of real time and still count as live, seconds. */
const REAL_TIME_SLACK_SEC = 1;

type FlowLimits = Pick<ServerLimits, 'maxQueuedAudioSec' | 'maxUnreadBytes' | 'overloadGraceSec'>;
type Socket = Pick<WebSocket, 'pause' | 'resume' | 'bufferedAmount'>;
type Backlog = Pick<Intake, 'queuedSec' | 'queuedCharacters' | 'length'>;

export class FlowControl {
  paused = false;
  private firstAudioMs: number | undefined;
  /** Since when, and at which audio second, the backlog has not been worked off. */
  private behind: { readonly sinceMs: number; readonly takenSec: number } | undefined;
  private unreadSinceMs: number | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly limits: FlowLimits,
  ) {}

  /** Call whenever the backlog changed, and from time to time. */
  regulate(backlog: Backlog, takenSec: number, wallNowMs: number): void {
    const { maxQueuedAudioSec, maxUnreadBytes } = this.limits;
    if (backlog.queuedSec > 0) this.firstAudioMs ??= wallNowMs;
    const unread = this.socket.bufferedAmount;
    if (unread > maxUnreadBytes) this.unreadSinceMs ??= wallNowMs;
    else this.unreadSinceMs = undefined;

    const full = (share: number): boolean =>
      backlog.queuedSec > maxQueuedAudioSec * share ||
      backlog.length > MAX_ITEMS * share ||
      backlog.queuedCharacters > MAX_CHARACTERS * share ||
      unread > maxUnreadBytes * share;
    if (!this.paused && full(1)) {
      this.paused = true;
      this.behind ??= { sinceMs: wallNowMs, takenSec };
      this.socket.pause();
    } else if (this.paused && !full(0.5)) {
      this.paused = false;
      this.socket.resume();
    }
    if (!full(0.1)) this.behind = undefined;
  }

  /** True when the engine has fallen behind real time, or the client has not read, for too long. */
  hopeless(wallNowMs: number, takenSec: number): boolean {
    const graceMs = this.limits.overloadGraceSec * 1000;
    if (this.unreadSinceMs !== undefined && wallNowMs - this.unreadSinceMs > graceMs) return true;
    if (!this.behind) return false;
    const wallMs = wallNowMs - this.behind.sinceMs;
    return wallMs > graceMs && (takenSec - this.behind.takenSec) * 1000 < wallMs;
  }

  /** False for a client that sends a recording faster than it was spoken; its lag says nothing about the server. */
  sentInRealTime(takenSec: number, queuedSec: number, wallNowMs: number): boolean {
    if (this.firstAudioMs === undefined) return true;
    return takenSec + queuedSec <= (wallNowMs - this.firstAudioMs) / 1000 + REAL_TIME_SLACK_SEC;
  }
}
