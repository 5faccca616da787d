/** The client against a scripted server: pace, schedule, backoff, refusals, exit codes. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { backoffMs } from '../../src/client/backoff.js';
import { endpointUrl, turnUrl } from '../../src/client/endpoint-url.js';
import { DEFAULT_PATIENCE } from '../../src/client/patience.js';
import { streamRecording, type Arrival, type StreamOptions } from '../../src/client/stream-recording.js';
import { scheduleOf } from '../../src/client/schedule.js';
import { finished, repoRoot, runCli, startCli } from '../helpers/cli-process.js';
import { KEY, startServer, TestClient, type TestServer } from '../helpers/server-harness.js';
import { useTempDir } from '../helpers/temp-dir.js';

const sample = path.join(repoRoot, 'corpora/sample-calls/audio/booking-call.wav');
const tempDir = useTempDir();
let server: TestServer;
const services: WebSocketServer[] = [];
afterEach(() => server?.drain(0));
afterEach(() => {
  for (const service of services.splice(0)) {
    service.clients.forEach((socket) => socket.terminate());
    service.close();
  }
});

function stream(options: Partial<StreamOptions>): {
  outcome: ReturnType<typeof streamRecording>;
  arrivals: Arrival[];
} {
  const arrivals: Arrival[] = [];
  const outcome = streamRecording({
    url: options.url ?? `${server.url.replace('http', 'ws')}/v2/stream`,
    start: { type: 'session.start', api_key: KEY },
    audio: [new Int16Array(16_000)],
    onEvent: (arrival) => arrivals.push(arrival),
    ...options,
  });
  return { outcome, arrivals };
}

/** A service that does what the test says when `session.start` comes, and nothing else. */
async function scriptedService(
  onStart: (socket: WebSocket) => void,
): Promise<{ url: string; closed: Promise<void> }> {
  const service = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  services.push(service);
  await once(service, 'listening');
  const closed = new Promise<void>((resolve) =>
    service.on('connection', (socket) => {
      socket.once('message', () => onStart(socket)).once('close', () => resolve());
    }),
  );
  return { url: `ws://127.0.0.1:${(service.address() as AddressInfo).port}/v2/stream`, closed };
}

describe('endpointUrl', () => {
  it.each([
    ['ws://localhost:8080', 'stream', 'ws://localhost:8080/v2/stream'],
    ['http://localhost:8080/', 'room', 'ws://localhost:8080/v2/room'],
    ['https://speech.example/base', 'room', 'wss://speech.example/base/v2/room'],
    ['wss://speech.example/v2/stream', 'room', 'wss://speech.example/v2/stream'],
  ] as const)('%s for %s', (text, endpoint, url) => {
    expect(endpointUrl(text, endpoint).url).toBe(url);
  });

  it.each([
    ['ws://localhost:8080', 'http://localhost:8080/v1/turn'],
    ['https://speech.example/base/', 'https://speech.example/base/v1/turn'],
    ['wss://speech.example/base/v2/stream?tenant=a', 'https://speech.example/base/v1/turn?tenant=a'],
  ])('the scores of %s', (text, url) => {
    expect(turnUrl(text)).toBe(url);
  });

  it.each(['speech.example', 'ftp://speech.example', ''])('refuses %j', (text) => {
    expect(() => endpointUrl(text, 'stream')).toThrow(/not the address of a service/);
  });
});

describe('backoffMs', () => {
  it('doubles up to the longest wait and never comes at once', () => {
    const backoff = { retries: 9, firstMs: 500, maxMs: 4000 };
    expect([0, 1, 2, 3, 4, 9].map((attempt) => backoffMs(backoff, attempt, 1))).toEqual([
      500, 1000, 2000, 4000, 4000, 4000,
    ]);
    expect(backoffMs(backoff, 0, 0)).toBe(250);
  });
});

