/** A server on a free port with short deadlines, and a bare WebSocket client that keeps the events that it receives. */
import pino from 'pino';
import { WebSocket, type ClientOptions } from 'ws';
import { PUBLISHED_POINTS } from '../../src/operating-points/published.js';
import { DEFAULT_LIMITS, type ServerLimits, type ServerOptions } from '../../src/server/server-options.js';
import { createServer, type Server } from '../../src/server/server.js';
import { scriptedSource, type EngineScript } from './scripted-engine.js';

export const KEY = 'test-key-1';

export interface TestServer extends Server {
  readonly port: number;
  /** Everything the server logged, as text. */
  readonly logged: () => string;
}

type Overrides = Partial<Omit<ServerOptions, 'limits'>> & {
  limits?: Partial<ServerLimits>;
  script?: EngineScript;
};

export async function startServer({ limits, script, ...overrides }: Overrides = {}): Promise<TestServer> {
  const lines: string[] = [];
  const server = await createServer({
    host: '127.0.0.1',
    port: 0,
    apiKeys: [KEY, 'test-key-2'],
    points: PUBLISHED_POINTS,
    engines: scriptedSource(script),
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    ...overrides,
    // A slow test machine must not cause the next session to be refused.
    limits: { ...DEFAULT_LIMITS, maxAdmitLagRatio: Infinity, ...limits },
  });
  return Object.assign(server, { port: Number(new URL(server.url).port), logged: () => lines.join('') });
}

export interface Closed {
  readonly code: number;
  readonly reason: string;
}

export class TestClient {
  readonly lines: string[] = [];
  readonly socket: WebSocket;
  readonly opened: Promise<void>;
  readonly closed: Promise<Closed>;
  private readonly waiters: (() => void)[] = [];

  constructor(server: TestServer, endpoint = 'stream', options: ClientOptions = {}) {
    this.socket = new WebSocket(`${server.url.replace('http', 'ws')}/v2/${endpoint}`, options);
    this.opened = new Promise((resolve, reject) => {
      this.socket.once('open', () => resolve());
      this.socket.once('error', reject);
    });
    this.opened.catch(() => undefined);
    this.closed = new Promise((resolve) =>
      this.socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    );
    this.socket.on('message', (data: Buffer) => {
      this.lines.push(data.toString());
      for (const wake of this.waiters.splice(0)) wake();
    });
  }

  get events(): Record<string, unknown>[] {
    return this.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** Opens and sends `session.start`, without waiting for an answer. */
  async start(fields: Record<string, unknown> = {}): Promise<this> {
    await this.opened;
    return this.json({ type: 'session.start', api_key: KEY, ...fields });
  }

  json(message: unknown): this {
    this.socket.send(JSON.stringify(message));
    return this;
  }

  text(text: string): this {
    this.socket.send(text);
    return this;
  }

  /** Sends samples (silence by default) as one frame. */
  audio(samples: Int16Array | number, source = 0): this {
    const pcm = typeof samples === 'number' ? new Int16Array(samples) : samples;
    this.socket.send(
      Buffer.concat([Buffer.of(source), Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)]),
    );
    return this;
  }

  /** The first event that matches, received already or later. */
  async event(matches: (event: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
    for (;;) {
      const found = this.events.find(matches);
      if (found) return found;
      await Promise.race([
        new Promise<void>((resolve) => this.waiters.push(resolve)),
        this.closed.then((close) => {
          if (!this.events.some(matches)) {
            throw new Error(`closed with ${JSON.stringify(close)} after ${this.lines.join(' ')}`);
          }
        }),
      ]);
    }
  }

  type(type: string): Promise<Record<string, unknown>> {
    return this.event((event) => event.type === type);
  }
}
