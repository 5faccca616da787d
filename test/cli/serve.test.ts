/** `turnwire serve` as a process: keys, flags, stopping under load. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAudio } from '../../src/audio/index.js';
import { streamRecording } from '../../src/client/index.js';
import { repoRoot, runCli } from '../helpers/run-cli.js';
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

  it('makes a key when it was given none, prints it once, and takes no other', async () => {
    const { child, url, stderr, exited } = await startProcess(['--log-level', 'warn']);
    const target = { url } as TestServer;
    const key = /this run's key is (\S+)/.exec(stderr())![1]!;
    expect(key).toMatch(/^tw_[\w-]{32}$/);
    const client = await new TestClient(target).start({ api_key: key });
    await client.type('session.started');
    expect(await (await new TestClient(target).start({ api_key: '' })).closed).toMatchObject({ code: 1008 });
    child.kill('SIGKILL');
    await exited;
    expect(stderr()).not.toContain('"level":30');
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
    [['--tls-cert', 'cert.pem'], /TLS needs both/],
    [['--tls-cert', 'no.pem', '--tls-key', 'no.pem'], /--tls-cert: cannot read no\.pem/],
    [['--points', 'guessed'], /--points/],
    [['--api-key-file', 'no.txt'], /--api-key-file: cannot read/],
    [['--log-level', 'loud'], /Allowed choices are/],
  ])('exits 2 with %j', async (flags, message) => {
    const result = await runCli(['serve', ...flags]);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(message);
  });

  it('exits 2 when the port is taken, and names the way out', async () => {
    const { child, url } = await startProcess(['--no-transcript']);
    const result = await runCli(['serve', '--port', new URL(url).port, '--workers', '1']);
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE.*choose another --port/);
    child.kill('SIGKILL');
  });
});
