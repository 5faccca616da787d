/**
 * The `/v2` service: WebSocket upgrades, HTTP routes, the tick that checks deadlines, draining. A process has one instance;
 * `ServerOptions` brings everything that it needs.
 */
import { createServer as createHttpServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocketServer } from 'ws';
import type { Endpoint } from '../protocol/names.js';
import { CLOSE, MAX_FRAME_BYTES, type CloseFrame } from '../protocol/reasons.js';
import { Admission } from './admission.js';
import { ApiKeys } from './api-keys.js';
import { askedBy, type AskedSession } from './asked-session.js';
import { declineUpgrade } from './decline-upgrade.js';
import type { EngineSource } from './engine-source.js';
import { answerHttp } from './http-routes.js';
import { listenOn } from './listen.js';
import { Metrics } from './metrics.js';
import { sessionsBeyond } from './overload.js';
import { PageRoute } from './page-route.js';
import { ProfilesRoute } from './profiles-route.js';
import { ReasonedSocket } from './reasoned-socket.js';
import { RecordingRoutes } from './recording-routes.js';
import { Recorder } from './recorder.js';
import type { ServerLimits, ServerOptions } from './server-options.js';
import type { SessionHost } from './session-host.js';
import { SocketSession } from './socket-session.js';
import { TurnRoute } from './turn-route.js';

export interface Server {
  /** `http://host:port` or `https://…`. */
  readonly url: string;
  readonly metrics: Metrics;
  /** Refuses new sessions with 1013, lets open sessions and requests finish for up to `seconds`, closes the rest with 1001. */
  drain(seconds: number): Promise<void>;
}

const TICK_MS = 200;
/** How long a client may take to answer our close frame, in ms. Chosen by hand. */
const CLOSE_HANDSHAKE_MS = 2000;

const offersWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';

const HTTP_OPTIONS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  // Time for a body of 24 MiB at 1.7 Mbit/s; the benchmark's client waits 300 s in all.
  requestTimeout: 120_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 2000,
  // Node 24.9 and later call this, and answer other offers as plain requests. For older versions decline-upgrade.ts does so.
  shouldUpgradeCallback: offersWebSocket,
};

export async function createServer(options: ServerOptions): Promise<Server> {
  const server = new TurnwireServer(options);
  await server.listen();
  return server;
}

