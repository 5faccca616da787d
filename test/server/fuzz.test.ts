/**
 * Hostile clients, from a seed: whatever they send, the server lives, holds no memory for them, and the sessions beside
 * them get exactly the log they would have got alone.
 */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { KEY, startServer, TestClient, type TestServer } from '../helpers/server-harness.js';

/** mulberry32: small, seeded, good enough to fuzz with. */
function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Rng = () => number;
const int = (rng: Rng, below: number): number => Math.floor(rng() * below);
const bytes = (rng: Rng, length: number): Buffer => Buffer.from(Array.from({ length }, () => int(rng, 256)));
const start = { type: 'session.start', api_key: KEY };

const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  'x'.repeat(300),
  [],
  {},
  [null],
  { pin: 1 },
  '\u0000',
  '💥',
];

/** A `session.start` with some fields replaced by nonsense. */
function oddStart(rng: Rng): string {
  const fields: Record<string, unknown> = { ...start };
  const names = [
    'api_key',
    'mode',
    'language',
    'eot',
    'signals',
    'idle_timeout_s',
    'inference_interval',
    'messages',
    '__proto__',
  ];
  for (let i = 0; i < 3; i++) fields[names[int(rng, names.length)]!] = VALUES[int(rng, VALUES.length)];
  return JSON.stringify(fields);
}

/** What a hostile client may do once connected, any number of times. */
const ACTIONS: readonly ((socket: WebSocket, rng: Rng) => void)[] = [
  (socket, rng) => socket.send(bytes(rng, int(rng, 400))),
  (socket, rng) => socket.send(JSON.stringify(start).slice(0, int(rng, 60))),
  (socket, rng) => socket.send(oddStart(rng)),
  (socket) => socket.send(JSON.stringify(start)),
  (socket) => socket.send(JSON.stringify({ type: 'session.end' })),
  (socket, rng) => socket.send(JSON.stringify({ type: VALUES[int(rng, VALUES.length)], phase: 'start' })),
  (socket, rng) => socket.send(Buffer.alloc(1024 * 1024 - 1 + int(rng, 3))),
  (socket, rng) => socket.send('['.repeat(1 + int(rng, 50_000))),
  (socket, rng) => socket.send(bytes(rng, 50), { binary: false }),
  (socket, rng) => socket.send(Buffer.alloc(1 + 2 * int(rng, 8000)), { fin: rng() < 0.5 }),
  (socket, rng) => socket.ping(bytes(rng, int(rng, 125))),
  (socket) => socket.pause(),
  (socket) => socket.close(4000 + 7, 'bye'),
  (socket) => socket.terminate(),
];

