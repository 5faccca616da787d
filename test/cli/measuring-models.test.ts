/** eval, calibrate, table, compare and sweep as processes, on the corpora that ship, with the real engines. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figuresJson } from '../../src/eval/tables/figures-json.js';
import { runCli } from '../helpers/cli-process.js';

let folder: string;
const at = (name: string) => path.join(folder, name);
const json = (name: string) => JSON.parse(readFileSync(at(name), 'utf8')) as Record<string, unknown>;

/** Spanish: 3 turns in each split, no recogniser to load. */
const EVAL = ['eval', 'sample-calls', '--language', 'es'];
const SLOW = { threshold: 2, actionDelaySec: 2.9, timeoutSec: 2.9 };
const FAST = { threshold: 2, actionDelaySec: 0.2, timeoutSec: 0.2 };

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'turnwire-measuring-'));
  const policies = (policy: object) => {
    const three = { cutoff_10pct: policy, cutoff_5pct: policy, cutoff_2pct: policy };
    return JSON.stringify({ es: { stream: three, room: three } });
  };
  writeFileSync(at('slow.json'), policies(SLOW));
  writeFileSync(at('fast.json'), policies(FAST));
  const scored = await runCli([...EVAL, '--profile', 'cutoff_5pct', '--out', at('run')]);
  expect(scored).toMatchObject({ code: 0 });
  for (const name of ['slow', 'fast']) {
    const flags = ['--method', 'service', '--policies', at(`${name}.json`), '--out', at(name)];
    expect(await runCli([...EVAL, ...flags])).toMatchObject({ code: 0 });
  }
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe('eval', () => {
  it('leaves a table of predictions that sweep takes, and the same figures', async () => {
    const { stdout } = await runCli(['sweep', at('run/predictions.jsonl'), '--json']);
    const summary = json('run/summary.json') as { groups: { bench: { summary: unknown } }[] };
    expect(figuresJson(JSON.parse(stdout))).toBe(figuresJson(summary.groups[0]!.bench.summary));
  });

  it('does nothing again in a folder that is complete, and refuses other options there', async () => {
    const again = await runCli([...EVAL, '--profile', 'cutoff_5pct', '--out', at('run'), '--json']);
    expect(JSON.parse(again.stdout)).toEqual(json('run/summary.json'));
    const other = await runCli([...EVAL, '--profile', 'cutoff_2pct', '--out', at('run')]);
    expect(other).toMatchObject({ code: 2, stdout: '' });
    expect(other.stderr).toContain('other options');
  });

  it('real turn.end events follow the policies: 0.2 s of silence cuts every pause that it can', () => {
    const fast = json('fast/summary.json') as {
      groups: { service: Record<string, Record<string, number>> }[];
    };
    const slow = json('slow/summary.json') as typeof fast;
    expect(fast.groups[0]!.service.cutoff_5pct!.cutoffPerHold).toBeGreaterThan(0.5);
    expect(slow.groups[0]!.service.cutoff_5pct).toMatchObject({ cutHolds: 0, endedByScore: 0, turns: 6 });
  });
});

describe('calibrate', () => {
  it('writes points and policies that eval and table take', async () => {
    const out = at('calibration');
    const { code, stdout } = await runCli(['calibrate', at('run'), '--min-holds', '2', '--out', out]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'fitted on calibrate, measured on test of sample-calls 1.0.0 (synthetic speech)',
    );
    const { languages } = json('calibration/points.json') as {
      languages: Record<string, Record<string, { basis: string; holds: number }[]>>;
    };
    expect(languages.es!.stream![0]).toMatchObject({ basis: 'measured', holds: 4 });
    // What was measured in Spanish alone says nothing of German.
    expect(languages.de!.stream).toEqual([]);
    const { es } = json('calibration/policies.json') as Record<
      string,
      Record<string, Record<string, object>>
    >;
    expect(es!.room!.cutoff_5pct).toBeDefined();
    const flags = ['--method', 'service', '--limit', '1', '--profile', 'cutoff_5pct', '--out', at('checked')];
    const used = await runCli([...EVAL, ...flags, '--policies', path.join(out, 'policies.json')]);
    expect(used.code).toBe(0);
  });

  it.each([
    [['--fit', 'winter'], 3, 'no scored turn of split winter; these runs have calibrate, test'],
    [['--min-holds', 'few'], 2, "--min-holds must be a whole number from 1, got 'few'"],
    [['--caution', '-1'], 2, "--caution must be a number from 0 to 5, got '-1'"],
  ])('%j', async (flags, exit, words) => {
    const { code, stderr } = await runCli(['calibrate', at('run'), ...flags, '--out', at('none')]);
    expect(code).toBe(exit);
    expect(stderr).toContain(words);
  });

  it('with --caution writes how far under the nominal rates its policies stay', async () => {
    const flags = ['--caution', '1.5', '--min-holds', '2', '--out', at('cautious')];
    expect((await runCli(['calibrate', at('run'), ...flags])).code).toBe(0);
    expect(json('cautious/points.json')).toMatchObject({ caution: 1.5 });
  });

  it('warns that figures of the split that was fitted on flatter', async () => {
    const flags = ['--report', 'calibrate', '--min-holds', '2', '--out', at('flattering')];
    const { code, stderr } = await runCli(['calibrate', at('run'), ...flags]);
    expect(code).toBe(0);
    expect(stderr).toContain('measured on split calibrate, where the policies were fitted');
  });

  it('says that a run without scores cannot be calibrated on', async () => {
    const { code, stderr } = await runCli(['calibrate', at('slow'), '--out', at('none')]);
    expect(code).toBe(3);
    expect(stderr).toContain('--method eot-bench or all');
  });
});

