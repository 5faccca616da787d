/** The work of `turnwire models verify`: every installed file against the catalogue. */
import { readFile } from 'node:fs/promises';
import { CATALOGUE, locateModel, sha256, type ModelFile } from '../../inference/catalogue.js';

type State = 'whole' | 'differs' | 'missing' | 'not installed';

/** Exit codes of the command: a file differs, a file of the install is missing. */
const EXIT_DIFFERS = 1;
const EXIT_MISSING = 4;

export async function verifyModels(json: boolean): Promise<{ text: string; exitCode: number }> {
  const rows: { id: string; state: State; path: string | null }[] = [];
  for (const entry of CATALOGUE) {
    rows.push({ id: entry.id, state: await stateOf(entry), path: locateModel(entry) ?? null });
  }
  const has = (state: State): boolean => rows.some((row) => row.state === state);
  const exitCode = has('differs') ? EXIT_DIFFERS : has('missing') ? EXIT_MISSING : 0;
  const text = json
    ? `${JSON.stringify({ files: rows }, null, 2)}\n`
    : rows.map(({ id, state, path }) => `${state.padEnd(13)}  ${id}${path ? `  ${path}` : ''}\n`).join('');
  return { text, exitCode };
}

async function stateOf(entry: ModelFile): Promise<State> {
  const file = locateModel(entry);
  if (!file) return entry.optIn ? 'not installed' : 'missing';
  return sha256(await readFile(file)) === entry.sha256 ? 'whole' : 'differs';
}
