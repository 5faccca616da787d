// What a run folder says about itself: enough to know whether a run may be resumed and what a figure rests on.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { CATALOGUE, locateModel } from '../../inference/catalogue.js';
import type { Corpus } from '../corpora/open-corpus.js';
import { sha256 } from '../corpora/seal-corpus.js';

const packageRoot = fileURLToPath(new URL('../../../', import.meta.url));

export const manifestSchema = z.object({
  turnwire: z.string(),
  /** Null outside a git checkout. */
  commit: z.string().nullable(),
  startedAt: z.string(),
  machine: z.object({ cpu: z.string(), cores: z.int(), os: z.string(), node: z.string() }),
  /** Everything that changes a result. */
  options: z.record(z.string(), z.unknown()),
  /** sha256 of options, corpora and models: a folder is resumed only when it is the same. */
  hash: z.string(),
  corpora: z.array(
    z.object({
      name: z.string(),
      version: z.string().nullable(),
      folder: z.string(),
      /** sha256 of rows.jsonl. */
      rowsSha256: z.string(),
      /** Rows chosen by --split and --limit. */
      rows: z.int(),
      synthetic: z.boolean().nullable(),
    }),
  ),
  /** sha256 of each model file that was there, by id. */
  models: z.record(z.string(), z.string()),
});

export type RunManifest = z.infer<typeof manifestSchema>;

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
      folder: path.relative('.', corpus.folder) || '.',
      rowsSha256: await sha256(`${corpus.folder}/rows.jsonl`),
      rows: rows.length,
      synthetic: corpus.manifest?.synthetic ?? null,
    });
  const models = Object.fromEntries(
    CATALOGUE.filter((entry) => locateModel(entry) !== undefined).map((entry) => [entry.id, entry.sha256]),
  );
  const identity = {
    options,
    models,
    corpora: corpora.map(({ name, rowsSha256, rows }) => ({ name, rowsSha256, rows })),
  };
  return {
    turnwire: await packageVersion(),
    commit: await gitCommit(),
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

async function packageVersion(): Promise<string> {
  const content = JSON.parse(await readFile(`${packageRoot}package.json`, 'utf8')) as { version: string };
  return content.version;
}

async function gitCommit(): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('git', ['-C', packageRoot, 'rev-parse', 'HEAD']);
    return stdout.trim();
  } catch {
    return null;
  }
}
