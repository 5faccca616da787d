/** Lists the corpora under a folder, with counts. Called by `turnwire corpus list`. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { corpusStats } from './corpus-stats.js';
import { unreadable } from '../files/json-lines.js';
import { openCorpus } from './open-corpus.js';

export interface CorpusListing {
  readonly name: string;
  readonly version: string | null;
  readonly folder: string;
  readonly rows: number;
  readonly turns: number;
  readonly rooms: number;
  readonly bargeInRows: number;
  readonly languages: readonly string[];
  readonly synthetic: boolean | null;
  readonly licence: string | null;
}

/** @returns the corpus folders in a folder, in order of name. */
export async function corpusFoldersIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw unreadable(folder, cause);
  });
  return names
    .sort()
    .map((name) => path.join(folder, name))
    .filter((inner) => existsSync(path.join(inner, 'rows.jsonl')));
}

export async function listCorpus(folder: string): Promise<CorpusListing> {
  const { name, manifest, rows } = await openCorpus(folder);
  const { turns, rooms, bargeInRows } = corpusStats(rows);
  return {
    name,
    version: manifest?.version ?? null,
    folder: path.relative('.', folder) || '.',
    rows: rows.length,
    turns,
    rooms,
    bargeInRows,
    languages: [
      ...new Set(rows.flatMap((row) => [row.language, ...Object.values(row.languages ?? {})])),
    ].sort(),
    synthetic: manifest?.synthetic ?? null,
    licence: manifest?.licence ?? null,
  };
}

export function formatCorpusList(corpora: readonly CorpusListing[]): string {
  return corpora
    .map((corpus) => {
      const kind = corpus.synthetic ? ', synthetic speech' : '';
      const counts = `${corpus.turns} turns, ${corpus.rooms} rooms, ${corpus.bargeInRows} barge-in rows`;
      return `${corpus.name} ${corpus.version ?? '(no corpus.json)'}  ${counts}${kind}\n  languages ${corpus.languages.join(' ')}\n  ${corpus.folder}\n`;
    })
    .join('');
}
