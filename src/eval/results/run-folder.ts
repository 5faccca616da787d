/**
 * The folder of one evaluation: run.json, one result file per recording, predictions.jsonl, summary.json.
 * A killed run leaves whole files only, so running it again does what is missing and nothing else.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { TurnwireError } from '../../protocol/errors.js';
import { makeOutputDir, writeFileAtomic } from '../../sinks/index.js';
import { readJson } from '../files/json-lines.js';
import { rowResultSchema, type RowResult } from './row-result.js';
import { manifestSchema, type RunManifest } from './run-manifest.js';

export interface RunFolder {
  readonly folder: string;
  readonly manifest: RunManifest;
  /** The stored result of a recording; null when there is none yet, or an unusable one. */
  result(corpus: string, id: string): Promise<RowResult | null>;
  writeResult(result: RowResult): Promise<void>;
}

/** A folder to run into. */
export interface BegunRun extends RunFolder {
  /** Takes away again what was made for this run, unless it holds a result. */
  removeEmpty(): Promise<void>;
}

/** Opens a folder to run into: a new one, or one that was begun with the same options, corpora, models and engines. */
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

/** A finished or interrupted run, to make tables of. */
export async function openRun(folder: string): Promise<RunFolder & { results: RowResult[] }> {
  const file = path.join(folder, 'run.json');
  if (!existsSync(file))
    throw new TurnwireError('source', 'not_a_run', `${folder} is no run folder: it has no run.json`);
  const run = runFolder(folder, await readManifest(file));
  const names = (await readdir(path.join(folder, 'results'))).filter((name) => name.endsWith('.json')).sort();
  const results: RowResult[] = [];
  // One by one: thousands of files at once are more than a process may have open.
  for (const name of names) results.push(await readResult(path.join(folder, 'results', name)));
  return { ...run, results: results.sort(byCorpusAndId) };
}

/** How an interrupted run differs from a finished one, in a sentence; null where every recording has a result. */
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

/** Readable, and unique for any id a corpus may use. */
function resultFileName(corpus: string, id: string): string {
  const hash = createHash('sha256').update(`${corpus}\n${id}`).digest('hex').slice(0, 10);
  return `${id.replace(/[^\w.-]+/g, '_').slice(0, 60)}.${hash}.json`;
}

/** Corpora are found from the run folder, wherever the command is started and both were moved to. */
async function readManifest(file: string): Promise<RunManifest> {
  const run = await realpath(path.dirname(file));
  return withFolders(await readJson(file, manifestSchema), async (written) => {
    const corpus = path.resolve(run, written);
    // An older run says how the corpus was seen from where `eval` was started.
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
