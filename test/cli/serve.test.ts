/** `turnwire serve` as a process: keys, flags, stopping under load. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { openAudio } from '../../src/audio/index.js';
import { SAME_PRESS_MS } from '../../src/cli/terminal/interruption.js';
import { streamRecording } from '../../src/client/index.js';
import { repoRoot, runCli } from '../helpers/cli-process.js';
import { startProcess } from '../helpers/serve-process.js';
import { TestClient, type TestServer } from '../helpers/server-harness.js';
import { useTempDir } from '../helpers/temp-dir.js';

const sample = path.join(repoRoot, 'corpora/sample-calls/audio/booking-call.wav');
const tempDir = useTempDir();

describe('turnwire serve', () => {
  it('SIGTERM under load: open sessions finish, new ones get 1013, exit 0', async () => {
    const { child, url, exited, stderr } = await startProcess(['--api-key', 'k', '--no-transcript']);
    const parts: number[] = [];
    for await (const chunk of (await openAudio(sample)).chunks()) parts.push(...chunk);
    const audio = [Int16Array.from(parts.slice(0, 5 * 16_000))];
    const start = { type: 'session.start', api_key: 'k' };
    const last: string[] = [];
    const sessions = Array.from({ length: 6 }, (_, i) =>
      streamRecording({
        url: `${url.replace('http', 'ws')}/v2/stream`,
        start,
        audio,
        onEvent: ({ line }) => (last[i] = line),
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 2000));
    child.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const late = new TestClient({ url } as TestServer);
    expect(await late.closed).toEqual({ code: 1013, reason: 'at capacity' });
    for (const outcome of await Promise.all(sessions)) {
      expect(outcome).toEqual({ close: { code: 1000, reason: '' }, sentSec: 5, complete: true });
    }
    for (const line of last) expect(JSON.parse(line)).toMatchObject({ type: 'session.summary', audio_s: 5 });
    expect(await exited).toEqual({ code: 0, signal: null });
    expect(stderr()).toContain('"msg":"stopped"');
  });

  it('a second signal of the other kind ends the drain at once', async () => {
    const { child, url, exited, stderr } = await startProcess(['--api-key', 'k', '--no-transcript']);
    const client = await new TestClient({ url } as TestServer).start({ api_key: 'k' });
    await client.type('session.started');
    child.kill('SIGTERM');
    await vi.waitFor(() => expect(stderr()).toContain('"msg":"draining"'), 10_000);
    await sleep(SAME_PRESS_MS + 100);
    child.kill('SIGINT');
    expect(await exited).toEqual({ code: null, signal: 'SIGINT' });
  });

  it('makes a key when it was given none, prints it once, and takes no other', async () => {
    const { child, url, stderr, exited } = await startProcess(['--log-level', 'warn']);
    const target = { url } as TestServer;
    const key = /#key=(tw_\S+)/.exec(stderr())![1]!;
    expect(key).toMatch(/^tw_[\w-]{32}$/);
    expect(stderr().split(key)).toHaveLength(2);
    expect(stderr()).toContain(`${url}/#key=${key}\n`);
    const client = await new TestClient(target).start({ api_key: key });
    await client.type('session.started');
    expect(await (await new TestClient(target).start({ api_key: '' })).closed).toMatchObject({ code: 1008 });
    child.kill('SIGKILL');
    await exited;
    expect(stderr()).not.toContain('"level":30');
  });

  it('publishes measured points from a file, and the published ones where nobody measured', async () => {
    const point = (profile: string, mean_latency_ms: number): Record<string, unknown> => ({
      ...{ profile, mean_latency_ms, cutoff_rate: 0.08, basis: 'measured' },
      ...{
        threshold: 0.7,
        action_delay_s: 0.2,
        timeout_s: 2.5,
        holds: 100,
        cut_holds: 8,
        ends: 50,
        detected: 50,
      },
      ...{ mean_latency_interval_ms: null, cutoff_rate_interval: null, fitted_cutoff_rate: 0.08 },
      fitted_mean_latency_ms: mean_latency_ms,
    });
    const file = path.join(await tempDir(), 'points.json');
    const about = { corpora: ['c'], synthetic: false, fitted_on: 'a', reported_on: 'b', date: '2026-11-21' };
    const rows = [point('cutoff_10pct', 401), point('cutoff_5pct', 602), point('cutoff_2pct', 903)];
    const content = { ...about, turnwire: '0', commit: null, languages: { en: { stream: rows } } };
    await writeFile(file, JSON.stringify(content));
    const { child, url } = await startProcess(['--api-key', 'k', '--points', file]);
    const { languages } = (await (await fetch(`${url}/v2/eot/profiles`)).json()) as {
      languages: Record<string, Record<string, { mean_latency_ms: number; basis: string }[]>>;
    };
    expect(languages.en!.stream!.map(({ mean_latency_ms }) => mean_latency_ms)).toEqual([401, 602, 903]);
    expect(languages.en!.stream![0]!.basis).toBe('measured');
    expect(languages.en!.room![0]).toMatchObject({ mean_latency_ms: 439, basis: 'published' });
    const client = await new TestClient({ url } as TestServer).start({
      api_key: 'k',
      eot: { latency_budget_ms: 650 },
    });
    expect(await client.type('session.started')).toMatchObject({
      eot: { profile: 'cutoff_5pct', mean_latency_ms: 602, cutoff_rate: 0.08, basis: 'measured' },
    });
    child.kill('SIGKILL');
    expect(await runCli(['serve', '--points', 'missing.json'])).toMatchObject({ code: 3 });
    await writeFile(file, 'points\nof view\n');
    const unread = await runCli(['serve', '--points', file]);
    expect(unread.code).toBe(3);
    expect(unread.stderr).toMatch(/^turnwire: cannot read .+\n$/);
  });

  it('publishes what was measured for the package in a folder where nothing was calibrated', async () => {
    const { child, url } = await startProcess(['--points', 'measured'], await tempDir());
    const { languages } = (await (await fetch(`${url}/v2/eot/profiles`)).json()) as {
      languages: Record<string, Record<string, { basis: string }[]>>;
    };
    child.kill('SIGKILL');
    expect(languages.en!.stream!.map(({ basis }) => basis)).toEqual(Array(3).fill('measured'));
  });

  it('takes keys from a file', async () => {
    const file = path.join(await tempDir(), 'keys.txt');
    await writeFile(file, 'first\n\n second \n');
    const { child, url } = await startProcess(['--api-key-file', file]);
    for (const api_key of ['first', 'second']) {
      const client = await new TestClient({ url } as TestServer).start({ api_key });
      await client.type('session.started');
    }
    child.kill('SIGKILL');
  });

  it.each([
    [['--port', 'http'], /--port must be a whole number from 0 to 65535, got 'http'/],
    [['--drain-s', '-1'], /--drain-s must be/],
    [['--workers', '0'], /--workers must be/],
    [['--max-sessions', '0'], /--max-sessions must be a whole number from 1 to 100000, got '0'/],
    [['--tls-cert', 'cert.pem'], /TLS needs both/],
    [['--tls-cert', 'no.pem', '--tls-key', 'no.pem'], /--tls-cert: cannot read no\.pem/],
    [
      ['--tls-cert', 'package.json', '--tls-key', 'package.json'],
      /^turnwire: --tls-cert package\.json and --tls-key package\.json are not a PEM certificate and its key: .+\n$/,
    ],
    [
      ['--record', 'package.json/calls'],
      /^turnwire: --record: package\.json\/calls cannot be written: .+\n$/,
    ],
    [['--record', 'package.json'], /^turnwire: --record: package\.json cannot be written: .+\n$/],
    [['--api-key-file', 'no.txt'], /--api-key-file: cannot read/],
    [['--log-level', 'loud'], /Allowed choices are/],
    [
      ['--allow-origin', 'example.org'],
      /--allow-origin: 'example\.org' is not an origin: give scheme and host/,
    ],
    [['--scorer', 'guess'], /unknown scorer 'guess': choose one of/],
  ])('exits 2 with %j', async (flags, message) => {
    const result = await runCli(['serve', ...flags]);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(message);
  });

  it('exits 2 with keys that no client can send: a file of PowerShell in UTF-16', async () => {
    const file = path.join(await tempDir(), 'keys.txt');
    await writeFile(file, '\uFEFFfirst\r\n', 'utf16le');
    expect(await runCli(['serve', '--api-key-file', file])).toEqual({
      code: 2,
      stdout: '',
      stderr: `turnwire: --api-key-file: cannot read ${file}: it is not UTF-8 text; save it as UTF-8\n`,
    });
  });

  it('exits 2 when the port is taken, and names the way out', async () => {
    const { child, url } = await startProcess(['--no-transcript']);
    const result = await runCli(['serve', '--port', new URL(url).port, '--workers', '1']);
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE.*choose another --port/);
    child.kill('SIGKILL');
  });
});
