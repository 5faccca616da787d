// A run over Redis gives the folder of a run without, byte for byte, also when a worker is killed in mid-recording.
// Real engines, real processes, a real redis-server; skipped where none is on PATH.
import { Redis } from 'ioredis';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { isOnPath } from '../../../src/cli/machine/program-on-path.js';
import { finished, runCli, startCli } from '../../helpers/cli-process.js';
import { writeRepeatedCorpus } from '../../helpers/repeated-corpus.js';

const ROWS = 12;
let folder: string;
let url: string;
let server: ChildProcessWithoutNullStreams;
let redis: Redis;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const evalArgs = (out: string) => [
  ...['eval', path.join(folder, 'corpus'), '--no-transcript', '--profile', 'cutoff_10pct'],
  ...['--out', path.join(folder, out)],
];

function startRedis(port: number): ChildProcessWithoutNullStreams {
  return spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    cwd: folder,
  });
}

function startWorker(queue = url) {
  const child = startCli(['eval', '--queue', queue, '--work', '--jobs', '1']);
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words += text));
  return { child, result: finished(child), words: () => words };
}

/** Without what a coordinator that was killed had begun to write. */
const resultNames = (out: string) =>
  readdirSync(path.join(folder, out, 'results'))
    .filter((name) => name.endsWith('.json'))
    .sort();

const isEmpty = async () => expect(await redis.dbsize(), String(await redis.keys('*'))).toBe(0);

describe.skipIf(!isOnPath('redis-server'))('eval --queue', () => {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'turnwire-queue-'));
    writeRepeatedCorpus(path.join(folder, 'corpus'), ROWS, 4);
    const port = await freePort();
    url = `redis://127.0.0.1:${port}`;
    server = startRedis(port);
    redis = new Redis(url, { maxRetriesPerRequest: null });
    redis.on('error', () => {});
    await redis.ping();
  });
  // One that fails must not leave its runs to the next.
  afterEach(async () => void (await redis.flushall()));
  afterAll(() => {
    redis.disconnect();
    server.kill();
    rmSync(folder, { recursive: true });
  });

  test('a worker refuses the run of another version in one sentence, and ends on SIGTERM', async () => {
    const offer = { turnwire: '0.0.1', engines: '', models: {}, plan: {}, choices: {} };
    await redis.set('turnwire:offer:run-old', JSON.stringify(offer), 'EX', 300);
    await redis.zadd('turnwire:runs', '1', 'run-old');
    const worker = startWorker();
    await vi.waitFor(() => expect(worker.words()).toContain('run-old is refused'), 30_000);
    worker.child.kill('SIGTERM');
    expect((await worker.result).code).toBe(0);
    expect(worker.words()).toMatch(/begun with turnwire 0\.0\.1, this is [\d.]+; install the same\n/);
  });

  test('one Ctrl-C ends both ends of a run whose Redis is gone; what was measured stays', async () => {
    const port = await freePort();
    const own = `redis://127.0.0.1:${port}`;
    const doomed = startRedis(port);
    const worker = startWorker(own);
    await vi.waitFor(() => expect(worker.words()).toContain('waiting for runs'), 30_000);
    const coordinator = startCli([...evalArgs('lost'), '--queue', own]);
    const result = finished(coordinator);
    await vi.waitFor(() => expect(resultNames('lost').length).toBeGreaterThan(0), 60_000);
    doomed.kill('SIGKILL');
    await vi.waitFor(() => expect(worker.words()).toContain('trying again'), 30_000);
    worker.child.kill('SIGTERM');
    coordinator.kill('SIGINT');
    for (const { code, stderr } of [await worker.result, await result]) {
      expect(stderr).toMatch(/does not answer: ended without telling it\n$/);
      expect(code).toBe(130);
    }
    expect(resultNames('lost').length).toBeGreaterThan(0);
  }, 60_000);

  test('a worker leaves a run whose coordinator was killed, and works on when the command is given again', async () => {
    const worker = startWorker();
    const killed = startCli([...evalArgs('resumed'), '--queue', url]);
    await vi.waitFor(() => expect(resultNames('resumed').length).toBeGreaterThan(0), 60_000);
    killed.kill('SIGKILL');
    const [run] = await redis.zrange('turnwire:runs', '0', '-1');
    // As much as 30 s later.
    await redis.expire(`turnwire:offer:${run}`, 269);
    await vi.waitFor(() => expect(worker.words()).toContain(`left ${run}`), 30_000);
    expect((await runCli([...evalArgs('resumed'), '--queue', url])).code).toBe(3);
    expect(resultNames('resumed')).toHaveLength(ROWS);
    worker.child.kill('SIGTERM');
    expect((await worker.result).code).toBe(0);
  }, 120_000);

  test(`${ROWS} rows, two workers, one killed at work: the same files, and Redis is empty`, async () => {
    const whole = await runCli([...evalArgs('whole'), '--jobs', '2']);
    expect(whole.code).toBe(3);
    const doomed = startWorker();
    const steady = startWorker();
    const running = finished(startCli([...evalArgs('queued'), '--queue', url]));
    await vi.waitFor(() => expect(resultNames('queued').length).toBeGreaterThan(1), {
      timeout: 60_000,
      interval: 20,
    });
    await vi.waitFor(() => expect(doomed.words()).toContain('at work on run-'), 30_000);
    doomed.child.kill('SIGKILL');
    expect(resultNames('queued').length).toBeLessThan(ROWS);
    const queued = await running;
    expect(queued.stdout).toBe(whole.stdout);
    expect(queued.code).toBe(3);
    expect(queued.stderr).toContain('corpus/row 4: ');
    const names = resultNames('whole').filter((name) => name.endsWith('.json'));
    expect(names).toHaveLength(ROWS);
    expect(resultNames('queued')).toEqual(names);
    for (const file of ['summary.json', 'predictions.jsonl', ...names.map((name) => `results/${name}`)])
      expect(readFileSync(path.join(folder, 'queued', file), 'utf8'), file).toBe(
        readFileSync(path.join(folder, 'whole', file), 'utf8'),
      );
    steady.child.kill('SIGTERM');
    expect((await steady.result).code).toBe(0);
    // The mark of BullMQ's look for stalled jobs goes by itself, after its interval.
    await vi.waitFor(isEmpty, { timeout: 20_000, interval: 500 });
  }, 300_000);
});
