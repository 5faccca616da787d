/** Where a corpus named on the command line lies, in the repository and in an installed package. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { corpusFolder, EMBEDDED_CORPORA } from '../../src/cli/options/corpus-folder.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();

/** `corpora/` of an installed package: a recipe, one sound, and no rows. */
async function packagedCorpora(): Promise<string> {
  const root = await tempDir();
  mkdirSync(path.join(root, 'recipes'));
  mkdirSync(path.join(root, 'calls/audio'), { recursive: true });
  writeFileSync(path.join(root, 'recipes/calls.json'), '{}');
  return root;
}

it.each(['sample-turns', 'sample-rooms', 'sample-calls'])('%s is an embedded corpus', (name) => {
  expect(corpusFolder(name)).toBe(path.join(EMBEDDED_CORPORA, name));
});

it('takes a folder that exists, and a path, as given', () => {
  expect(corpusFolder('corpora')).toBe('corpora');
  expect(corpusFolder(path.join('no', 'such'))).toBe(path.join('no', 'such'));
  expect(corpusFolder('no-such')).toBe('no-such');
});

it('says how to make a corpus that the installed package leaves out', async () => {
  const root = await packagedCorpora();
  expect(() => corpusFolder('calls', root)).toThrow(
    'calls is in the repository, not in the installed package: turnwire corpus build calls --out calls makes it',
  );
  expect(corpusFolder('other', root)).toBe('other');
});