class TurnwireServer implements Server, SessionHost {
  readonly keys: ApiKeys;
  readonly admission: Admission;
  readonly metrics: Metrics;
  readonly limits: ServerLimits;
  readonly engines: EngineSource;
  readonly log: Logger;
  private readonly http: HttpServer;
  private readonly sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
    WebSocket: ReasonedSocket,
  });
  private readonly sessions = new Set<SocketSession>();
  /** Sockets without `session.start`, counted at each tick. */
  private pending = 0;
  /** HTTP requests that are not answered yet. */
  private answering = 0;
  private readonly clock: NodeJS.Timeout;
  private drained: Promise<void> | undefined;
  private onEmpty: (() => void) | undefined;

  constructor(private readonly options: ServerOptions) {
    const { engines, limits, log } = options;
    this.engines = engines;
    this.limits = limits;
    this.log = log;
    this.keys = new ApiKeys(options.apiKeys);
    this.admission = new Admission(limits, (endpoint) => engines.ready(endpoint));
    this.metrics = new Metrics({
      openSessions: (endpoint) => this.admission.openSessions(endpoint),
      pendingSockets: () => this.pending,
      worstBacklogSec: () => Math.max(0, ...[...this.sessions].map((session) => session.backlogSec)),
      queuedCalls: () => engines.load().queued,
    });
    engines.observe(this.metrics.observeCall);
    this.http = options.tls
      ? createHttpsServer({ ...HTTP_OPTIONS, ...options.tls, minVersion: 'TLSv1.2' })
      : createHttpServer(HTTP_OPTIONS);
    const routes = {
      profiles: new ProfilesRoute(options.points),
      turn: new TurnRoute(this.keys, engines, limits, () => this.admission.draining),
      page: new PageRoute(),
      recordings: new RecordingRoutes(this.keys, engines),
      metrics: this.metrics,
      log,
      ready: () => engines.ready('stream') && !this.admission.draining,
    };
    this.http.on('request', (request, response) => {
      this.answering += 1;
      response.once('close', () => {
        this.answering -= 1;
        this.checkEmpty();
      });
      void answerHttp(routes, request, response);
    });
    this.http.on('upgrade', (request, socket: Duplex, head) => this.upgrade(request, socket, head));
    this.clock = setInterval(() => this.tick(), TICK_MS);
  }

  get url(): string {
    const { address, family, port } = this.http.address() as AddressInfo;
    const host = family === 'IPv6' ? `[${address}]` : address;
    return `${this.options.tls ? 'https' : 'http'}://${host}:${port}`;
  }

  async listen(): Promise<void> {
    try {
      await listenOn(this.http, this.options);
    } catch (error) {
      clearInterval(this.clock);
      throw error;
    }
  }

  drain(seconds: number): Promise<void> {
    this.drained ??= this.stop(seconds);
    return this.drained;
  }

  async openRecorder(endpoint: Endpoint, sessionId: string): Promise<Recorder | undefined> {
    const { recordDir, log } = this.options;
    if (recordDir === undefined) return undefined;
    return Recorder.open(recordDir, endpoint, sessionId, (error) =>
      log.error({ session: sessionId, err: error }, 'a recording ends here; its session goes on'),
    );
  }

  private forget(session: SocketSession, ours: CloseFrame | undefined): void {
    this.sessions.delete(session);
    if (session.started) {
      const by = ours ? { code: ours.code, reason: withoutValues(ours.reason) } : { code: 'left' };
      this.log.info({ session: session.id, endpoint: session.endpoint, ...by }, 'session closed');
    }
    this.checkEmpty();
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!offersWebSocket(request)) return declineUpgrade(this.http, request, socket, head);
    // Without this listener, a reset during the handshake would end the process.
    socket.on('error', () => undefined);
    const asked = askedBy(request.url);
    if (!asked) return refuse(socket, '404 Not Found');
    if (!this.originAllowed(request)) return refuse(socket, '403 Forbidden');
    if (this.pending >= this.limits.maxPending) return refuse(socket, '503 Service Unavailable');
    this.sockets.handleUpgrade(request, socket, head, (websocket) => this.connect(websocket, asked));
  }

  private connect(websocket: ReasonedSocket, asked: AskedSession): void {
    const session = new SocketSession(websocket, asked, this, (over, ours) => this.forget(over, ours));
    this.sessions.add(session);
    this.pending += 1;
    if (this.admission.draining) session.close(CLOSE.atCapacity);
  }

  /** Only browsers send Origin. The page of this server is always allowed. */
  private originAllowed({ headers }: IncomingMessage): boolean {
    const { allowOrigins, tls } = this.options;
    const { origin, host } = headers;
    if (!allowOrigins || origin === undefined) return true;
    return allowOrigins.includes(origin) || origin === `${tls ? 'https' : 'http'}://${host}`;
  }

  private tick(): void {
    const wallNowMs = performance.now();
    let pending = 0;
    for (const session of this.sessions) {
      session.tick(wallNowMs);
      if (session.isPending) pending += 1;
    }
    this.pending = pending;
    const graceMs = this.limits.overloadGraceSec * 1000;
    for (const session of sessionsBeyond(this.sessions, wallNowMs, graceMs)) session.close(CLOSE.atCapacity);
  }

  private async stop(seconds: number): Promise<void> {
    this.admission.draining = true;
    for (const session of this.sessions) if (session.isPending) session.close(CLOSE.atCapacity);
    await this.empty(seconds * 1000);
    for (const session of this.sessions) session.close(CLOSE.goingAway);
    await this.empty(CLOSE_HANDSHAKE_MS);
    for (const session of this.sessions) session.terminate();
    await this.empty(CLOSE_HANDSHAKE_MS);
    clearInterval(this.clock);
    await new Promise<void>((resolve) => {
      this.http.close(() => resolve());
      this.http.closeAllConnections();
    });
    await this.engines.close();
  }

  private get isEmpty(): boolean {
    return this.sessions.size === 0 && this.answering === 0;
  }

  private checkEmpty(): void {
    if (this.isEmpty) this.onEmpty?.();
  }

  /** Resolves when no session and no request is left, or after `ms`. */
  private empty(ms: number): Promise<void> {
    if (this.isEmpty) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.onEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

/** The reason without the values that the client sent: a key in a wrong field must not reach the logs. */
function withoutValues(reason: string): string {
  return reason.replace(/( got |'|\[|unknown language mode ).*$/s, '$1…');
}
