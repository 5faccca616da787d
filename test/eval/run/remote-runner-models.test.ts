/** Measuring through a socket gives what measuring in this process gives, with the real engines. */
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalRunner } from '../../../src/eval/run/local-runner.js';
import { createRemoteRunner } from '../../../src/eval/run/remote-runner.js';
import { createEngineSource } from '../../../src/server/real-engines.js';
import { runCli } from '../../helpers/cli-process.js';
import { bookingCall, samplesOf } from '../../helpers/recordings.js';
import { KEY, startServer, type TestServer } from '../../helpers/server-harness.js';
import { useTempDir } from '../../helpers/temp-dir.js';

const tempDir = useTempDir();
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ engines: await createEngineSource({ workers: 1 }) });
});
afterAll(() => server.drain(0));

const turnOf = (audio: Int16Array) =>
  ({ name: 'a', endpoint: 'stream', start: {}, audio, intervalSec: 0.02 }) as const;

it('gives the same events and scores as the engines in this process', async () => {
  const audio = await samplesOf(bookingCall, 10);
  const local = createLocalRunner({}, 1);
  const remote = createRemoteRunner({ url: server.url.replace('http', 'ws'), apiKey: KEY });
  const session = {
    name: 'a',
    endpoint: 'stream',
    start: { eot: { profile: 'cutoff_5pct' } },
    audio,
    controls: [],
  } as const;
  const turn = turnOf(audio);
  try {
    expect((await remote.events(session)).slice(1)).toEqual((await local.events(session)).slice(1));
    expect(await remote.scores(turn)).toEqual(await local.scores(turn));
  } finally {
    await local.close();
  }
});

it('says in one sentence that a service refused', async () => {
  const remote = createRemoteRunner({ url: server.url, apiKey: 'wrong' });
  const audio = new Int16Array(16_000);
  const turn = turnOf(audio);
  await expect(remote.scores(turn)).rejects.toThrow(/\/v1\/turn does not know the key: see --api-key/);
});

it('stops at once with exit code 5 where the service does not know the key', async () => {
  const flags = ['--limit', '3', '--url', server.url, '--api-key', 'wrong'];
  for (const method of ['service', 'eot-bench']) {
    const out = path.join(await tempDir(), 'run');
    const result = await runCli(['eval', 'sample-calls', '--method', method, '--out', out, ...flags]);
    expect(result).toMatchObject({ code: 5, stdout: '' });
    expect(result.stderr).toMatch(/invalid api key|does not know the key/);
  }
});
