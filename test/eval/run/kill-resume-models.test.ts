// A run killed at random and begun again ends with the same tables as one that was left alone, on the real engine.
// TURNWIRE_KILL_ROWS=1000 runs it at full size.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repoRoot, runCli } from '../../helpers/cli-process.js';
import { writeRepeatedCorpus } from '../../helpers/repeated-corpus.js';

const ROWS = Number(process.env.TURNWIRE_KILL_ROWS ?? 24);
let folder: string;
let corpus: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'turnwire-kill-'));
  corpus = path.join(folder, 'corpus');
  writeRepeatedCorpus(corpus, ROWS, 7);
});
afterAll(() => rmSync(folder, { recursive: true }));

const args = (out: string, jobs: number) => [
  ...['eval', corpus, '--no-transcript', '--profile', 'cutoff_10pct'],
  ...['--jobs', String(jobs), '--out', path.join(folder, out)],
];

/** Runs until some results are there, then kills without warning; false when the run ended before. */
function runAndKill(out: string, afterMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [`${repoRoot}bin/turnwire.js`, ...args(out, 2)], {
      stdio: 'ignore',
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
    child.once('close', (_, signal) => {
      clearTimeout(timer);
      resolve(signal === 'SIGKILL');
    });
  });
}

test(`${ROWS} rows: killed and resumed equals undisturbed; two jobs equal one; a bad recording is counted`, async () => {
  const whole = await runCli(args('whole', 1));
  expect(whole.code).toBe(3);
  expect(whole.stdout).toContain('failed: corpus/row 7');
  let kills = 0;
  for (
    let delay = 1500;
    kills < 5 && (await runAndKill('killed', delay));
    delay = 1500 + Math.random() * 2500
  )
    kills++;
  const resumed = await runCli(args('killed', 2));
  expect(resumed.stdout).toBe(whole.stdout);
  for (const file of ['summary.json', 'predictions.jsonl'])
    expect(readFileSync(path.join(folder, 'killed', file), 'utf8')).toBe(
      readFileSync(path.join(folder, 'whole', file), 'utf8'),
    );
  const results = readdirSync(path.join(folder, 'killed/results')).filter((name) => name.endsWith('.json'));
  expect(results).toHaveLength(ROWS);
  expect(kills).toBeGreaterThan(0);
}, 1_800_000);
