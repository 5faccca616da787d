/** Imports run one way (README, "How it is built"): a folder may import only from itself and the folders below it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const src = fileURLToPath(new URL('../../src', import.meta.url));

/** Layers from the bottom; folders of one layer never import each other, except where `within` says so. */
const BASE = ['protocol', 'audio'];
const MODELS = ['inference', 'dsp'];
const NETWORKS = ['networks'];
const CAPABILITIES = ['vad', 'eot', 'bargein', 'asr', 'voices', 'lid', 'operating-points'];
const ENGINE = ['engine'];
const DOORS = ['sinks', 'server', 'client', 'eval', 'tui'];
const LAYERS = [BASE, MODELS, NETWORKS, CAPABILITIES, ENGINE, DOORS, ['cli']];

/** Pairs inside one layer that are allowed. */
const SIDEWAYS = ['audio>protocol', 'eval>client', 'eval>sinks', 'tui>sinks'];

function sourceFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    if (statSync(file).isDirectory()) return sourceFiles(file);
    return /\.tsx?$/.test(name) ? [file] : [];
  });
}

function imports(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) =>
    path.relative(src, path.resolve(path.dirname(file), match[1]!)),
  );
}

const folderOf = (file: string): string => (file.includes(path.sep) ? file.split(path.sep)[0]! : '');
const layerOf = (folder: string): number => LAYERS.findIndex((layer) => layer.includes(folder));

describe('imports', () => {
  const files = sourceFiles(src).map((file) => ({ name: path.relative(src, file), imports: imports(file) }));

  it.each(files.filter(({ name }) => folderOf(name) !== ''))(
    '$name imports downwards only',
    ({ name, imports }) => {
      const from = folderOf(name);
      expect(layerOf(from), `${from} has no layer in this test`).toBeGreaterThanOrEqual(0);
      const bad = imports.filter((target) => {
        const to = folderOf(target);
        if (to === from) return false;
        return !(layerOf(to) < layerOf(from) || SIDEWAYS.includes(`${from}>${to}`)) || to === '';
      });
      expect(bad).toEqual([]);
    },
  );

  it('allows no pair sideways that nobody needs', () => {
    const used = new Set(
      files.flatMap(({ name, imports }) => imports.map((target) => `${folderOf(name)}>${folderOf(target)}`)),
    );
    expect(SIDEWAYS.filter((pair) => !used.has(pair))).toEqual([]);
  });

  it('knows every folder of src', () => {
    const folders = readdirSync(src).filter((name) => statSync(path.join(src, name)).isDirectory());
    expect(folders.filter((folder) => layerOf(folder) < 0)).toEqual([]);
  });
});

describe('engines', () => {
  const forbidden =
    /from '(node:(fs|net|http|process|child_process|timers)|ws|commander)|\b(console|process)\.|Date\.now|new Date|setTimeout|setInterval/;
  const engineFiles = sourceFiles(path.join(src, 'engine')).filter(
    (file) => !file.endsWith('inference-worker.ts'),
  );

  it.each(engineFiles)('%s does no I/O and reads no clock', (file) => {
    expect(readFileSync(file, 'utf8')).not.toMatch(forbidden);
  });
});

/** What a file loads when it is loaded: no types, nothing imported at call time. */
function loaded(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(path.join(src, file), 'utf8');
  for (const [, target] of text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '([^']+)';/gm)) {
    if (!target!.startsWith('.')) seen.add(target!);
    else loaded(path.join(path.dirname(file), target!.replace(/\.js$/, '.ts')), seen);
  }
  return seen;
}

it('the command line starts without engines, schemas or models, so that --help is quick', () => {
  const heavy = [...loaded('cli/main.ts')].filter(
    (name) => !/^(node:|commander$|cli\/|protocol\/)/.test(name),
  );
  expect(heavy).toEqual([]);
});
