/** Scripts outside `src/` are not compiled, so a name that moved would be missed: what they import of the built product is there. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { repo } from '../helpers/recordings.js';

const scripts = ['scripts', 'training', 'bench'].flatMap((folder) =>
  readdirSync(path.join(repo, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => path.join(repo, folder, name))
    .filter((file) => statSync(file).isFile()),
);

/** Each `import { names } from 'file'` of the built product, or of another script. */
function importsOf(script: string): { names: string[]; from: string }[] {
  const text = readFileSync(script, 'utf8');
  return [...text.matchAll(/^import \{([^}]*)\} from '(\.[^']+\.m?js)';$/gm)].map(([, names, from]) => ({
    names: names!.split(',').flatMap((name) => name.trim().split(/\s+as\s+/)[0] || []),
    from: path.resolve(path.dirname(script), from!),
  }));
}

const isBuilt = (file: string) => path.relative(repo, file).startsWith('dist');

it.each(scripts.map((script) => [path.relative(repo, script), script]))('%s', async (_, script) => {
  for (const { names, from } of importsOf(script).filter((one) => isBuilt(one.from))) {
    const found = (await import(pathToFileURL(from).href)) as object;
    expect(Object.keys(found), from).toEqual(expect.arrayContaining(names));
  }
});