describe('streamRecording', () => {
  it('sends at the speed of sound, or a multiple of it', async () => {
    server = await startServer();
    const started = performance.now();
    const { outcome, arrivals } = stream({ speed: 2 });
    expect(await outcome).toEqual({ close: { code: 1000, reason: '' }, sentSec: 1, complete: true });
    expect(performance.now() - started).toBeGreaterThan(480);
    const second = arrivals.find(({ line }) => line.includes('vad.start'))!;
    expect(second.wallMs).toBeGreaterThan(480);
    expect(second.sentSec).toBe(1);
    // Counted from the sound it answers, half a second into the sending, not from the start.
    expect(second.lagMs).toBeLessThan(second.wallMs - 400);
  });

  it('ends when an event cannot be kept', async () => {
    server = await startServer();
    const onEvent = (): never => {
      throw new Error('full');
    };
    await expect(stream({ onEvent }).outcome).rejects.toThrow('full');
  });

  it.each([
    ['hello', 'text that is not JSON: hello'],
    ['null', 'JSON that is not an object: null'],
    ['5', 'JSON that is not an object: 5'],
    ['[]', 'JSON that is not an object: []'],
  ])('ends when the service sends %s, which it still hands on', async (line, what) => {
    const { url } = await scriptedService((socket) => socket.send(line));
    const { outcome, arrivals } = stream({ url });
    await expect(outcome).rejects.toMatchObject({
      kind: 'protocol',
      message: `the service sent ${what}; see that ${url} is the address of a /v2 service`,
    });
    expect(arrivals).toMatchObject([{ line, event: undefined }]);

    // A caller that reads each line as an event fails by it too: the service's fault is the one that is told.
    const reading = stream({
      url,
      onEvent: (arrival) => void expect(arrival.event).toBeDefined(),
    });
    await expect(reading.outcome).rejects.toThrow(what);
  });

  it('closes the socket and says why when the recording goes bad midway', async () => {
    const audio = (function* () {
      yield new Int16Array(16_000);
      throw new Error('NaN at 1 s');
    })();
    const service = await scriptedService((socket) => socket.send('{"type":"session.started"}'));
    await expect(stream({ url: service.url, audio, speed: Infinity }).outcome).rejects.toThrow('NaN at 1 s');
    await service.closed;
  });

  it('tells at once that the service closed, however long its frames, and sends it no more', async () => {
    const { url } = await scriptedService((socket) => {
      socket.send('{"type":"session.started"}');
      setTimeout(() => socket.close(1013, 'at capacity'), 50);
    });
    const audio = [new Int16Array(20 * 16_000)];
    const started = performance.now();
    const { outcome } = stream({ url, audio, nextFrameSamples: () => 10 * 16_000 });
    expect(await outcome).toEqual({
      close: { code: 1013, reason: 'at capacity' },
      sentSec: 0,
      complete: false,
    });
    expect(performance.now() - started).toBeLessThan(5000);
  });

  describe('with sound that comes no more', () => {
    /** A pipe that stays open and says nothing. */
    async function* stalled(): AsyncGenerator<Int16Array> {
      yield new Int16Array(1600);
      await new Promise(() => {});
    }

    it('tells that the service closed', async () => {
      const { url } = await scriptedService((socket) => {
        socket.send('{"type":"session.started"}');
        setTimeout(() => socket.close(1000, 'idle_timeout'), 50);
      });
      const { outcome } = stream({ url, audio: stalled(), speed: Infinity });
      const close = { code: 1000, reason: 'idle_timeout' };
      expect(await outcome).toEqual({ close, sentSec: 0.08, complete: false });
    });

    it('ends the session properly when told to stop', async () => {
      server = await startServer();
      const stop = new AbortController();
      const { outcome, arrivals } = stream({ audio: stalled(), signal: stop.signal });
      setTimeout(() => stop.abort(), 100);
      expect(await outcome).toMatchObject({ close: { code: 1000 }, complete: false });
      expect(arrivals.at(-1)!.line).toContain('session.summary');
    });
  });

  describe('with a service that stays silent', () => {
    const patience = { startMs: 100, endMs: 100, stopMs: 100 };
    const begin = (socket: WebSocket): void => socket.send('{"type":"session.started"}');

    it('gives up when session.start is not answered', async () => {
      const { url, closed } = await scriptedService(() => {});
      await expect(stream({ url, patience }).outcome).rejects.toThrow(
        /took the connection and did not answer session\.start within 0\.1 s: see that/,
      );
      await closed;
    });

    it('gives up when session.end is not answered, and keeps what came', async () => {
      const { url, closed } = await scriptedService(begin);
      const { outcome, arrivals } = stream({ url, patience, speed: Infinity });
      await expect(outcome).rejects.toThrow(/neither sent an event nor closed within 0\.1 s of session\.end/);
      expect(arrivals).toHaveLength(1);
      await closed;
    });

    it('waits on while events come', async () => {
      const { url } = await scriptedService((socket) => {
        begin(socket);
        for (const ms of [60, 120, 180]) setTimeout(() => socket.send('{"type":"turn.end","t":1}'), ms);
        setTimeout(() => socket.close(1000), 240);
      });
      const { outcome, arrivals } = stream({ url, patience, speed: Infinity });
      expect(await outcome).toMatchObject({ close: { code: 1000 }, complete: true });
      expect(arrivals).toHaveLength(4);
    });

    it('stops when told to: before it began, as it ends, and where it reads nothing', async () => {
      const unanswered = await scriptedService(() => {});
      const before = stream({ url: unanswered.url, signal: AbortSignal.timeout(100) }).outcome;
      await expect(before).rejects.toMatchObject({ code: 'stopped', message: /began the session/ });
      await unanswered.closed;

      const unending = await scriptedService(begin);
      const signal = AbortSignal.timeout(100);
      const ending = stream({ url: unending.url, signal, speed: Infinity }).outcome;
      await expect(ending).rejects.toMatchObject({ code: 'stopped', message: /had ended the session/ });

      const deaf = await scriptedService((socket) => {
        begin(socket);
        socket.pause();
      });
      const audio = [new Int16Array(16_000 * 600)];
      const flood = stream({
        url: deaf.url,
        audio,
        signal: AbortSignal.timeout(300),
        patience,
        speed: Infinity,
      });
      await expect(flood.outcome).rejects.toThrow('neither sent an event nor closed');
    });
  });

  it('sends messages exactly between the samples they belong between', async () => {
    server = await startServer();
    const { outcome, arrivals } = stream({
      url: `${server.url.replace('http', 'ws')}/v2/room`,
      audio: [new Int16Array(40_000)],
      speed: Infinity,
      // The scripted engine sends vad.start at whole seconds: the order tells where the message was.
      messages: scheduleOf([
        { t: 1, type: 'finalize' },
        { t: 1.9999, type: 'finalize' },
        { t: 99, type: 'finalize' },
      ]),
    });
    await outcome;
    expect(arrivals.map(({ line }) => (JSON.parse(line) as { type: string }).type)).toEqual([
      'session.started',
      'vad.start',
      'asr.flushed',
      'asr.flushed',
      'vad.start',
      'asr.flushed',
      'session.summary',
    ]);
  });

  it('asks again with backoff while the service is full, and begins once there is place', async () => {
    server = await startServer({ limits: { maxSessions: 1 } });
    const holder = await new TestClient(server).start();
    await holder.type('session.started');
    const waits: number[] = [];
    const { outcome } = stream({
      speed: Infinity,
      backoff: { retries: 5, firstMs: 60, maxMs: 200 },
      onRetry: ({ code, reason }, waitMs) => {
        expect({ code, reason }).toEqual({ code: 1013, reason: 'at capacity' });
        waits.push(waitMs);
        if (waits.length === 2) holder.json({ type: 'session.end' });
      },
    });
    expect(await outcome).toMatchObject({ complete: true });
    expect(waits.length).toBeGreaterThanOrEqual(2);
  });

  it('shows what a close reason would do to a terminal', async () => {
    const { url } = await scriptedService((socket) => socket.close(1008, 'no\x1b[31m\nsuch key'));
    await expect(stream({ url }).outcome).rejects.toThrow(
      /^the service closed with 1008 no\\x1b\[31m\\x0asuch key$/,
    );
  });

  it('gives up after its retries, and at once on any other refusal', async () => {
    server = await startServer({ limits: { maxSessions: 0 } });
    let retries = 0;
    const full = stream({ backoff: { retries: 2, firstMs: 10, maxMs: 10 }, onRetry: () => (retries += 1) });
    await expect(full.outcome).rejects.toMatchObject({ kind: 'refused', message: /1013 at capacity/ });
    expect(retries).toBe(2);
    const wrong = stream({ start: { type: 'session.start', api_key: 'no' }, onRetry: () => (retries += 1) });
    await expect(wrong.outcome).rejects.toMatchObject({ kind: 'refused', message: /1008 invalid api key/ });
    expect(retries).toBe(2);
  });

  it('does not begin again once a session was open', async () => {
    server = await startServer({ script: { failAtSec: 1 } });
    const { outcome } = stream({ audio: [new Int16Array(64_000)], speed: Infinity });
    expect(await outcome).toMatchObject({ close: { code: 1011, reason: 'internal error' } });
  });

  it('ends the session properly when told to stop', async () => {
    server = await startServer();
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const { outcome, arrivals } = stream({ audio: [new Int16Array(160_000)], signal: stop.signal });
    expect(await outcome).toMatchObject({ close: { code: 1000 }, complete: false });
    expect(arrivals.at(-1)!.line).toContain('session.summary');
  });

  it('names a service that is not there', async () => {
    server = await startServer();
    await expect(stream({ url: 'ws://127.0.0.1:9/v2/stream' }).outcome).rejects.toMatchObject({
      kind: 'source',
    });
    await expect(stream({ url: `${server.url.replace('http', 'ws')}/nothing` }).outcome).rejects.toThrow(
      'HTTP 404',
    );
  });
});

describe('scheduleOf', () => {
  it('takes agent files of turnwire run as they are', () => {
    expect(
      scheduleOf([
        { t: 2, phase: 'end' },
        { t: 0.5, phase: 'start', utterance_id: 'a' },
      ]),
    ).toEqual([
      { atSample: 8000, message: { type: 'agent.speech', phase: 'start', utterance_id: 'a' } },
      { atSample: 32_000, message: { type: 'agent.speech', phase: 'end' } },
    ]);
  });

  it.each([{}, [{ type: 'finalize' }], [{ t: -1 }]])('refuses %j', (content) => {
    expect(() => scheduleOf(content)).toThrow(/--schedule: expected a JSON array/);
  });
});

describe('turnwire client', () => {
  it('exits 5 with the close reason when refused', async () => {
    server = await startServer();
    const result = await runCli(['client', server.url, sample, '--api-key', 'wrong']);
    expect(result).toMatchObject({ code: 5, stdout: '' });
    expect(result.stderr).toContain('the service closed with 1008 invalid api key');
  });

  it('exits 5 when the session is closed on it, and keeps the log so far', async () => {
    server = await startServer({ script: { failAtSec: 3 } });
    const out = path.join(await tempDir(), 'log.jsonl');
    const result = await runCli([
      'client',
      server.url,
      sample,
      '--api-key',
      KEY,
      '--speed',
      'max',
      '--out',
      out,
    ]);
    expect(result.code).toBe(5);
    expect(result.stderr).toContain('1011 internal error');
    expect((await readFile(out, 'utf8')).trim().split('\n').length).toBeGreaterThan(1);
  });

  it('exits 3 when nothing answers or the recording is missing, 2 on a bad flag', async () => {
    server = await startServer();
    expect((await runCli(['client', 'ws://127.0.0.1:9', sample, '--api-key', KEY])).code).toBe(3);
    expect((await runCli(['client', server.url, 'missing.wav', '--api-key', KEY])).code).toBe(3);
    expect((await runCli(['client', server.url, sample, '--api-key', KEY, '--speed', '0'])).code).toBe(2);
    expect((await runCli(['client', server.url, sample])).code).toBe(2);
    const room = `${server.url.replace('http', 'ws')}/v2/room`;
    expect(await runCli(['client', room, sample, '--api-key', KEY, '--messages', 'm.json'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--messages is for a stream/) as string,
    });
    expect(await runCli(['client', room, sample, '--api-key', KEY, '--endpoint', 'stream'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/names the room endpoint, --endpoint says stream: leave one/) as string,
    });
    const out = path.join(await tempDir(), 'no-such-folder', 'call.jsonl');
    const unwritable = await runCli(['client', server.url, sample, '--api-key', KEY, '--out', out]);
    expect(unwritable.code).toBe(2);
    expect(unwritable.stderr).toMatch(/call\.jsonl cannot be written/);
  });

  it('leaves an older log as it is when there is no service, and writes over it when there is', async () => {
    server = await startServer();
    const dir = await tempDir();
    const [out, arrivals] = ['keep.jsonl', 'keep.arrivals.jsonl'].map((name) => path.join(dir, name));
    await writeFile(out!, 'old log\n');
    await writeFile(arrivals!, 'old arrivals\n');
    const flags = ['--api-key', KEY, '--speed', 'max', '--out', out!];
    expect((await runCli(['client', 'ws://127.0.0.1:9', sample, ...flags])).code).toBe(3);
    expect(await readFile(out!, 'utf8')).toBe('old log\n');
    expect(await readFile(arrivals!, 'utf8')).toBe('old arrivals\n');

    expect((await runCli(['client', server.url, sample, ...flags])).code).toBe(0);
    expect(await readFile(out!, 'utf8')).toMatch(/^{"type":"session.started"/);
    expect(await readFile(arrivals!, 'utf8')).toMatch(/^{"type":"session.started"/);
  });

  it.each([
    ['', 'it is a directory; name a file'],
    ['no-such-folder/', 'it is a directory; name a file'],
    ['no-such-folder/call.jsonl', 'its directory does not exist; create it first'],
    ['a-file/call.jsonl', 'a part of the path is a file, not a directory'],
  ])('refuses --out %j before it asks the service', async (name, why) => {
    const dir = await tempDir();
    await writeFile(path.join(dir, 'a-file'), '');
    const out = path.join(dir, name);
    const result = await runCli(['client', 'ws://127.0.0.1:9', sample, '--api-key', KEY, '--out', out]);
    expect(result).toMatchObject({ code: 2, stderr: `turnwire: ${out} cannot be written: ${why}.\n` });
  });

  it.skipIf(!existsSync('/dev/full'))('exits 4 in one sentence when the disk is full', async () => {
    server = await startServer();
    const files = ['--out', '/dev/full', '--arrivals', '/dev/null'];
    const result = await runCli(['client', server.url, sample, '--api-key', KEY, '--quiet', ...files]);
    expect(result.code).toBe(4);
    expect(result.stderr).toMatch(/^turnwire: The disk is full: \/dev\/full could not [^\n]*\n$/);
  });

  it('ends by the first signal, by 130, while the service does not answer', async () => {
    const service = await scriptedService(() => child.kill('SIGTERM'));
    const child = startCli(['client', service.url, sample, '--api-key', KEY]);
    expect(await finished(child)).toEqual({
      code: 130,
      stdout: '',
      stderr: `turnwire: stopped before ${service.url} began the session\n`,
    });
  });

  it.each([
    ['SIGTERM', 'SIGINT'],
    ['SIGINT', 'SIGTERM'],
  ] as const)('ends by %s, and at once by a %s after it', async (first, second) => {
    const { url } = await scriptedService((socket) => {
      socket.send('{"type":"session.started"}');
      // To session.end there is no answer: the client waits for it, and not for the next signal.
      socket.on('message', (data: Buffer) => data.toString().includes('session.end') && child.kill(second));
    });
    const child = startCli(['client', url, sample, '--api-key', KEY]);
    child.stdout.once('data', () => child.kill(first));
    const startedMs = performance.now();
    await finished(child);
    expect(child.signalCode).toBe(second);
    expect(performance.now() - startedMs).toBeLessThan(DEFAULT_PATIENCE.stopMs);
  });

  it('refuses --plain without --tui, which it would say nothing about', async () => {
    expect(await runCli(['client', 'ws://127.0.0.1:9', sample, '--api-key', KEY, '--plain'])).toMatchObject({
      code: 2,
      stderr: 'turnwire: --plain changes how --tui looks: add --tui, or leave --plain out\n',
    });
  });

  it('keeps in the log the line that was no event', async () => {
    const { url } = await scriptedService((socket) => {
      socket.send('{"type":"session.started"}');
      socket.send('null');
    });
    const out = path.join(await tempDir(), 'log.jsonl');
    const result = await runCli(['client', url, sample, '--api-key', KEY, '--out', out]);
    expect(result).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^turnwire: the service sent JSON that is not an object/) as string,
    });
    expect(await readFile(out, 'utf8')).toBe('{"type":"session.started"}\nnull\n');
  });

  it('ends by the first signal while its pipe stays open and silent', async () => {
    server = await startServer();
    const out = path.join(await tempDir(), 'call.jsonl');
    const child = startCli(['client', server.url, '-', '--api-key', KEY, '--out', out]);
    child.stdin.write(Buffer.alloc(16_000));
    await vi.waitFor(() => expect(existsSync(out)).toBe(true), { timeout: 10_000 });
    child.kill('SIGINT');
    const { code, stderr } = await finished(child);
    expect(stderr).toMatch(/s sent, \d+ events, closed with 1000\n$/);
    expect(code).toBe(0);
    expect(await readFile(out, 'utf8')).toContain('"type":"session.summary"');
  });

  it('sends a schedule and writes the log to stdout', async () => {
    server = await startServer();
    const schedule = path.join(await tempDir(), 'schedule.json');
    await writeFile(
      schedule,
      JSON.stringify([
        { t: 2, type: 'finalize' },
        { t: 3, type: 'finalize' },
      ]),
    );
    const flags = ['--endpoint', 'room', '--api-key', KEY, '--speed', 'max', '--schedule', schedule];
    const result = await runCli(['client', server.url, sample, ...flags]);
    expect(result.code).toBe(0);
    expect(result.stdout.match(/asr\.flushed/g)).toHaveLength(2);
    expect(result.stderr).toMatch(/\d+\.\d s sent, \d+ events, closed with 1000/);
  });
});
