/** The options of `createServer`. src/cli/serve fills them from flags; tests shorten the times. */
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
  /** PEM certificate chain and key. If given, the server speaks https and wss only. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
  /** The operating points that `GET /v2/eot/profiles` publishes. */
  readonly points: PointsTable;
  readonly engines: EngineSource;
  readonly log: Logger;
  /** Folder in which the audio and the log of each session are saved. Default: nothing is saved. */
  readonly recordDir?: string;
  /** Browser origins that may open sockets. Default: any, because each session needs a key as well. */
  readonly allowOrigins?: readonly string[];
  readonly limits: ServerLimits;
}

export interface ServerLimits {
  /** Most open stream sessions. A larger value than the machine can hold makes every session late. */
  readonly maxSessions: number;
  /** Most open room sessions. Each also counts as `streamsPerRoom` streams in `maxSessions`. */
  readonly maxRooms: number;
  /** Number of streams that cost as much as one room. */
  readonly streamsPerRoom: number;
  /** Most sockets that have not sent `session.start` yet; more are refused with HTTP 503. */
  readonly maxPending: number;
  /** Seconds a socket may wait before `session.start`. */
  readonly startDeadlineSec: number;
  /** Most audio of a session that may wait for the engine, in seconds. Above it the socket is not read until half is processed. */
  readonly maxQueuedAudioSec: number;
  /** Wall seconds a full session may fall behind real time before it is closed with 1013. */
  readonly overloadGraceSec: number;
  /** New sessions are refused while the 99th percentile of lag divided by its aim (stream 150 ms, room 500 ms) exceeds this ratio. */
  readonly maxAdmitLagRatio: number;
  /** Most bytes of events that a client may leave unread; above it, its audio is not read. */
  readonly maxUnreadBytes: number;
  /** Wall seconds between pings. A socket that answered neither of the last two is dropped. */
  readonly pingSec: number;
  /** Largest body of `POST /v1/turn`, bytes. */
  readonly maxTurnBytes: number;
  /** Most `POST /v1/turn` requests at a time; more get 503. */
  readonly maxTurns: number;
}

/** Defaults, chosen by hand. The counts are for two or three cores; `turnwire serve` replaces them by the number of workers. */
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
