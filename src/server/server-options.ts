/** Everything `createServer` can be told. The command line (src/cli/serve.ts) fills it; tests shorten the times. */
import type { Logger } from 'pino';
import type { PointsTable } from '../operating-points/published.js';
import { START_DEADLINE_SEC } from '../protocol/reasons.js';
import type { EngineSource } from './engine-source.js';

export interface ServerOptions {
  /** Address to listen on. Default 127.0.0.1: this machine only. */
  readonly host: string;
  /** TCP port, 0 for a free one. */
  readonly port: number;
  /** Keys a session may present; at least one. */
  readonly apiKeys: readonly string[];
  /** PEM certificate chain and key; with them the server speaks https and wss only. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
  /** What `GET /v2/eot/profiles` publishes. */
  readonly points: PointsTable;
  readonly engines: EngineSource;
  readonly log: Logger;
  /** Folder for the audio and log of each session. Default: nothing is kept. */
  readonly recordDir?: string;
  /** Browser origins that may open sockets. Default: any (a key is needed all the same). */
  readonly allowOrigins?: readonly string[];
  readonly limits: ServerLimits;
}

export interface ServerLimits {
  /** Open stream sessions. Raising it beyond what the machine holds makes every session late. */
  readonly maxSessions: number;
  /** Open room sessions. A room counts as `streamsPerRoom` streams in `maxSessions` too. */
  readonly maxRooms: number;
  /** Streams that cost as much as one room. */
  readonly streamsPerRoom: number;
  /** Sockets that have not sent `session.start` yet; more are refused with HTTP 503. */
  readonly maxPending: number;
  /** Seconds a socket may wait before `session.start`. */
  readonly startDeadlineSec: number;
  /** Audio a session may have waiting, seconds; beyond it the socket is not read until half is worked off. */
  readonly maxQueuedAudioSec: number;
  /** Wall seconds a full session may fall behind real time before it is closed with 1013. */
  readonly overloadGraceSec: number;
  /** New sessions are refused while the 99th percentile of lag over its aim (stream 150 ms, room 500 ms) is above this ratio. */
  readonly maxAdmitLagRatio: number;
  /** Bytes of events a client may leave unread before its audio is no longer read. */
  readonly maxUnreadBytes: number;
  /** Wall seconds between pings; a socket that answered none of the last two is dropped. */
  readonly pingSec: number;
  /** Largest body of `POST /v1/turn`, bytes. */
  readonly maxTurnBytes: number;
  /** `POST /v1/turn` requests held at once; more get 503. */
  readonly maxTurns: number;
}

export const DEFAULT_LIMITS = {
  maxSessions: 24,
  maxRooms: 6,
  streamsPerRoom: 4,
  maxPending: 1024,
  startDeadlineSec: START_DEADLINE_SEC,
  maxQueuedAudioSec: 5,
  overloadGraceSec: 10,
  maxAdmitLagRatio: 1.5,
  maxUnreadBytes: 1024 * 1024,
  pingSec: 30,
  maxTurnBytes: 24 * 1024 * 1024,
  maxTurns: 64,
} as const satisfies ServerLimits;
