/** run.json: what a run was made with. It decides whether the run may be resumed, and says what its figures rest on. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { CATALOGUE, locateModel } from '../../inference/catalogue.js';
import type { Endpoint } from '../../protocol/names.js';
import type { Corpus } from '../corpora/open-corpus.js';
import { sha256 } from '../corpora/seal-corpus.js';

const packageRoot = fileURLToPath(new URL('../../../', import.meta.url));

export const runManifestSchema = z.object({
  turnwire: z.string(),
  /** Null outside a git checkout. */
  commit: z.string().nullable(),
  /** True if tracked files differed from the commit. */
  dirty: z.boolean().optional(),
  /** sha256 of the compiled code of the engines. */
  engines: z.string().optional(),
  startedAt: z.string(),
  machine: z.object({ cpu: z.string(), cores: z.int(), os: z.string(), node: z.string() }),
  /** The options that change a result. */
  options: z.record(z.string(), z.unknown()),
  /** sha256 over options, corpora, rows, models and engines. A folder is resumed only with an equal hash. */
  hash: z.string(),
  corpora: z.array(
    z.object({
      name: z.string(),
      version: z.string().nullable(),
      /** Absolute path; in run.json it is relative to the run folder. */
      folder: z.string(),
      /** sha256 of rows.jsonl. */
      rowsSha256: z.string(),
      /** Number of rows after --split and --limit. */
      rows: z.int(),
      synthetic: z.boolean().nullable(),
    }),
  ),
  /** sha256 of each installed model file, by id. */
  models: z.record(z.string(), z.string()),
});

export type RunManifest = z.infer<typeof runManifestSchema>;

/** @returns which of the engines a run measured. */
export function endpointOf({ options }: Pick<RunManifest, 'options'>): Endpoint {
  return options.endpoint === 'room' ? 'room' : 'stream';
}

export interface ChosenCorpus {
  readonly corpus: Corpus;
  readonly rows: Corpus['rows'];
}

export async function createManifest(
  chosen: readonly ChosenCorpus[],
  options: Readonly<Record<string, unknown>>,
): Promise<RunManifest> {
  const corpora: RunManifest['corpora'] = [];
  for (const { corpus, rows } of chosen)
    corpora.push({
      name: corpus.name,
      version: corpus.manifest?.version ?? null,
      folder: path.resolve(corpus.folder),
      rowsSha256: await sha256(`${corpus.folder}/rows.jsonl`),
      rows: rows.length,
      synthetic: corpus.manifest?.synthetic ?? null,
    });
  const { turnwire, engines, models } = await installedHere();
  const identity = {
    options,
    models,
    engines,
    corpora: chosen.map(({ corpus, rows }, i) => ({
      name: corpus.name,
      rowsSha256: corpora[i]!.rowsSha256,
      ids: rows.map(({ id }) => id),
    })),
  };
  return {
    turnwire,
    commit: await git('rev-parse', 'HEAD'),
    dirty: (await git('status', '--porcelain', '--untracked-files=no')) !== '',
    engines,
    startedAt: new Date().toISOString(),
    machine: {
      cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
      cores: os.cpus().length,
      os: `${os.type()} ${os.release()} ${os.arch()}`,
      node: process.version,
    },
    options: { ...options },
    hash: createHash('sha256').update(JSON.stringify(identity)).digest('hex'),
    corpora,
    models,
  };
}

/** @returns version, engines and models of this machine. */
export async function installedHere(): Promise<
  Required<Pick<RunManifest, 'turnwire' | 'engines' | 'models'>>
> {
  const models: Record<string, string> = {};
  for (const entry of CATALOGUE) {
    const file = locateModel(entry);
    if (file !== undefined) models[entry.id] = entry.sha256 ?? (await sha256(file));
  }
  return { turnwire: await packageVersion(), engines: await enginesHash(), models };
}

async function packageVersion(): Promise<string> {
  const content = JSON.parse(await readFile(`${packageRoot}package.json`, 'utf8')) as { version: string };
  return content.version;
}

/** @returns the output of git; null outside a git checkout. */
async function git(...args: string[]): Promise<string | null> {
  try {
    return (await promisify(execFile)('git', ['-C', packageRoot, ...args])).stdout.trim();
  } catch {
    return null;
  }
}

/** Folders of `dist` whose code can change a result. */
const ENGINE_FOLDERS = [
  ...['protocol', 'audio', 'inference', 'dsp', 'networks', 'vad', 'eot', 'bargein'],
  ...['asr', 'voices', 'lid', 'operating-points', 'engine'],
];

/** Hash of the engines. A run is not resumed with others, because its figures would mix the two. */
async function enginesHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ENGINE_FOLDERS) {
    const where = path.join(packageRoot, 'dist', folder);
    const names = await readdir(where, { recursive: true }).catch(() => []);
    for (const name of names.filter((file) => file.endsWith('.js')).sort())
      hash.update(`${folder}/${name}\n`).update(await readFile(path.join(where, name)));
  }
  return hash.digest('hex');
}
