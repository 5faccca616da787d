/** How sessions that were begun end, and what a full or stopping server closes with (service-v2 section 7, decisions.md). */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnloadableLanguages } from '../../src/protocol/errors.js';
import { startServer, TestClient, type TestServer } from '../helpers/server-harness.js';

let server: TestServer;
/** Its engine takes a quarter of a second for a second of audio. */
let busy: TestServer;
beforeAll(async () => {
  server = await startServer();
  busy = await startServer({ script: { msPerSecond: 250 } });
});
afterAll(() => Promise.all([server.drain(0), busy.drain(0)]));

const client = (endpoint = 'stream'): TestClient => new TestClient(server, endpoint);

describe.each(['stream', 'room'])('closes of an open session on %s', (endpoint) => {
  it('session.end: summary, then 1000', async () => {
    const session = await client(endpoint).start();
    expect(await session.audio(24_000).json({ type: 'session.end' }).closed).toEqual({
      code: 1000,
      reason: '',
    });
    expect(session.events.at(-1)).toMatchObject({ type: 'session.summary', audio_s: 1.5, turns: 0, seq: 2 });
  });

  it.each(['{"type":', '[1]'])('text that is no JSON object (%s): 1007', async (text) => {
    const session = await client(endpoint).start();
    await session.type('session.started');
    expect(await session.text(text).closed).toEqual({ code: 1007, reason: 'malformed JSON' });
  });

  it('text that is no JSON closes behind all that came before it, however busy the engine', async () => {
    const session = await new TestClient(busy, endpoint).start();
    const { closed } = session.audio(24_000).json({ type: 'nonsense' }).text('{oops');
    expect(await closed).toEqual({ code: 1007, reason: 'malformed JSON' });
    expect(session.events.at(-1)).toMatchObject({ type: 'warning', code: 'bad_message' });
  });

  it('what comes after session.end does not count', async () => {
    const session = await new TestClient(busy, endpoint).start();
    const { closed } = session.audio(24_000).json({ type: 'session.end' }).text('{oops').audio(1600);
    expect(await closed).toEqual({ code: 1000, reason: '' });
    expect(session.events.at(-1)).toMatchObject({ type: 'session.summary', audio_s: 1.5 });
  });

  it('a text frame that is not UTF-8: 1007', async () => {
    const session = await client(endpoint).start();
    await session.type('session.started');
    session.socket.send(Buffer.of(0xc3, 0x28), { binary: false });
    expect(await session.closed).toEqual({ code: 1007, reason: 'malformed JSON' });
  });

  it('a frame over 1 MiB: 1009', async () => {
    const session = await client(endpoint).start();
    await session.type('session.started');
    session.socket.send(Buffer.alloc(1024 * 1024 + 1));
    expect(await session.closed).toEqual({ code: 1009, reason: 'frame over 1 MiB' });
  });

  it('a frame of exactly 1 MiB is taken (and warned of: its sample bytes are odd)', async () => {
    const session = await client(endpoint).start();
    session.socket.send(Buffer.alloc(1024 * 1024));
    expect(await session.event(({ code }) => code === 'bad_audio')).toMatchObject({ type: 'warning' });
    session.socket.close();
  });

  it('no audio at all for idle_timeout_s by the wall clock: warning, then 1000 idle_timeout', async () => {
    const session = await client(endpoint).start({ idle_timeout_s: 0.8 });
    expect(await session.event(({ code }) => code === 'idle_timeout')).toMatchObject({
      type: 'warning',
      schema_version: 2,
      seq: 1,
      close_in_s: 0.4,
    });
    expect(await session.closed).toEqual({ code: 1000, reason: 'idle_timeout' });
  });

  it('audio holds the wall clock of the idle timeout off', async () => {
    const session = await client(endpoint).start({ idle_timeout_s: 0.9 });
    for (let i = 0; i < 10; i++) {
      await new Promise((resolve) => setTimeout(resolve, 80));
      session.audio(1280);
    }
    expect(session.events.filter(({ type }) => type === 'warning')).toEqual([]);
    expect(await session.closed).toEqual({ code: 1000, reason: 'idle_timeout' });
  });

  it('a trickle of audio does not', async () => {
    const session = await client(endpoint).start({ idle_timeout_s: 0.9 });
    const trickle = setInterval(() => session.audio(16), 100);
    expect(await session.closed).toEqual({ code: 1000, reason: 'idle_timeout' });
    clearInterval(trickle);
  });

  it('frames that are dropped do not reset it', async () => {
    const session = await client(endpoint).start({ idle_timeout_s: 0.9 });
    const dropped = setInterval(() => session.socket.send(Buffer.of(0)), 100);
    expect(await session.closed).toEqual({ code: 1000, reason: 'idle_timeout' });
    clearInterval(dropped);
  });

  it('audio that waits for the engine holds it off', async () => {
    const session = await new TestClient(busy, endpoint).start({ idle_timeout_s: 0.3 });
    const { closed } = session.audio(64_000).json({ type: 'session.end' });
    expect(await closed).toEqual({ code: 1000, reason: '' });
    expect(session.events.at(-1)).toMatchObject({ type: 'session.summary', audio_s: 4 });
  });

  it('so does session.end, however long its summary takes', async () => {
    const slow = await startServer({ script: { msPerSecond: 8000 } });
    const session = await new TestClient(slow, endpoint).start({ idle_timeout_s: 0.3 });
    const { closed } = session.audio(1600).json({ type: 'session.end' });
    expect(await closed).toEqual({ code: 1000, reason: '' });
    expect(session.events.at(-1)).toMatchObject({ type: 'session.summary', audio_s: 0.1 });
    await slow.drain(0);
  });

  it('so does the wait for session.started, however long its models take', async () => {
    const loading = await startServer({ script: { prepareMs: 1000 } });
    const session = new TestClient(loading, endpoint).start({ idle_timeout_s: 0.6 });
    expect(await (await session).closed).toEqual({ code: 1000, reason: 'idle_timeout' });
    expect((await session).events.map(({ type }) => type)).toEqual(['session.started', 'warning']);
    await loading.drain(0);
  });

  it('idle_timeout_s of 0 never closes', async () => {
    const session = await client(endpoint).start({ idle_timeout_s: 0 });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(await session.json({ type: 'session.end' }).closed).toEqual({ code: 1000, reason: '' });
  });
});

