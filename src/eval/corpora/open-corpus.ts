/** Opens a corpus folder. corpus.json may be missing. Called by every command that takes a corpus. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { TurnwireError } from '../../protocol/errors.js';
import { readJson, readJsonLines } from '../files/json-lines.js';
import { corpusManifestSchema, rowSchema, type CorpusManifest, type CorpusRow } from './corpus-format.js';

export interface Corpus {
  /** The name in the manifest; without one that of the folder. */
  readonly name: string;
  readonly folder: string;
  readonly manifest: CorpusManifest | null;
  readonly rows: readonly CorpusRow[];
  /** @returns the absolute path of a file that a row names. */
  file(relativePath: string): string;
}

export async function openCorpus(folder: string): Promise<Corpus> {
  const rowsPath = path.join(folder, 'rows.jsonl');
  if (!existsSync(rowsPath))
    throw new TurnwireError('source', 'not_a_corpus', `${folder} is no corpus: it has no rows.jsonl`);
  const rows = await readJsonLines(rowsPath, rowSchema);
  requireUniqueIds(rows, rowsPath);
  const manifestPath = path.join(folder, 'corpus.json');
  const manifest = existsSync(manifestPath) ? await readJson(manifestPath, corpusManifestSchema) : null;
  return {
    name: manifest?.name ?? path.basename(path.resolve(folder)),
    folder,
    manifest,
    rows,
    file: (relativePath) => fileInside(folder, relativePath),
  };
}

export function requireUniqueIds(rows: readonly CorpusRow[], where: string): void {
  const seen = new Set<string>();
  for (const { id } of rows) {
    if (seen.has(id))
      throw new TurnwireError('source', 'duplicate_id', `${where}: two rows have the id ${id}`);
    seen.add(id);
  }
}

/**
 * @returns the absolute path of a file of the corpus. @throws TurnwireError for a path that leaves the folder.
 * @param folder as the user wrote it, for messages. @param root the same folder as an absolute path.
 */
export function fileInside(folder: string, relativePath: string, root = path.resolve(folder)): string {
  const file = path.resolve(root, relativePath);
  if (!file.startsWith(root + path.sep))
    throw new TurnwireError(
      'source',
      'path_outside_corpus',
      `${folder}: ${relativePath} lies outside the corpus`,
    );
  return file;
}
