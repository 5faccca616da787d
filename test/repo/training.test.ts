/** What holds of training/ and cannot be seen by ruff or mypy: widths, paths, and the README's table of steps. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot } from '../helpers/cli-process.js';

const MOST_COLUMNS = 120;
/** Paths of training/, cited anywhere. */
const CITED = /\btraining\/[\w./-]*\.(?:py|mjs|sh|txt|tsv|json|toml|md)\b/g;
const CITED_BY_TRAINING = /\b(?:src|test|scripts|bench|docs)\/[\w./-]*\.(?:tsx?|mjs|sh|json|md)\b/g;
const CITING = /\.(?:tsx?|m?js|py|sh|md|json|toml)$|^\.ci\//;

const text = (file: string): string => readFileSync(path.join(repoRoot, file), 'utf8');
const made = /(^|\/)(node_modules|dist|__pycache__|\.[a-z]+_cache|\.cache|\.venv|runs|coverage)(\/|$)/;

function filesUnder(folder: string): string[] {
  return readdirSync(path.join(repoRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(repoRoot, path.join(entry.parentPath, entry.name)))
    .filter((file) => !made.test(file));
}

/** training/whisper is not checked yet. */
const training = filesUnder('training').filter((file) => !/\.pyc$|^training\/whisper\//.test(file));

it(`has no line of more than ${MOST_COLUMNS} columns, data included`, () => {
  const wide = training.flatMap((file) =>
    text(file)
      .split('\n')
      .flatMap((line, i) => ([...line].length > MOST_COLUMNS ? [`${file}:${i + 1}`] : [])),
  );
  expect(training.length).toBeGreaterThan(200);
  expect(wide).toEqual([]);
});

/** The text of a source, and of every source all of whose exports it passes on. */
function exportsOf(source: string): string {
  const passedOn = [...text(source).matchAll(/^export \* from '(\.[^']*)\.js'/gm)];
  return [
    text(source),
    ...passedOn.map(([, from]) => exportsOf(`${path.join(path.dirname(source), from!)}.ts`)),
  ].join('\n');
}

it('imports only what the sources export', () => {
  const scripts = training.filter((file) => file.endsWith('.mjs'));
  const imported = scripts.flatMap((file) =>
    [...text(file).matchAll(/import \{([^}]*)\} from '(\.[^']*)'/g)].flatMap(([, names, target]) => {
      const source = path.join(path.dirname(file), target!).replace(/^dist\/(.*)\.js$/, 'src/$1.ts');
      return names!.split(',').flatMap((name) => (name.trim() ? [{ file, source, name: name.trim() }] : []));
    }),
  );
  const exported = ({ source, name }: { source: string; name: string }): boolean =>
    existsSync(path.join(repoRoot, source)) &&
    new RegExp(`^export (?:[\\w ]* ${name}\\b|\\{[^}]*\\b${name}\\b[^}]*\\})`, 'm').test(exportsOf(source));
  expect(imported.length).toBeGreaterThan(50);
  expect(imported.filter((one) => !exported(one))).toEqual([]);
});

it('is cited nowhere by a path that is not there', () => {
  const kept = execFileSync('git', ['ls-files', '-z'], { cwd: repoRoot, encoding: 'utf8' }).split('\0');
  const citing = kept.filter((file) => CITING.test(file) && existsSync(path.join(repoRoot, file)));
  const dead = citing.flatMap((file) =>
    [...text(file).matchAll(CITED)]
      .map(([cited]) => cited)
      .filter((cited) => !existsSync(path.join(repoRoot, cited)))
      .map((cited) => `${file}: ${cited}`),
  );
  expect(citing.length).toBeGreaterThan(100);
  expect(dead).toEqual([]);
});

it('cites no path of the product that is not there', () => {
  const cited = training.flatMap((file) =>
    file.startsWith('training/data/') && !file.endsWith('.md')
      ? []
      : [...text(file).matchAll(CITED_BY_TRAINING)].map(([target]) => ({ file, target })),
  );
  expect(cited.length).toBeGreaterThan(30);
  expect(cited.filter(({ target }) => !existsSync(path.join(repoRoot, target)))).toEqual([]);
});

it('has every step in the table of its README, in order', () => {
  const readme = [...text('training/README.md').matchAll(/^\| `([a-z-]+)` \| .* \| .* \| .* \| .*\|$/gm)];
  const named = readme.map(([, name]) => name);
  const stepsOf = (file: string): string[] =>
    [...text(file).matchAll(/\bStep\(\s*"([a-z-]+)"/g)].map(([, name]) => name!);
  const chapters = [...text('training/README.md').matchAll(/^### .*`(steps\/\w+\.py)`$/gm)];
  expect(chapters.length).toBeGreaterThan(5);
  expect(chapters.flatMap(([, file]) => stepsOf(`training/${file}`))).toEqual(named);
});