describe('a fault in one engine', () => {
  it('closes that session with 1011 and no other, and the log has the cause', async () => {
    const faulty = await startServer({ script: { failAtSec: 1 } });
    const [victim, other] = await Promise.all([
      new TestClient(faulty).start(),
      new TestClient(faulty).start(),
    ]);
    other.audio(8000);
    expect(await victim.audio(16_000).closed).toEqual({ code: 1011, reason: 'internal error' });
    expect(await other.json({ type: 'session.end' }).closed).toEqual({ code: 1000, reason: '' });
    expect(faulty.logged()).toContain('scripted fault');
    await faulty.drain(0);
  });
});

describe('a model that cannot be loaded', () => {
  const others = ['ar', 'zh', 'nl', 'fr', 'de', 'hi', 'id', 'it', 'ja', 'ko', 'pt', 'es', 'tr'];
  const shown = others.map((code) => `'${code}'`).join(', ');
  const allowed = { allowed: ['en', 'fr'] };
  const damaged = new Error('model file encoder.onnx is not the catalogued one');
  it.each([
    ['room', { auto: true }, new UnloadableLanguages(others, damaged), 1008, `unsupported language ${shown}`],
    [
      'stream',
      { auto: true },
      new UnloadableLanguages(others, damaged),
      1008,
      `language(s) not supported by this ASR: [${shown}]`,
    ],
    [
      'stream',
      allowed,
      new UnloadableLanguages(['fr'], damaged),
      1008,
      "language(s) not supported by this ASR: ['fr']",
    ],
    // A model of every language: none of them is to blame.
    ['room', { auto: true }, damaged, 1013, 'at capacity'],
  ])('on a %s with %j and %s: %d %s', async (endpoint, language, failsToPrepare, code, reason) => {
    const faulty = await startServer({ script: { failsToPrepare } });
    const session = await new TestClient(faulty, endpoint).start({ language });
    expect(await session.closed).toEqual({ code, reason });
    expect(faulty.logged()).toContain('encoder.onnx is not the catalogued one');
    await faulty.drain(0);
  });

  it.each([
    ['stream', 'fr', "language(s) not supported by this ASR: ['fr']"],
    ['room', 'en', "unsupported language 'en'"],
  ])('refuses the session on a %s before it starts', async (endpoint, pin, reason) => {
    const failsToPrepare = new Error('model file encoder.onnx is not the catalogued one');
    const faulty = await startServer({ script: { failsToPrepare } });
    const session = await new TestClient(faulty, endpoint).start({ language: { pin } });
    expect(await session.closed).toEqual({ code: 1008, reason });
    expect(session.events).toEqual([]);
    expect(faulty.logged()).toContain('encoder.onnx is not the catalogued one');
    await faulty.drain(0);
  });
});

