/**
 * Decides whether one more session fits: fixed limits, and how late the sessions already open are. Refusing early is
 * what keeps the turn events of admitted sessions on time.
 */
import type { Endpoint } from '../protocol/names.js';
import { CLOSE, type CloseFrame } from '../protocol/reasons.js';
import type { ServerLimits } from './server-options.js';

/** Event lag each endpoint aims to stay under at the 99th percentile, milliseconds. */
const LAG_AIM_MS = { stream: 150, room: 500 } as const satisfies Record<Endpoint, number>;

/** Lags older than this no longer count, wall milliseconds. */
const WINDOW_MS = 5000;
/** Fewer lags than this say nothing. */
const MIN_LAGS = 50;
const MAX_LAGS = 16_384;

interface Lag {
  readonly wallMs: number;
  readonly ratio: number;
}

export class Admission {
  private readonly open: Record<Endpoint, number> = { stream: 0, room: 0 };
  private readonly lags: Lag[] = [];
  draining = false;

  constructor(
    private readonly limits: ServerLimits,
    private readonly ready: (endpoint: Endpoint) => boolean,
  ) {}

  openSessions(endpoint: Endpoint): number {
    return this.open[endpoint];
  }

  /** Takes a place, or says how to close. Call `leave` for every place taken. */
  enter(endpoint: Endpoint, wallNowMs: number): CloseFrame | undefined {
    if (this.draining || !this.ready(endpoint) || !this.fits(endpoint) || this.late(wallNowMs)) {
      return CLOSE.atCapacity;
    }
    this.open[endpoint] += 1;
    return undefined;
  }

  leave(endpoint: Endpoint): void {
    this.open[endpoint] -= 1;
  }

  /** Books how long a piece of audio took from arrival to done. */
  observeLag(endpoint: Endpoint, lagMs: number, wallNowMs: number): void {
    this.lags.push({ wallMs: wallNowMs, ratio: lagMs / LAG_AIM_MS[endpoint] });
    if (this.lags.length > MAX_LAGS) this.lags.splice(0, MAX_LAGS / 2);
  }

  private fits(endpoint: Endpoint): boolean {
    const { maxSessions, maxRooms, streamsPerRoom } = this.limits;
    const weight = { stream: 1, room: streamsPerRoom };
    const used = this.open.stream * weight.stream + this.open.room * weight.room;
    if (endpoint === 'room') return this.open.room < maxRooms && used < maxSessions;
    return used + weight.stream <= maxSessions;
  }

  private late(wallNowMs: number): boolean {
    const recent = this.lags
      .filter(({ wallMs }) => wallNowMs - wallMs <= WINDOW_MS)
      .map(({ ratio }) => ratio);
    if (recent.length < MIN_LAGS) return false;
    recent.sort((a, b) => a - b);
    // Events wait in a few pieces of a hundred, at pauses: a lower percentile sees an overload when it is too late.
    return recent[Math.floor(recent.length * 0.99)]! > this.limits.maxAdmitLagRatio;
  }
}
