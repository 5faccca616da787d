/** What prettier is told to leave out is data and what is made: never a file of the code, whatever its folder is called. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { getFileInfo } from 'prettier';
import { expect, it } from 'vitest';
import { repoRoot } from '../helpers/cli-process.js';

const ignorePath = path.join(repoRoot, '.prettierignore');

it.each(['src', 'test', 'scripts', 'bench', 'examples', 'training'])(
  'prettier leaves out no code of %s',
  async (folder) => {
    const files = readdirSync(path.join(repoRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|m?js)$/.test(name))
      .map((name) => path.join(repoRoot, folder, name));
    const left = [];
    for (const file of files) if ((await getFileInfo(file, { ignorePath })).ignored) left.push(file);
    expect(files).not.toEqual([]);
    expect(left).toEqual([]);
  },
);
