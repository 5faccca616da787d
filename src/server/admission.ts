/**
 * Decides whether one more session fits, by fixed limits and by how late the open sessions are. Refusing early keeps the turn
 * events of the admitted sessions on time.
 */
import type { Endpoint } from '../protocol/names.js';
import { CLOSE, type CloseFrame } from '../protocol/reasons.js';
import type { ServerLimits } from './server-options.js';

/** Aim of each endpoint for the 99th percentile of event lag, in ms (docs/protocol.md, "Load"). */
const LAG_AIM_MS = { stream: 150, room: 500 } as const satisfies Record<Endpoint, number>;

/** Lags older than this, in wall ms, no longer count. Chosen by hand: a longer window refuses longer after a short overload. */
const WINDOW_MS = 5000;
/** With fewer lags than this no session is refused for lateness: a percentile of few values says little. Chosen by hand. */
const MIN_LAGS = 50;
/** Most lags remembered, a limit on memory. */
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

  /** Takes a place, or returns the close frame of the refusal. Call `leave` once for each place taken. */
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

  /** Notes the time from the arrival of a piece of audio to its last event, in ms. */
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
    // Only a few pieces in a hundred, those at pauses, have events that wait. A lower percentile would notice an overload too late.
    return recent[Math.floor(recent.length * 0.99)]! > this.limits.maxAdmitLagRatio;
  }
}
