/**
 * Limits the memory of one session: its socket is not read while too much audio waits for the engine or too many events wait for
 * the client. Also decides when a session has fallen too far behind and must be closed (1013).
 */
import type { WebSocket } from 'ws';
import type { Intake } from './intake.js';
import type { ServerLimits } from './server-options.js';

/** Most frames and messages in the queue, so that a flood of empty frames is limited too. Chosen by hand. */
const MAX_ITEMS = 2000;
/** Most characters of messages in the queue; the message that exceeds it is still taken. Chosen by hand. */
const MAX_CHARACTERS = 1024 * 1024;
/** A client that is at most this far ahead of real time, in seconds, counts as live. Chosen by hand: clients buffer a little. */
const REAL_TIME_SLACK_SEC = 1;

type FlowLimits = Pick<ServerLimits, 'maxQueuedAudioSec' | 'maxUnreadBytes' | 'overloadGraceSec'>;
type Socket = Pick<WebSocket, 'pause' | 'resume' | 'bufferedAmount'>;
type Backlog = Pick<Intake, 'queuedSec' | 'queuedCharacters' | 'length'>;

export class FlowControl {
  paused = false;
  private firstAudioMs: number | undefined;
  /** Wall time and audio second from which on the backlog has not been empty. */
  private behind: { readonly sinceMs: number; readonly takenSec: number } | undefined;
  private unreadSinceMs: number | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly limits: FlowLimits,
  ) {}

  /** Call when the backlog has changed, and at every tick. */
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

  /** True if the engine has been behind real time, or the client has not read its events, for too long. */
  hopeless(wallNowMs: number, takenSec: number): boolean {
    const graceMs = this.limits.overloadGraceSec * 1000;
    if (this.unreadSinceMs !== undefined && wallNowMs - this.unreadSinceMs > graceMs) return true;
    if (!this.behind) return false;
    const wallMs = wallNowMs - this.behind.sinceMs;
    return wallMs > graceMs && (takenSec - this.behind.takenSec) * 1000 < wallMs;
  }

  /** False for a client that sends a recording faster than real time; its lag says nothing about the server. */
  sentInRealTime(takenSec: number, queuedSec: number, wallNowMs: number): boolean {
    if (this.firstAudioMs === undefined) return true;
    return takenSec + queuedSec <= (wallNowMs - this.firstAudioMs) / 1000 + REAL_TIME_SLACK_SEC;
  }
}
