/** What `npm pack` puts into the package: nothing of the build alone, and every page that a packed page leads to. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { repoRoot } from '../helpers/cli-process.js';

let packed: Set<string>;

beforeAll(() => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'];
  const shown = execFileSync('npm', args, { cwd: repoRoot, encoding: 'utf8', maxBuffer: 1 << 24 });
  const [{ files }] = JSON.parse(shown) as [{ files: { path: string }[] }];
  packed = new Set(files.map((file) => file.path));
}, 60_000);

it('leaves out tests, sources, training data and what the compiler keeps for itself', () => {
  expect(packed).toContain('dist/index.js');
  const needless = /tsbuildinfo$|^test\/|^src\/(?!server\/page\/)|^training\/(?!README\.md$)/;
  expect([...packed].filter((file) => needless.test(file))).toEqual([]);
});

it('holds what its pages link to', () => {
  const names = [...packed];
  const dead = names
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...readFileSync(path.join(repoRoot, file), 'utf8').matchAll(/\]\((?!\w+:|#)([^)#]+)/g)].map(
        ([, link]) => ({ file, target: path.posix.join(path.dirname(file), link!) }),
      ),
    )
    .filter(
      ({ target }) => !names.some((name) => name === target || name.startsWith(target.replace(/\/?$/, '/'))),
    );
  expect(dead).toEqual([]);
});
