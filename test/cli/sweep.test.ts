import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../helpers/cli-process.js';

let folder: string;
let table: string;

/** Two holds and two ends; only one end is scored above its holds. */
const SPANS = [
  { id: 'a', span_index: 0, label: 'hold', durationSec: 0.4, p_eot: 0.3 },
  { id: 'a', span_index: 1, label: 'eot', durationSec: 1.5, p_eot: 0.9 },
  { id: 'b', span_index: 0, label: 'hold', durationSec: 1.2, p_eot: 0.6 },
  { id: 'b', span_index: 1, label: 'eot', durationSec: 1.5, p_eot: 0.5 },
];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'turnwire-sweep-'));
  table = path.join(folder, 'predictions.jsonl');
  const lines = SPANS.flatMap(({ durationSec, ...span }) =>
    Array.from({ length: Math.round(durationSec * 10) + 1 }, (_, k) =>
      JSON.stringify({ ...span, timestamp: 2 + k / 10, silence_dur: k / 10 }),
    ),
  );
  writeFileSync(table, lines.join('\n') + '\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('--json prints the summary object', async () => {
  const { code, stdout, stderr } = await runCli(['sweep', table, '--json']);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const summary = JSON.parse(stdout) as Record<string, unknown>;
  // 0.9 beats both holds, 0.5 beats one: 3 of 4 pairs.
  expect(summary).toMatchObject({ auc: 0.75, n_hold_spans: 2, n_eot_spans: 2, score_point_s: 0.2 });
  // a fires at once; b waits out the shortest timeout that spares its hold.
  expect(summary.operating_points).toMatchObject({
    '10pct': { cutoff_rate: 0, threshold: 0.6, action_delay: 0.2, timeout: 1.5, mean_latency: 0.85 },
  });
});

test('custom grids and --max', async () => {
  const args = ['--thresholds', '0.7,0.1', '--action-delays', '0.5,0.3,0.3', '--timeouts', '2'];
  const { stdout } = await runCli(['sweep', table, '--max', ...args, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    score_mode: 'max',
    score_point_s: null,
    sweep_action_delays: [0.3, 0.5],
    sweep_timeouts: [2],
    sweep_delay_values: [0.3, 0.5, 2],
  });
});

test('a page for a person without --json', async () => {
  const { stdout } = await runCli(['sweep', table]);
  expect(stdout).toContain('2 holds of 0.2 to 5 s, 2 ends');
  // Silence alone has to outlast the pause of 1.2 s: by eval's baseline, not only by the delays that are swept.
  expect(stdout).toMatch(/10 % cut-offs\s+0\.850 s.*\s1\.200 s\n/);
});

test.each([
  [['sweep', 'no-such-file.jsonl'], 3, 'no-such-file.jsonl'],
  [['sweep'], 2, 'predictions'],
  [['sweep', 'TABLE', '--timeouts', 'x'], 2, 'give a number'],
  [['sweep', 'TABLE', '--timeouts', '0.1'], 2, 'below the shortest counted hold'],
  [['sweep', 'TABLE', '--score-point', '0.35'], 3, 'has no score at 0.35 s'],
  [['sweep', 'TABLE', '--score-point', '0.2', '--max'], 2, 'cannot be used'],
])('%j exits %i', async (args, exit, words) => {
  const { code, stdout, stderr } = await runCli(args.map((arg) => (arg === 'TABLE' ? table : arg)));
  expect(code).toBe(exit);
  expect(stdout).toBe('');
  expect(stderr).toContain(words);
});

test('a bad row is named by its line', async () => {
  const bad = path.join(folder, 'bad.jsonl');
  writeFileSync(bad, '{"id":"a","span_index":0,"silence_dur":0.1,"p_eot":"high","label":"hold"}\n');
  const { code, stderr } = await runCli(['sweep', bad]);
  expect(code).toBe(3);
  expect(stderr).toContain(`${bad}:1: p_eot:`);
});

test('a Parquet file with a damaged column beside one that is refused is told in one sentence', async () => {
  const bytes = readFileSync(path.join(import.meta.dirname, '../fixtures/eot-bench-rows.parquet'));
  bytes.fill(0x55, 4, 1500);
  bytes.write('mossages', bytes.lastIndexOf('messages'));
  const file = path.join(folder, 'damaged.parquet');
  writeFileSync(file, bytes);
  expect(await runCli(['sweep', file])).toEqual({
    code: 3,
    stdout: '',
    stderr: `turnwire: cannot read ${file} as Parquet: parquet schema element not found: mossages,list,element,content\n`,
  });
});

test('a Parquet file that its reader trips over is called damaged, not quoted from its code', async () => {
  const bytes = readFileSync(path.join(import.meta.dirname, '../fixtures/eot-bench-rows.parquet'));
  bytes.fill(0x55, bytes.length - 3000, bytes.length - 2940);
  const file = path.join(folder, 'damaged.parquet');
  writeFileSync(file, bytes);
  const { code, stderr } = await runCli(['sweep', file]);
  expect(code).toBe(3);
  expect(stderr).toBe(`turnwire: cannot read ${file} as Parquet: it is damaged\n`);
});

test('says why there is no policy', async () => {
  const { code, stdout } = await runCli(['sweep', table, '--score-point', '0.4', '--action-delays', '0.3']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/10 % cut-offs\s+no policy\s+-/);
  expect(stdout).toContain(
    '\n\nno policy: every action delay is below the score point or above every timeout\n',
  );
  expect((await runCli(['sweep', table])).stdout).not.toContain('no policy:');
});