describe('capacity: 1013 at capacity', () => {
  const full = { code: 1013, reason: 'at capacity' };

  it('rooms over the limit; a room that ends makes place', async () => {
    const small = await startServer({ limits: { maxRooms: 1 } });
    const first = await new TestClient(small, 'room').start();
    await first.type('session.started');
    expect(await (await new TestClient(small, 'room').start()).closed).toEqual(full);
    await first.json({ type: 'session.end' }).closed;
    const next = await new TestClient(small, 'room').start();
    expect(await next.type('session.started')).toBeTruthy();
    await small.drain(0);
  });

  it('streams over the limit, counted apart from what rooms leave', async () => {
    const small = await startServer({ limits: { maxSessions: 5, maxRooms: 2, streamsPerRoom: 4 } });
    const room = await new TestClient(small, 'room').start();
    const stream = await new TestClient(small).start();
    await Promise.all([room.type('session.started'), stream.type('session.started')]);
    expect(await (await new TestClient(small).start()).closed).toEqual(full);
    await small.drain(0);
  });

  it('models not loaded', async () => {
    const streamsOnly = await startServer({ script: { ready: ['stream'] } });
    expect(await (await new TestClient(streamsOnly, 'room').start()).closed).toEqual(full);
    await streamsOnly.drain(0);
  });

  it('an engine that falls behind real time: reading stops, then 1013', async () => {
    const slow = await startServer({
      script: { msPerSecond: 3000 },
      limits: { maxQueuedAudioSec: 1, overloadGraceSec: 1 },
    });
    const session = await new TestClient(slow).start();
    for (let i = 0; i < 50; i++) session.audio(1600);
    expect(await session.closed).toEqual(full);
    await slow.drain(0);
  });

  it('of three that fall behind as fast as one can be served, the oldest stays on', async () => {
    const slow = await startServer({
      script: { msPerSecond: 2400 },
      limits: { maxQueuedAudioSec: 1, overloadGraceSec: 2 },
    });
    const left: string[] = [];
    const sessions = [];
    for (const name of ['oldest', 'middle', 'newest']) {
      const session = await new TestClient(slow).start();
      await session.type('session.started');
      sessions.push(session.closed.then(() => left.push(name)));
      for (let i = 0; i < 80; i++) session.audio(1600);
    }
    await Promise.all(sessions);
    expect(left.toSorted()).toEqual(['middle', 'newest', 'oldest']);
    expect(left.at(-1)).toBe('oldest');
    await slow.drain(0);
  });

  it('a recording sent faster than real time is slowed down, not closed', async () => {
    const busy = await startServer({
      script: { msPerSecond: 200 },
      limits: { maxQueuedAudioSec: 1, overloadGraceSec: 0.5 },
    });
    const session = await new TestClient(busy).start();
    for (let i = 0; i < 100; i++) session.audio(1600);
    expect(await session.json({ type: 'session.end' }).closed).toEqual({ code: 1000, reason: '' });
    expect(session.events.at(-1)).toMatchObject({ audio_s: 10 });
    await busy.drain(0);
  });
});

describe('draining', () => {
  it('new sessions get 1013, open ones finish, then nothing listens', async () => {
    const stopping = await startServer();
    const open = await new TestClient(stopping).start();
    const waiting = new TestClient(stopping);
    await Promise.all([open.type('session.started'), waiting.opened]);
    const drained = stopping.drain(30);
    expect(await waiting.closed).toEqual({ code: 1013, reason: 'at capacity' });
    expect(await new TestClient(stopping).closed).toEqual({ code: 1013, reason: 'at capacity' });
    expect(await open.audio(16_000).json({ type: 'session.end' }).closed).toEqual({ code: 1000, reason: '' });
    expect(open.events.at(-1)).toMatchObject({ audio_s: 1 });
    await drained;
    const refused = new Promise((resolve) => connect(stopping.port, '127.0.0.1').once('error', resolve));
    expect(await refused).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('sessions still open after the drain time get 1001', async () => {
    const stopping = await startServer();
    const open = await new TestClient(stopping).start();
    await open.type('session.started');
    void stopping.drain(0.3);
    expect(await open.closed).toEqual({ code: 1001, reason: 'server shutting down' });
  });
});
