/** The HTTP side of the server over a real socket: profiles, health, metrics, page, limits. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PUBLISHED_POINTS } from '../../src/operating-points/published.js';
import type { EVIDENCE } from '../../src/operating-points/evidence.js';
import { LANGUAGES } from '../../src/protocol/languages.js';
import { KEY, startServer, TestClient, type TestServer } from '../helpers/server-harness.js';

let server: TestServer;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.drain(0));

/** Between two pieces of a request, wall milliseconds. */
const PIECE_MS = 30;

const get = (path: string, init?: RequestInit): Promise<Response> => fetch(server.url + path, init);

describe('GET /v2/eot/profiles', () => {
  it('publishes three points on both endpoints for each of the 14 languages, without a key', async () => {
    const response = await get('/v2/eot/profiles');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch('application/json');
    const body = (await response.json()) as { languages: typeof PUBLISHED_POINTS };
    expect(body).toMatchObject({ schema_version: 2, default: 'cutoff_10pct' });
    expect(Object.keys(body.languages).sort()).toEqual([...LANGUAGES].sort());
    expect(body.languages.en).toEqual({
      stream: [
        { profile: 'cutoff_10pct', mean_latency_ms: 350, cutoff_rate: 0.094, basis: 'published' },
        { profile: 'cutoff_5pct', mean_latency_ms: 577, cutoff_rate: 0.048, basis: 'published' },
        { profile: 'cutoff_2pct', mean_latency_ms: 875, cutoff_rate: 0.02, basis: 'published' },
      ],
      room: [
        { profile: 'cutoff_10pct', mean_latency_ms: 439, cutoff_rate: 0.1, basis: 'published' },
        { profile: 'cutoff_5pct', mean_latency_ms: 726, cutoff_rate: 0.05, basis: 'published' },
        { profile: 'cutoff_2pct', mean_latency_ms: 1134, cutoff_rate: 0.02, basis: 'published' },
      ],
    });
    expect(body.languages.tr.stream[0]).toMatchObject({ basis: 'multilingual' });
  });

  it('says what the points of each other language rest on', async () => {
    const { languages, evidence } = (await (await get('/v2/eot/profiles')).json()) as {
      languages: typeof PUBLISHED_POINTS;
      evidence: typeof EVIDENCE;
    };
    const basis = Object.fromEntries(
      evidence.stream.flatMap((one) => one.published_for.map((language) => [language, one])),
    );
    expect(Object.keys(basis).sort()).toEqual(LANGUAGES.filter((language) => language !== 'en').sort());
    expect(languages.hi.stream[0]).toMatchObject({
      basis: 'measured',
      mean_latency_ms: basis.hi!.points[0]!.mean_latency_ms,
    });
    expect(basis.hi).toMatchObject({ synthetic: false, languages: ['hi'] });
    expect(basis.tr).toMatchObject({ synthetic: true });
  });

  it('answers 304 to its own ETag, alone, in a list or weak', async () => {
    const etag = (await get('/v2/eot/profiles')).headers.get('etag')!;
    for (const header of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const response = await get('/v2/eot/profiles', { headers: { 'if-none-match': header } });
      expect(response.status).toBe(304);
      expect(response.headers.has('content-length')).toBe(false);
      expect(await response.text()).toBe('');
      expect(response.headers.get('etag')).toBe(etag);
    }
    expect((await get('/v2/eot/profiles', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('is open to every origin for GET and nothing else', async () => {
    expect((await get('/v2/eot/profiles')).headers.get('access-control-allow-origin')).toBe('*');
    const preflight = await get('/v2/eot/profiles', { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
    expect((await get('/v2/eot/profiles', { method: 'POST' })).status).toBe(405);
    const head = await get('/v2/eot/profiles', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

describe('health and metrics', () => {
  it('ready while models are loaded, not while draining', async () => {
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
    const loading = await startServer({ script: { ready: [] } });
    expect((await fetch(`${loading.url}/readyz`)).status).toBe(503);
    const open = await new TestClient(server).start();
    await open.type('session.started');
    open.socket.close();
    await loading.drain(0);
  });

  it('counts sessions, audio, lag, closes and requests', async () => {
    const counted = await startServer();
    const session = await new TestClient(counted).start();
    await session.audio(32_000).json({ type: 'session.end' }).closed;
    await (
      await new TestClient(counted).start({ api_key: 'wrong' })
    ).closed;
    for (const code of [3000, 4999]) {
      const own = new TestClient(counted);
      await own.opened;
      own.socket.close(code);
      await own.closed;
    }
    const open = await new TestClient(counted, 'room').start();
    await open.type('session.started');
    const text = await (await fetch(`${counted.url}/metrics`)).text();
    for (const line of [
      'turnwire_sessions_started_total{endpoint="stream"} 1',
      'turnwire_sessions_open{endpoint="stream"} 0',
      'turnwire_sessions_open{endpoint="room"} 1',
      'turnwire_audio_seconds_total{endpoint="stream"} 2',
      'turnwire_closes_total{endpoint="stream",code="1000"} 1',
      'turnwire_closes_total{endpoint="stream",code="1008"} 1',
      'turnwire_closes_total{endpoint="stream",code="other"} 2',
      'turnwire_event_lag_seconds_count{endpoint="stream"} 3',
      'turnwire_queued_calls 0',
      'turnwire_worst_backlog_seconds 0',
    ]) {
      expect(text).toContain(line);
    }
    expect(text).toContain('process_resident_memory_bytes');
    await counted.drain(0);
  });

  it('counts a close of ours by our code, also where ws sent it or the client does not answer', async () => {
    const counted = await startServer();
    const session = async (): Promise<TestClient> => {
      const client = await new TestClient(counted).start();
      await client.type('session.started');
      return client;
    };
    const tooBig = await session();
    tooBig.socket.send(Buffer.alloc(1024 * 1024 + 1));
    const noText = await session();
    noText.socket.send(Buffer.of(0xc3, 0x28), { binary: false });
    const mute = await session();
    mute.text('{oops');
    mute.socket.pause();
    const lines = async (pattern: RegExp): Promise<string[]> =>
      ((await (await fetch(`${counted.url}/metrics`)).text()).match(pattern) ?? []).sort();
    // Its place is free once our close frame is out.
    await vi.waitFor(async () => expect(await lines(/^turnwire_sessions_open.* 0$/gm)).toHaveLength(2));
    mute.socket.terminate();
    await vi.waitFor(async () =>
      expect(await lines(/^turnwire_closes_total.*$/gm)).toEqual([
        'turnwire_closes_total{endpoint="stream",code="1007"} 2',
        'turnwire_closes_total{endpoint="stream",code="1009"} 1',
      ]),
    );
    expect(counted.logged()).toContain('"code":1009,"reason":"frame over 1 MiB"');
    expect(counted.logged()).not.toContain('"code":"left"');
    await counted.drain(0);
  });
});

describe('the page', () => {
  it('is served whole with a strict policy', async () => {
    for (const [path, type] of [
      ['/', 'text/html'],
      ['/page.js', 'text/javascript'],
      ['/microphone.js', 'text/javascript'],
      ['/page.css', 'text/css'],
    ] as const) {
      const response = await get(path);
      expect(response.headers.get('content-type')).toContain(type);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect((await response.text()).length).toBeGreaterThan(500);
    }
  });

  it.each(['/../package.json', '/page/..%2f..%2fserver.ts', '/%2e%2e/%2e%2e/package.json', '/etc/passwd'])(
    'serves nothing else: %s',
    async (path) => {
      const reply = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(reply).toMatch(/^HTTP\/1\.1 404/);
    },
  );
});

describe('upgrades', () => {
  it('404 on other paths, 426 on a plain GET of an endpoint', async () => {
    await expect(new TestClient(server, '../v2/other').opened).rejects.toThrow('404');
    expect((await get('/v2/stream')).status).toBe(426);
  });

  it('checks Origin only when told to, and lets clients without one in', async () => {
    const strict = await startServer({ allowOrigins: ['https://app.example'] });
    const from = (origin?: string): Promise<void> => new TestClient(strict, 'stream', { origin }).opened;
    await expect(from('https://evil.example')).rejects.toThrow('403');
    await from('https://app.example');
    await from(strict.url);
    await from();
    await new TestClient(server, 'stream', { origin: 'https://anyone.example' }).opened;
    await strict.drain(0);
  });

  it('503 above the number of sockets that may wait for session.start', async () => {
    const small = await startServer({ limits: { maxPending: 3 } });
    const waiting = [1, 2, 3].map(() => new TestClient(small));
    await Promise.all(waiting.map(({ opened }) => opened));
    await expect(new TestClient(small).opened).rejects.toThrow('503');
    await small.drain(0);
  });
});

describe('an offer to go on in HTTP/2 (curl --http2, Java)', () => {
  const OFFER =
    'Host: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';
  const turn = JSON.stringify({
    audio_pcm16_b64: Buffer.alloc(6400).toString('base64'),
    sample_rate: 16_000,
  });
  const post = `POST /v1/turn HTTP/1.1\r\n${OFFER}X-API-Key: ${KEY}\r\n`;
  const last = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

  it.each([
    ['/healthz', 200],
    ['/v2/eot/profiles', 200],
    ['/v2/room', 426],
    ['/v2/other', 404],
  ])('is ignored on GET %s: %i as without it, and the connection lives', async (path, status) => {
    const answers = await raw(`GET ${path} HTTP/1.1\r\n${OFFER}\r\n`, last);
    expect(statusesOf(answers)).toEqual([status, 200]);
  });

  it.each([
    ['of a known length', `${post}Content-Length: ${turn.length}\r\n\r\n`, turn],
    [
      'in chunks',
      `${post}Transfer-Encoding: chunked\r\n\r\n`,
      `${turn.length.toString(16)}\r\n${turn}\r\n0\r\n\r\n`,
    ],
  ])('is ignored on a POST with a body %s, all at once or in pieces', async (_, head, body) => {
    const whole = await raw(head + body, last);
    expect(statusesOf(whole)).toEqual([200, 200]);
    expect(whole).toContain('{"events":[{"timestamp":0.1,');
    expect(statusesOf(await raw(head + body.slice(0, 99), body.slice(99), last))).toEqual([200, 200]);
    expect(statusesOf(await raw(head, body, head + body, last))).toEqual([200, 200, 200]);
  });
});

describe('hostile HTTP', () => {
  it('refuses headers over 16 KiB with 431', async () => {
    expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431/,
    );
  });

  it('drops a slow loris within its header deadline and answers others meanwhile', async () => {
    const started = performance.now();
    const loris = raw('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    expect((await get('/healthz')).status).toBe(200);
    expect(await loris).toMatch(/^HTTP\/1\.1 408/);
    expect(performance.now() - started).toBeLessThan(15_000);
  }, 20_000);

  it('drops what is no HTTP at all', async () => {
    expect(await raw('\u0016\u0003\u0001 hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
  });
});

describe('logs', () => {
  it('never hold a key, not even one that came in the wrong field', async () => {
    const watched = await startServer();
    for (const fields of [
      { api_key: 'sk-secret-guess' },
      { mode: KEY },
      { language: { pin: KEY } },
      { language: { [KEY]: 1 } },
      { eot: { profile: KEY } },
      { signals: [KEY] },
      {},
    ]) {
      const client = await new TestClient(watched).start(fields);
      await Promise.race([client.closed, client.type('session.started')]);
      client.json({ type: KEY }).socket.close();
      await client.closed;
    }
    await watched.drain(0);
    expect(watched.logged()).toContain('session open');
    expect(watched.logged()).not.toMatch(/test-key|secret-guess/);
  });
});

const statusesOf = (answers: string): number[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

/** Sends bytes, gives back everything that came until the server closed. What is to be sent apart waits a little. */
function raw(...parts: string[]): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(server.port, '127.0.0.1', () => send());
    const send = (): void => {
      const part = parts.shift();
      if (part !== undefined) socket.write(part, () => setTimeout(send, PIECE_MS));
    };
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.on('close', () => resolve(answer));
    socket.on('error', () => resolve(answer));
  });
}