describe('table', () => {
  it('writes Markdown, CSV, JSON and one page that needs nothing else', async () => {
    writeFileSync(at('note.md'), 'What this is.');
    const flags = ['--out', at('table'), '--title', 'Two runs', '--note', at('note.md')];
    const { code, stdout } = await runCli(['table', at('run'), at('fast'), ...flags]);
    expect(code).toBe(0);
    expect(stdout.trim()).toBe(at('table/report.html'));
    const read = (name: string) => readFileSync(at(`table/${name}`), 'utf8');
    expect(read('report.md')).toMatch(/^# Two runs\n\nWhat this is\.\n/);
    expect(read('report.md')).toContain('| stream | cutoff_5pct | 577 ms, 4.8 % |');
    expect(read('report.csv').split('\n')[0]).toContain('basis,method,run,endpoint,language,point,figure');
    expect(read('report.csv')).toMatch(
      /measured,service,"sample-calls 1\.0\.0, stream",stream,es,cutoff_5pct,mean_latency_ms/,
    );
    expect((json('table/report.json') as { runs: unknown[] }).runs).toHaveLength(2);
    const page = read('report.html');
    expect(page).toContain('<svg');
    expect(page).toContain('src="data:audio/wav;base64,');
    expect(page.replace(/src="data:audio[^"]*"/g, '')).not.toMatch(/(src|href)=|<script|@import|url\(/);
    expect(page + read('report.md')).not.toContain(folder);
  });

  it.each([
    [['no-such-run'], 3, 'no-such-run is no run folder'],
    [['RUN', '--points', 'none.json'], 3, 'cannot read none.json'],
    [['RUN', '--note', 'none.md'], 3, 'cannot read none.md'],
  ])('%j exits %i', async (args, exit, words) => {
    const full = args.map((arg) => (arg === 'RUN' ? at('run') : arg));
    const { code, stderr } = await runCli(['table', ...full, '--out', at('none')]);
    expect(code).toBe(exit);
    expect(stderr).toContain(words);
  });
});

describe('compare', () => {
  it('a run with itself differs in nothing and passes any gate', async () => {
    const { code, stdout } = await runCli([
      'compare',
      at('run'),
      at('run'),
      '--fail-on',
      'latency>+0%,cutoff>+0pt',
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain('cutoff_5pct: 6 turns in both');
    expect(stdout).toContain('(+0 [+0, +0])');
  });

  it('exits 1 and says why when the second run is worse than allowed, each way round', async () => {
    const slower = await runCli(['compare', at('fast'), at('slow'), '--fail-on', 'latency>+10%']);
    expect(slower).toMatchObject({ code: 1 });
    expect(slower.stderr).toMatch(/cutoff_5pct: latency went from \d+ ms to \d+ ms, more than \+10% allowed/);
    const cuts = await runCli(['compare', at('slow'), at('fast'), '--fail-on', 'cutoff>+1pt', '--json']);
    expect(cuts).toMatchObject({ code: 1 });
    expect((JSON.parse(cuts.stdout) as { broken: string[] }).broken[0]).toContain('cutoff went from 0.00 %');
    expect(await runCli(['compare', at('slow'), at('fast'), '--fail-on', 'latency>+10%'])).toMatchObject({
      code: 0,
    });
  });

  it.each([
    [['RUN', 'RUN', '--fail-on', 'speed>1'], 2, 'speed>1 is no rule'],
    [['RUN', 'nowhere'], 3, 'nowhere is no run folder'],
  ])('%j exits %i', async (args, exit, words) => {
    const full = args.map((arg) => (arg === 'RUN' ? at('run') : arg));
    const { code, stderr } = await runCli(['compare', ...full]);
    expect(code).toBe(exit);
    expect(stderr).toContain(words);
  });
});

it.each([
  [['eval', 'no-such-corpus'], 3, 'no-such-corpus is no corpus: it has no rows.jsonl'],
  [['eval', 'sample-calls', '--language', 'xx'], 2, 'no row of sample-calls fits these options'],
  [['eval', 'sample-calls', '--profile', 'fast'], 2, "--profile: 'fast' is none of"],
  [['eval', 'sample-calls', '--jobs', '0'], 2, "--jobs must be a whole number from 1, got '0'"],
  [['eval', 'sample-calls', '--score-interval', '2'], 2, "must be a number from 0.02 to 1, got '2'"],
  [['eval', 'sample-calls', '--policies', 'none.json'], 3, 'cannot read none.json'],
])('%j exits %i', async (args, exit, words) => {
  const { code, stdout, stderr } = await runCli([...args, '--out', at('none')]);
  expect(code).toBe(exit);
  expect(stdout).toBe('');
  expect(stderr).toContain(words);
});
