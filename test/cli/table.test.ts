/** `turnwire table` on a run folder written by hand. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { writeTable } from '../../src/cli/table/write-table.js';
import type { RowResult } from '../../src/eval/results/row-result.js';
import type { RunManifest } from '../../src/eval/results/run-manifest.js';
import { samplesOf, savedWav } from '../helpers/audio-files.js';
import { repoRoot } from '../helpers/cli-process.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();

/** A turn on channel 1, cut in its pause at 1.4 s. */
const CUT: RowResult = {
  corpus: 'calls',
  id: 'one',
  language: 'en',
  split: 'test',
  tags: {},
  audio: 'call.wav',
  channel: 1,
  audioSec: 4,
  silence_spans: [
    { start: 1, end: 2 },
    { start: 3, end: 4 },
  ],
  service: {
    cutoff_10pct: { turn_ends: [{ t: 1.4, by: 'score', p_eot: 0.9, latency_ms: 400 }], resumed: 0 },
  },
};

function writeRun(
  folder: string,
  corpus: string,
  name = 'calls',
  result = CUT,
  synthetic: boolean | null = null,
): void {
  const manifest: RunManifest = {
    turnwire: '0.1.0',
    commit: null,
    startedAt: '2026-01-01T00:00:00.000Z',
    machine: { cpu: 'test', cores: 1, os: 'test', node: 'test' },
    options: { endpoint: 'stream' },
    hash: 'test',
    corpora: [{ name, version: null, folder: corpus, rowsSha256: '', rows: 1, synthetic }],
    models: {},
  };
  mkdirSync(path.join(folder, 'results'), { recursive: true });
  writeFileSync(path.join(folder, 'run.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'results/one.json'), JSON.stringify(result));
}

it('lets a worst cut be heard on the channel that was measured', async () => {
  const dir = await tempDir();
  writeRun(dir, dir);
  const both = Int16Array.from({ length: 2 * 4 * 16_000 }, (_, i) => (i % 2 === 0 ? 9_000 : i % 1_000));
  const call = await savedWav(dir, { channels: 2, data: new Uint8Array(both.buffer) });
  await writeTable([dir], { out: path.join(dir, 'table'), title: 'One run', others: [] });
  const page = readFileSync(path.join(dir, 'table/report.html'), 'utf8');
  const [, clip] = /data:audio\/wav;base64,([^"]+)"/.exec(page)!;
  writeFileSync(path.join(dir, 'clip.wav'), Buffer.from(clip!, 'base64'));
  // From the beginning, for the cut is less than 3 s in, to 2 s after it.
  const measured = (await samplesOf(call, { channel: 1 })).subarray(0, 3.4 * 16_000);
  expect(await samplesOf(path.join(dir, 'clip.wav'))).toEqual(measured);
});

it('makes one page of a run with the notes, points and other figures of `npm run report`', async () => {
  const dir = await tempDir();
  writeRun(dir, dir);
  await writeTable([dir], {
    out: path.join(dir, 'table'),
    title: 'turnwire on the corpora it ships',
    note: path.join(repoRoot, 'reports/notes/shipped-corpora.md'),
    points: path.join(repoRoot, 'reports/calibration/points.json'),
    others: [path.join(repoRoot, 'reports/others/eot-bench-en.json')],
  });
  const page = readFileSync(path.join(dir, 'table/report.html'), 'utf8');
  expect(page).toContain('<title>turnwire on the corpora it ships');
  expect(page).toContain('synthetic speech');
  expect(page).toContain('<svg');
  expect(page).toContain('Calibrated');
  expect(page).toContain('LiveKit');
});

it('begins with pictures: recorded people before synthetic speech, then the worst cut-offs, then tables', async () => {
  const dir = await tempDir();
  const events = CUT.service!.cutoff_10pct!;
  const end = { ...events.turn_ends[0]!, t: 3.4 };
  const ended = {
    ...CUT,
    service: { cutoff_10pct: { ...events, turn_ends: [...events.turn_ends, end] } },
  };
  writeRun(path.join(dir, 'made'), dir, 'made', ended, true);
  writeRun(path.join(dir, 'people'), dir, 'people', ended, false);
  const out = path.join(dir, 'table');
  const others = [path.join(repoRoot, 'reports/others/eot-bench-en.json')];
  await writeTable([path.join(dir, 'made'), path.join(dir, 'people')], { out, title: 'Two runs', others });
  const page = readFileSync(path.join(out, 'report.html'), 'utf8');
  const pictures = page.slice(page.indexOf('class="pictures"'), page.indexOf('<table'));
  expect(pictures).toContain('people, stream: recorded people, 1 pause<');
  expect(pictures).toContain('SmartTurn v3.2');
  expect(pictures.indexOf('>people<')).toBeGreaterThan(0);
  expect(pictures.indexOf('>people<')).toBeLessThan(pictures.indexOf('>made<'));
  expect(pictures).toContain('Worst cut-offs, to listen to');
  // Each cut-off is to be heard once in the page.
  expect(page.split('<li><b>')).toHaveLength(3);
});

/** The report of runs, written into the folder. */
async function reportOf(folder: string, runs: readonly string[], others: string[] = []) {
  await writeTable(runs, { out: folder, title: 'Runs', others });
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  return { md: read('report.md'), csv: read('report.csv'), html: read('report.html') };
}

it('tells runs of one name apart by their folders, others by their names alone', async () => {
  const dir = await tempDir();
  const [before, after, others] = ['before', 'after', 'others'].map((name) => path.join(dir, name));
  writeRun(before!, dir);
  writeRun(after!, dir);
  writeRun(others!, dir, 'others');
  const { md, csv } = await reportOf(path.join(dir, 'table'), [before!, after!, others!]);
  expect(md.match(/^## Measured: .*/gm)).toEqual([
    `## Measured: calls, stream, ${before}`,
    `## Measured: calls, stream, ${after}`,
    '## Measured: others, stream',
  ]);
  const rows = csv.trimEnd().split('\n');
  expect(new Set(rows).size).toBe(rows.length);
});

it.each([
  [true, 'synthetic'],
  [false, 'recorded'],
  [null, ''],
])('a corpus whose synthetic is %s has rows of %s speech', async (synthetic, speech) => {
  const dir = await tempDir();
  writeRun(dir, dir, 'calls', CUT, synthetic);
  const { csv } = await reportOf(path.join(dir, 'table'), [dir]);
  const measured = csv.split('\n').filter((row) => row.startsWith('measured,'));
  expect(new Set(measured.map((row) => row.split(',').at(-1)))).toEqual(new Set([speech]));
});

it("keeps a corpus's name in its cell and out of the page's markup", async () => {
  const dir = await tempDir();
  writeRun(dir, dir, 'a | b|c <script>');
  const { md, html } = await reportOf(path.join(dir, 'table'), [dir]);
  const bars = (line: string) => line.match(/(?<!\\)\|/g)!.length;
  const [head, , ...rows] = md.split('\n').filter((line) => line.startsWith('|'));
  expect(bars(rows[0]!)).toBe(bars(head!));
  expect(html).not.toContain('<script>');
  expect(html).toContain('<td>a | b|c &lt;script&gt;, stream</td>');
});

it.skipIf(process.platform === 'win32')('reads more results than a process may have open files', async () => {
  const dir = await tempDir();
  writeRun(dir, dir);
  for (let i = 0; i < 600; i++)
    writeFileSync(path.join(dir, `results/${i}.json`), JSON.stringify({ ...CUT, id: `turn-${i}` }));
  const limited = ['-c', 'ulimit -n 256 && exec "$0" "$@"', process.execPath, 'bin/turnwire.js'];
  const { stdout, stderr } = spawnSync('sh', [...limited, 'compare', dir, dir], {
    cwd: repoRoot,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toContain('cutoff_10pct: 601 turns in both');
});

it('says of an interrupted run that it is not finished', async () => {
  const dir = await tempDir();
  writeRun(dir, dir);
  const file = path.join(dir, 'run.json');
  const whole = await reportOf(path.join(dir, 'whole'), [dir]);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"rows":1', '"rows":3'));
  const part = await reportOf(path.join(dir, 'part'), [dir]);
  expect(whole.md).not.toContain('not finished');
  expect(part.md).toContain('**Mind that this run is not finished: 2 of its 3 recordings have no result.**');
});

it('counts the pauses of each language whichever profile was measured', async () => {
  const dir = await tempDir();
  const slow = (language: string): RowResult => {
    const { cutoff_10pct: cutoff_2pct } = CUT.service!;
    return { ...CUT, id: language, language, service: { cutoff_2pct } };
  };
  writeRun(dir, dir, 'calls', slow('de'));
  writeFileSync(path.join(dir, 'results/two.json'), JSON.stringify(slow('en')));
  const { html } = await reportOf(path.join(dir, 'table'), [dir]);
  expect(html).toContain('mean latency, cutoff_2pct');
  expect(html).toContain('<th>all</th><td>2</td>');
});

it('has every figure of the report in the CSV, of others and of barge-in too', async () => {
  const dir = await tempDir();
  const claim = { start: 1, end: 2, class: 'claim' } as const;
  const found = { onset_t: 3, class: 'claim', decided_after_ms: 200 } as const;
  writeRun(dir, dir, 'calls', {
    ...CUT,
    silence_spans: undefined,
    service: undefined,
    bargein: { reference: [claim], found: [found] },
  });
  const others = path.join(dir, 'others.json');
  const row = { name: 'm', auc: 0.9, cutoffAt300ms: 12.3, cutoffAt600ms: null };
  const latencies = { latencyAt2pctMs: null, latencyAt5pctMs: 577, latencyAt10pctMs: 350 };
  const figures = { title: 'Others', source: 's', note: 'n', rows: [{ ...row, ...latencies }] };
  writeFileSync(others, JSON.stringify(figures));
  const { csv } = await reportOf(path.join(dir, 'table'), [dir], [others]);
  for (const line of [
    'others,m,Others,,,,auc,0.9,,,,,',
    'others,m,Others,,,5pct,mean_latency_ms,577,,,,,',
    'others,m,Others,,,300ms,cutoff_per_hold,0.123,,,,,',
    'others,m,Others,,,600ms,cutoff_per_hold,,,,,,',
    'measured,barge-in,"calls, stream",stream,,,claims_without_onset,1,,,1,1,',
    'measured,barge-in,"calls, stream",stream,,,claims_where_nobody_spoke,1,,,1,1,',
  ])
    expect(csv.split('\n')).toContain(line);
});

/** The cells of a CSV file that are numbers, without quotes. */
const numbersIn = (csv: string): string[] =>
  csv.split(/[,\n]/).filter((cell) => /^-?\d+(\.\d+)?(e-?\d+)?$/.test(cell));
const significant = (number: string): string => number.replace(/e.*$/, '').replace(/^-?0*\.?0*|\./g, '');

it('writes numbers without binary noise: at most 12 significant digits', async () => {
  const dir = await tempDir();
  const end = { t: 3.1 + 0.2, by: 'score' as const, p_eot: 0.9, latency_ms: 100 * (3.1 + 0.2 - 3) };
  const third = { ...CUT.service!.cutoff_10pct!, turn_ends: [end] };
  writeRun(dir, dir, 'calls', { ...CUT, service: { cutoff_10pct: third } });
  const points = path.join(repoRoot, 'reports/calibration/points.json');
  const others = [path.join(repoRoot, 'reports/others/eot-bench-en.json')];
  await writeTable([dir], { out: path.join(dir, 'table'), title: 'One run', points, others });
  const numbers = numbersIn(readFileSync(path.join(dir, 'table/report.csv'), 'utf8'));
  expect(numbers.length).toBeGreaterThan(100);
  expect(numbers.filter((number) => significant(number).length > 12)).toEqual([]);
});

it.each(['latest', 'real'])('reports/%s has no binary noise either', (folder) => {
  const numbers = numbersIn(readFileSync(path.join(repoRoot, `reports/${folder}/report.csv`), 'utf8'));
  expect(numbers.length).toBeGreaterThan(100);
  expect(numbers.filter((number) => significant(number).length > 12)).toEqual([]);
});