/** Bytes written under the WebSocket layer: broken handshakes and frames. */
const UPGRADE = `GET /v2/stream HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${'a'.repeat(22)}==\r\nSec-WebSocket-Version: 13\r\n\r\n`;
const RAW: readonly ((rng: Rng) => Buffer)[] = [
  (rng) => bytes(rng, 1 + int(rng, 500)),
  (rng) => Buffer.from(UPGRADE.slice(0, int(rng, UPGRADE.length))),
  (rng) => Buffer.concat([Buffer.from(UPGRADE), bytes(rng, int(rng, 300))]),
  // A masked frame that announces 2^62 bytes, an unmasked one, one with reserved bits, a fragmented ping.
  () => Buffer.concat([Buffer.from(UPGRADE), Buffer.from('82ff40000000000000000000000000', 'hex')]),
  () => Buffer.concat([Buffer.from(UPGRADE), Buffer.from('8105', 'hex'), Buffer.from('hello')]),
  () => Buffer.concat([Buffer.from(UPGRADE), Buffer.from('f18000000000', 'hex')]),
  () => Buffer.concat([Buffer.from(UPGRADE), Buffer.from('098000000000', 'hex')]),
  () => Buffer.from(UPGRADE.replace('13', '99')),
  () => Buffer.from('POST /v1/turn HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999999\r\n\r\n{'),
  () =>
    Buffer.from(
      `POST /v1/turn HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`,
    ),
];

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function attack(server: TestServer, seed: number): Promise<void> {
  const rng = random(seed);
  if (rng() < 0.3) return rawAttack(server, rng);
  const endpoint = rng() < 0.5 ? 'stream' : 'room';
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v2/${endpoint}`);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('open', resolve).once('close', resolve));
  if (rng() < 0.5) socket.send(JSON.stringify(start));
  for (let i = int(rng, 12); i > 0 && socket.readyState === WebSocket.OPEN; i--) {
    ACTIONS[int(rng, ACTIONS.length)]!(socket, rng);
    if (rng() < 0.3) await wait(int(rng, 5));
  }
  if (rng() < 0.7) socket.terminate();
  else socket.close();
  await wait(int(rng, 10));
  socket.terminate();
}

async function rawAttack(server: TestServer, rng: Rng): Promise<void> {
  const socket: Socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  socket.write(RAW[int(rng, RAW.length)]!(rng));
  await wait(int(rng, 20));
  if (rng() < 0.5) socket.resetAndDestroy();
  else socket.end();
  await wait(int(rng, 10));
  socket.destroy();
}

/** A well-behaved session that takes about `seconds`; gives back its log. */
async function witness(server: TestServer, seconds: number): Promise<string[]> {
  const client = await new TestClient(server).start();
  for (let i = 0; i < seconds * 10; i++) {
    client.audio(3200);
    if (i % 7 === 0) client.json({ type: 'finalize' });
    await wait(100);
  }
  expect(await client.json({ type: 'session.end' }).closed).toEqual({ code: 1000, reason: '' });
  return client.lines.map((line) => line.replace(/"session_id":"[^"]+"/, ''));
}

describe('fuzz', () => {
  let server: TestServer;
  beforeAll(async () => (server = await startServer({ limits: { maxSessions: 1000, maxRooms: 200 } })));
  afterAll(() => server.drain(0));

  it('600 seeded attacks: the sessions beside them notice nothing, nothing is left over', async () => {
    const alone = await witness(server, 1);
    const attacks = (async () => {
      for (let seed = 0; seed < 600; seed += 20) {
        await Promise.all(Array.from({ length: 20 }, (_, i) => attack(server, seed + i)));
      }
    })();
    const beside = await Promise.all([witness(server, 1), witness(server, 1), witness(server, 1)]);
    for (const log of beside) expect(log).toEqual(alone);
    await attacks;
    expect(await witness(server, 1)).toEqual(alone);
    expect(server.logged()).not.toContain('session failed');
    expect(server.logged()).not.toContain('request failed');
    for (let i = 0; i < 100 && /turnwire_sessions_open\{\S+\} [1-9]/.test(await server.metrics.render()); i++)
      await wait(100);
    const metrics = await server.metrics.render();
    expect(metrics).toContain('turnwire_sessions_open{endpoint="stream"} 0');
    expect(metrics).toContain('turnwire_sessions_open{endpoint="room"} 0');
    expect(metrics).toContain('turnwire_pending_sockets 0');
  });

  it('a client that never reads is dropped, and its events are not kept without bound', async () => {
    const flooding = await startServer({
      script: { eventsPerSecond: 5000 },
      limits: { maxUnreadBytes: 100_000, overloadGraceSec: 1 },
    });
    const client = await new TestClient(flooding).start();
    await client.type('session.started');
    client.socket.pause();
    for (let i = 0; i < 400; i++) client.audio(16_000);
    for (let i = 0; i < 150 && !flooding.logged().includes('session closed'); i++) {
      await wait(100);
      // Our own pause would also hide the server's close; it shows in the server's log.
      if (/turnwire_sessions_open\{endpoint="stream"\} 0/.test(await flooding.metrics.render())) break;
    }
    expect(await flooding.metrics.render()).toContain('turnwire_sessions_open{endpoint="stream"} 0');
    client.socket.terminate();
    await flooding.drain(0);
  });
});
