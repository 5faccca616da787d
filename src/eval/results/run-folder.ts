/**
 * The folder of one evaluation: run.json, a result file for each recording, predictions.jsonl, summary.json. Files are
 * written atomically: a killed run leaves whole files, and running it again measures only what is missing.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { TurnwireError } from '../../protocol/errors.js';
import { makeOutputDir, writeFileAtomic } from '../../sinks/index.js';
import { readJson } from '../files/json-lines.js';
import { rowResultSchema, type RowResult } from './row-result.js';
import { runManifestSchema, type RunManifest } from './run-manifest.js';

export interface RunFolder {
  readonly folder: string;
  readonly manifest: RunManifest;
  /** @returns the stored result of a recording; null if there is none or it cannot be read. */
  result(corpus: string, id: string): Promise<RowResult | null>;
  writeResult(result: RowResult): Promise<void>;
}

/** A run folder that new results may be written to. */
export interface BegunRun extends RunFolder {
  /** Deletes what was made for this run, unless it holds a result. */
  removeEmpty(): Promise<void>;
}

/** Opens a folder for results: a new one, or one of a run with the same options, corpora, models and engines. */
export async function beginRun(folder: string, manifest: RunManifest): Promise<BegunRun> {
  const file = path.join(folder, 'run.json');
  if (!existsSync(file)) {
    const results = path.join(folder, 'results');
    const unmake = makeOutputDir(results);
    const written = await withFolders(manifest, async (corpus) => {
      const seen = path.relative(await realpath(folder), await realpath(corpus));
      return seen.split(path.sep).join('/') || '.';
    });
    await writeFileAtomic(file, `${JSON.stringify(written, null, 2)}\n`);
    const removeEmpty = async (): Promise<void> => {
      if ((await readdir(results)).length > 0) return;
      await rm(file);
      await unmake();
    };
    return { ...runFolder(folder, manifest), removeEmpty };
  }
  const begun = await readManifest(file);
  if (begun.hash !== manifest.hash)
    throw new TurnwireError(
      'usage',
      'other_run',
      `${folder} holds a run with other options, corpora, models or engines; give another --out`,
    );
  return { ...runFolder(folder, begun), removeEmpty: async () => {} };
}

/** Opens a finished or interrupted run to make tables of it. */
export async function openRun(folder: string): Promise<RunFolder & { results: RowResult[] }> {
  const file = path.join(folder, 'run.json');
  if (!existsSync(file))
    throw new TurnwireError('source', 'not_a_run', `${folder} is no run folder: it has no run.json`);
  const run = runFolder(folder, await readManifest(file));
  const names = (await readdir(path.join(folder, 'results'))).filter((name) => name.endsWith('.json')).sort();
  const results: RowResult[] = [];
  // One after the other: a process may not have thousands of files open at once.
  for (const name of names) results.push(await readResult(path.join(folder, 'results', name)));
  return { ...run, results: results.sort(byCorpusAndId) };
}

/** @returns a sentence on how many recordings have no result; null if all have one. */
export function unfinished(
  { corpora }: Pick<RunManifest, 'corpora'>,
  results: readonly RowResult[],
): string | null {
  const chosen = corpora.reduce((sum, { rows }) => sum + rows, 0);
  if (results.length >= chosen) return null;
  return `this run is not finished: ${chosen - results.length} of its ${chosen} recordings have no result`;
}

function runFolder(folder: string, manifest: RunManifest): RunFolder {
  const fileOf = (corpus: string, id: string) => path.join(folder, 'results', resultFileName(corpus, id));
  return {
    folder,
    manifest,
    async result(corpus, id) {
      const file = fileOf(corpus, id);
      if (!existsSync(file)) return null;
      return readResult(file).catch(() => null);
    },
    writeResult: (result) => writeFileAtomic(fileOf(result.corpus, result.id), `${JSON.stringify(result)}\n`),
  };
}

/** A file name that is readable, and unique for any id that a corpus may use. */
function resultFileName(corpus: string, id: string): string {
  const hash = createHash('sha256').update(`${corpus}\n${id}`).digest('hex').slice(0, 10);
  return `${id.replace(/[^\w.-]+/g, '_').slice(0, 60)}.${hash}.json`;
}

/** Corpus folders are resolved from the run folder, so that both may be moved together. */
async function readManifest(file: string): Promise<RunManifest> {
  const run = await realpath(path.dirname(file));
  return withFolders(await readJson(file, runManifestSchema), async (written) => {
    const corpus = path.resolve(run, written);
    // A run of an older version gives the path from the folder in which `eval` was started.
    return existsSync(corpus) ? corpus : path.resolve(written);
  });
}

async function withFolders(
  manifest: RunManifest,
  change: (folder: string) => Promise<string>,
): Promise<RunManifest> {
  const corpora = manifest.corpora.map(async (corpus) => ({
    ...corpus,
    folder: await change(corpus.folder),
  }));
  return { ...manifest, corpora: await Promise.all(corpora) };
}

function readResult(file: string): Promise<RowResult> {
  return readJson(file, rowResultSchema);
}

export function byCorpusAndId(a: RowResult, b: RowResult): number {
  return a.corpus < b.corpus ? -1 : a.corpus > b.corpus ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
