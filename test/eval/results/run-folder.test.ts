/** Where a run finds the corpora that it measured. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { beginRun, openRun } from '../../../src/eval/results/run-folder.js';
import type { RunManifest } from '../../../src/eval/results/run-manifest.js';
import { useTempDir } from '../../helpers/temp-dir.js';

const tempDir = useTempDir();

const MANIFEST: Omit<RunManifest, 'corpora'> = {
  turnwire: '0.1.0',
  commit: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  machine: { cpu: 'test', cores: 1, os: 'test', node: 'test' },
  options: {},
  hash: 'test',
  models: {},
};

function manifestOf(folder: string): RunManifest {
  const corpus = { name: 'calls', version: null, rowsSha256: '', rows: 1, synthetic: null };
  return { ...MANIFEST, corpora: [{ ...corpus, folder }] };
}

const corpusOf = async (run: string): Promise<string> => (await openRun(run)).manifest.corpora[0]!.folder;

it('finds them from any folder, through a link, and where both were moved to', async () => {
  const dir = realpathSync(await tempDir());
  const at = (name: string) => path.join(dir, name);
  mkdirSync(at('work/corpora/calls'), { recursive: true });
  await beginRun(at('work/runs/a'), manifestOf(at('work/corpora/calls')));
  expect(readFileSync(at('work/runs/a/run.json'), 'utf8')).toContain('"folder": "../../corpora/calls"');
  expect(await corpusOf(at('work/runs/a'))).toBe(at('work/corpora/calls'));
  symlinkSync(at('work/runs/a'), at('latest'));
  expect(await corpusOf(at('latest'))).toBe(at('work/corpora/calls'));
  renameSync(at('work'), at('elsewhere'));
  expect(await corpusOf(at('elsewhere/runs/a'))).toBe(at('elsewhere/corpora/calls'));
});

it('finds them of an older run from where it was started', async () => {
  const run = await tempDir();
  mkdirSync(path.join(run, 'results'));
  writeFileSync(path.join(run, 'run.json'), JSON.stringify(manifestOf('corpora/sample-calls')));
  const found = await corpusOf(run);
  expect(found).toBe(path.resolve('corpora/sample-calls'));
  expect(existsSync(found)).toBe(true);
});
