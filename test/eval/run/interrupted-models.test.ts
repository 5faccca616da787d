// One Ctrl-C ends a run with a sentence on what is measured and how to go on, and leaves no half file. Real engines.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { finished, runCli, startCli } from '../../helpers/cli-process.js';
import { writeRepeatedCorpus } from '../../helpers/repeated-corpus.js';

const ROWS = 12;
let folder: string;
const at = (name: string) => path.join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'turnwire-interrupted-'));
  writeRepeatedCorpus(at('corpus'), ROWS, ROWS - 1);
});
afterAll(() => rmSync(folder, { recursive: true }));

const EVAL = ['--no-transcript', '--profile', 'cutoff_10pct', '--jobs', '2'];
const evalArgs = (out: string) => ['eval', at('corpus'), ...EVAL, '--out', at(out)];
const resultsOf = (run: string) => readdirSync(path.join(at(run), 'results'));

test('Ctrl-C keeps what is measured, and the same command measures the others', async () => {
  const child = startCli(evalArgs('run'));
  const ended = finished(child);
  await vi.waitFor(() => expect(resultsOf('run').length).toBeGreaterThan(1), 60_000);
  child.kill('SIGINT');
  const { code, stdout, stderr } = await ended;
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  const kept = resultsOf('run');
  expect(kept.filter((name) => !name.endsWith('.json'))).toEqual([]);
  expect(stderr).toBe(
    `turnwire: stopped: ${kept.length} of ${ROWS} recordings are measured, their results are in ${at('run')}; the same command measures the others\n`,
  );
  expect(readdirSync(at('run')).sort()).toEqual(['results', 'run.json']);
  expect((await runCli(evalArgs('run'))).code).toBe(3);
  expect(resultsOf('run')).toHaveLength(ROWS);
});

test('Ctrl-C before the first result leaves no folder; a detector at work is stopped', async () => {
  writeFileSync(at('deaf.sh'), `echo $$ > ${at('pid')}; sleep 1000\n`);
  const child = startCli(['eval', at('corpus'), '--detector', `sh ${at('deaf.sh')}`, '--out', at('deaf')]);
  const ended = finished(child);
  await vi.waitFor(() => expect(readdirSync(folder)).toContain('pid'), 60_000);
  child.kill('SIGTERM');
  expect(await ended).toEqual({
    code: 130,
    stdout: '',
    stderr: 'turnwire: stopped before a recording was measured\n',
  });
  expect(readdirSync(folder)).not.toContain('deaf');
});

test('Ctrl-C among several runs names the folder that holds them all', async () => {
  const several = ['--scorer', 'rules', '--scorer', 'learned'];
  const child = startCli([...evalArgs('both'), ...several]);
  const ended = finished(child);
  await vi.waitFor(() => expect(resultsOf('both/1-rules').length).toBeGreaterThan(0), 60_000);
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  expect(code).toBe(130);
  expect(stderr).toMatch(/stopped: \d+ of 12 recordings are measured/);
  expect(stderr).toContain(
    `turnwire: to go on with all of them, give the same command with --out ${at('both')}\n`,
  );
  expect(readdirSync(at('both'))).toEqual(['1-rules']);
});
