/** examples/livekit with the real packages, against the real engines. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEngineSource } from '../../src/server/real-engines.js';
import { finished, repoRoot, type CliResult } from '../helpers/cli-process.js';
import { KEY, startServer } from '../helpers/server-harness.js';

const folder = path.join(repoRoot, 'examples/livekit');
const isInstalled = existsSync(path.join(folder, 'node_modules/@livekit/agents'));

const play = (url: string): Promise<CliResult> =>
  finished(
    spawn(process.execPath, ['on-recording.js', '../../corpora/sample-calls/audio/booking-call.wav'], {
      cwd: folder,
      env: { ...process.env, TURNWIRE_URL: url, TURNWIRE_API_KEY: KEY },
    }),
  );

describe.skipIf(!isInstalled)(
  'the detector for @livekit/agents (needs npm install in examples/livekit)',
  () => {
    it('ends turns where turnwire does', async () => {
      const engines = await createEngineSource({ workers: 1 });
      const server = await startServer({ engines });
      onTestFinished(() => server.drain(0));
      const { stdout, stderr, code } = await play(`${server.url.replace('http', 'ws')}/v2/stream`);
      expect(code, stderr).toBe(0);
      const ends = [...stdout.matchAll(/^(\d+\.\d+) turn over, asked at (\d+\.\d+)$/gm)];
      expect(ends.length).toBeGreaterThanOrEqual(4);
      for (const [, end, asked] of ends) expect(Number(end)).toBeGreaterThanOrEqual(Number(asked) - 0.1);
    });

    it('lets the framework decide by silence, and says so, when the service is away', async () => {
      const { stdout, stderr, code } = await play('ws://127.0.0.1:9/v2/stream');
      expect(code, stderr).toBe(0);
      expect(stdout).not.toContain('turn over');
      expect(stderr + stdout).toContain('turns end after maxDelay of silence now');
    });
  },
);
