/** The work behind `turnwire models verify`: compares every installed file with the catalogue. */
import { readFile } from 'node:fs/promises';
import { CATALOGUE, locateModel, sha256, type ModelFile } from '../../inference/catalogue.js';

type State = 'whole' | 'differs' | 'unproven' | 'missing' | 'not installed';

/** Exit codes of the command: a file differs, a file of the install is missing. */
const EXIT_DIFFERS = 1;
const EXIT_MISSING = 4;

export async function verifyModels(json: boolean): Promise<{ text: string; exitCode: number }> {
  const rows: { id: string; state: State; path: string | null; sha256: string | null }[] = [];
  for (const entry of CATALOGUE) {
    const path = locateModel(entry) ?? null;
    const sum = path === null ? null : sha256(await readFile(path));
    rows.push({ id: entry.id, state: stateOf(entry, sum), path, sha256: sum });
  }
  const has = (state: State): boolean => rows.some((row) => row.state === state);
  const exitCode = has('differs') ? EXIT_DIFFERS : has('missing') ? EXIT_MISSING : 0;
  const text = json
    ? `${JSON.stringify({ files: rows }, null, 2)}\n`
    : rows
        .map((row) => {
          // If the catalogue has no sum, the file's own is printed, to compare with the publisher's.
          const sum = row.state === 'unproven' ? `  sha256 ${row.sha256}` : '';
          return `${row.state.padEnd(13)}  ${row.id}${row.path ? `  ${row.path}` : ''}${sum}\n`;
        })
        .join('');
  return { text, exitCode };
}

function stateOf(entry: ModelFile, sum: string | null): State {
  if (sum === null) return entry.optIn ? 'not installed' : 'missing';
  if (entry.sha256 === undefined) return 'unproven';
  return sum === entry.sha256 ? 'whole' : 'differs';
}
