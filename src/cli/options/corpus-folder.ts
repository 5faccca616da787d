/** Finds the folder of a corpus named on the command line. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { TurnwireError } from '../../protocol/errors.js';

/** The corpora that ship with the package. */
export const EMBEDDED_CORPORA = fileURLToPath(new URL('../../../corpora/', import.meta.url));

/**
 * The folder as given, or the folder of the embedded corpus with that name.
 * @param root the folder of the embedded corpora; tests give another.
 * @throws TurnwireError kind `source` if only the repository, not the package, has the corpus.
 */
export function corpusFolder(name: string, root = EMBEDDED_CORPORA): string {
  if (existsSync(name) || name.includes(path.sep)) return name;
  const embedded = path.join(root, name);
  if (existsSync(path.join(embedded, 'rows.jsonl'))) return embedded;
  if (!existsSync(path.join(root, 'recipes', `${name}.json`))) return name;
  const message = `${name} is in the repository, not in the installed package: turnwire corpus build ${name} --out ${name} makes it`;
  throw new TurnwireError('source', 'not_in_package', message);
}
