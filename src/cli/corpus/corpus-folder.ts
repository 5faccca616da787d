/** Where a corpus lies that is named on the command line. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The corpora that ship with the package. */
export const EMBEDDED_CORPORA = fileURLToPath(new URL('../../../corpora/', import.meta.url));

/** A folder as given, or the embedded corpus of that name. */
export function corpusFolder(name: string): string {
  const embedded = path.join(EMBEDDED_CORPORA, name);
  return !existsSync(name) && !name.includes(path.sep) && existsSync(embedded) ? embedded : name;
}
