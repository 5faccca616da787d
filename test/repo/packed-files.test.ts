/** What `npm pack` puts into the package: no build-only files, every page that a packed page links to, and a limit on its size. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { repoRoot } from '../helpers/cli-process.js';

/** Unpacked size of everything but the models, bytes. */
const MOST_BYTES_WITHOUT_MODELS = 15_000_000;

let packed: Set<string>;
let bytesWithoutModels: number;

beforeAll(() => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'];
  const shown = execFileSync('npm', args, { cwd: repoRoot, encoding: 'utf8', maxBuffer: 1 << 24 });
  const [{ files }] = JSON.parse(shown) as [{ files: { path: string; size: number }[] }];
  packed = new Set(files.map((file) => file.path));
  bytesWithoutModels = files
    .filter((file) => !file.path.startsWith('models/'))
    .reduce((sum, file) => sum + file.size, 0);
}, 60_000);

it('leaves out tests, sources, training data and what the compiler keeps for itself', () => {
  expect(packed).toContain('dist/index.js');
  const needless = /tsbuildinfo$|^test\/|^src\/|^training\/(?!README\.md$)/;
  expect([...packed].filter((file) => needless.test(file))).toEqual([]);
});

it('leaves out generated pages and the corpora of the reports, and stays small', () => {
  const heavy =
    /report\.(html|json|csv)$|^corpora\/sample-calls\/(?!audio\/booking-call\.wav$)|^docs\/screens\/.*\.txt$/;
  expect([...packed].filter((file) => heavy.test(file))).toEqual([]);
  expect(bytesWithoutModels).toBeLessThan(MOST_BYTES_WITHOUT_MODELS);
});

it.each([
  ['turnwire doctor', 'corpora/sample-calls/audio/booking-call.wav'],
  ['the README', 'corpora/real/schedule-appointment.flac'],
  ['turnwire eval sample-turns', 'corpora/sample-turns/rows.jsonl'],
  ['turnwire eval sample-rooms --endpoint room', 'corpora/sample-rooms/rows.jsonl'],
  ['turnwire corpus build sample-calls', 'corpora/recipes/sample-calls.json'],
  ['turnwire run --points measured', 'reports/calibration/points.json'],
  ['turnwire view', 'dist/view/page.html'],
  ['turnwire serve', 'dist/view/live/page.js'],
])('holds what %s reads: %s', (_, file) => {
  expect(packed).toContain(file);
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
