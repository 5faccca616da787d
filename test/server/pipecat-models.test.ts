/** examples/pipecat with the real packages, against the real engines. */
import { spawn, spawnSync } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { createEngineSource } from '../../src/server/real-engines.js';
import { finished, repoRoot } from '../helpers/cli-process.js';
import { KEY, startServer } from '../helpers/server-harness.js';

const python = ['python3', ...(process.env.PYTHON ? [process.env.PYTHON] : [])].find(
  (program) => spawnSync(program, ['-c', 'import pipecat, onnxruntime, websockets']).status === 0,
);

it.skipIf(python === undefined)(
  'pipecat ends turns where turnwire does (needs Python with examples/pipecat/requirements.txt; PYTHON names one)',
  async () => {
    const engines = await createEngineSource({ workers: 1 });
    const server = await startServer({ engines });
    onTestFinished(() => server.drain(0));
    const child = spawn(
      python!,
      ['examples/pipecat/on_recording.py', 'corpora/sample-calls/audio/booking-call.wav'],
      {
        cwd: repoRoot,
        env: {
          ...process.env,
          TURNWIRE_URL: `${server.url.replace('http', 'ws')}/v2/stream`,
          TURNWIRE_API_KEY: KEY,
        },
      },
    );
    const { stdout, stderr, code } = await finished(child);
    expect(code, stderr).toBe(0);
    expect(stderr).not.toContain('of silence now');
    const ends = [...stdout.matchAll(/^(\d+\.\d+) turn over$/gm)].map((match) => Number(match[1]));
    expect(ends.length).toBeGreaterThanOrEqual(4);
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
  },
);
