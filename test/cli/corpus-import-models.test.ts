/** corpus import as a process, with the voice activity that ships: what is said of bad recordings among good ones. */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readSamples, wavBytes } from '../../src/audio/index.js';
import { openCorpus } from '../../src/eval/corpora/open-corpus.js';
import { repoRoot, runCli } from '../helpers/cli-process.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const CALL = path.join(repoRoot, 'corpora/sample-calls/audio/en-002a.flac');

/** The call with a second of silence after it, whole and as a recorder leaves it that died. */
async function recordings() {
  const folder = await tempDir();
  const at = (name: string) => path.join(folder, name);
  const call = await readSamples(CALL);
  const samples = new Int16Array(call.length + 16_000);
  samples.set(call);
  await writeFile(at('good.wav'), wavBytes(samples));
  await writeFile(at('cut.wav'), (await readFile(at('good.wav'))).subarray(0, -8_000));
  await writeFile(at('empty.wav'), '');
  await copyFile(at('good.wav'), at('agent.wav'));
  return { folder, at };
}

it.each([
  ['turns', ['good.wav', 'empty.wav', 'cut.wav'], ['good', 'cut']],
  ['call', ['--pairs', 'good.wav', 'agent.wav', 'empty.wav', 'cut.wav', 'cut.wav', 'empty.wav'], []],
])('import %s names a bad recording among several, skips it and exits 3', async (kind, args, ids) => {
  const { folder, at } = await recordings();
  const out = at('corpus');
  const files = args.map((name) => (name.startsWith('--') ? name : at(name)));
  const { code, stderr } = await runCli([
    ...['corpus', 'import', kind, ...files],
    ...['--licence', 'mine', '--out', out],
  ]);
  expect(code).toBe(3);
  const said = stderr.replaceAll(`${folder}/`, '');
  expect(said).toContain('turnwire: empty.wav is empty (0 bytes)');
  expect(said).toContain('turnwire: cut.wav is cut off: ');
  if (ids.length > 0) expect((await openCorpus(out)).rows.map(({ id }) => id)).toEqual(ids);
  else expect(said).toContain('turnwire: corpus: nothing could be imported');
});
