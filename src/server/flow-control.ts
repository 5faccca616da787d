/**
 * Limits the memory of one session: its socket is not read while too much audio waits for the engine or too many events wait for
 * the client. Also measures how fast a session is served that has fallen behind (overload.ts), and whether its client reads.
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

/** How fast the engine takes the audio of a session that has fallen behind real time. */
export interface Pace {
  /** Wall time over which it was measured, ms. */
  readonly wallMs: number;
  /** Seconds of audio taken in each second of that time. */
  readonly audioSecPerSec: number;
}

type FlowLimits = Pick<ServerLimits, 'maxQueuedAudioSec' | 'maxUnreadBytes' | 'overloadGraceSec'>;
type Socket = Pick<WebSocket, 'pause' | 'resume' | 'bufferedAmount'>;
type Backlog = Pick<Intake, 'queuedSec' | 'queuedCharacters' | 'length'>;

export class FlowControl {
  paused = false;
  private firstAudioMs: number | undefined;
  /** Wall time and audio second from which on the pace is measured, while the backlog has not been empty. */
  private behind: { readonly sinceMs: number; readonly takenSec: number } | undefined;
  private unreadSinceMs: number | undefined;
  private takenSec = 0;

  constructor(
    private readonly socket: Socket,
    private readonly limits: FlowLimits,
  ) {}

  /**
   * Call when the backlog has changed, and at every tick.
   * @param takenSec seconds of audio that the engine has taken so far
   */
  regulate(backlog: Backlog, takenSec: number, wallNowMs: number): void {
    const { maxQueuedAudioSec, maxUnreadBytes } = this.limits;
    this.takenSec = takenSec;
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

  /** How fast audio is taken while some of it waits; undefined while the engine keeps up. */
  pace(wallNowMs: number): Pace | undefined {
    if (!this.behind) return undefined;
    const wallMs = wallNowMs - this.behind.sinceMs;
    // In its first millisecond nothing has been measured.
    const audioSecPerSec = wallMs > 0 ? ((this.takenSec - this.behind.takenSec) * 1000) / wallMs : 0;
    return { wallMs, audioSecPerSec };
  }

  /** Measures the pace from now on. */
  restartPace(wallNowMs: number): void {
    if (this.behind) this.behind = { sinceMs: wallNowMs, takenSec: this.takenSec };
  }

  /** True if the client has not read its events for too long. */
  isUnread(wallNowMs: number): boolean {
    const graceMs = this.limits.overloadGraceSec * 1000;
    return this.unreadSinceMs !== undefined && wallNowMs - this.unreadSinceMs > graceMs;
  }

  /** False for a client that sends a recording faster than real time; its lag says nothing about the server. */
  sentInRealTime(takenSec: number, queuedSec: number, wallNowMs: number): boolean {
    if (this.firstAudioMs === undefined) return true;
    return takenSec + queuedSec <= (wallNowMs - this.firstAudioMs) / 1000 + REAL_TIME_SLACK_SEC;
  }
}
