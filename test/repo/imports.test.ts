/** Imports run one way (docs/architecture.md, "The floors"): a folder may import only from itself and the folders below it. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { circles, sourceFiles } from '../helpers/source-graph.js';

/** Layers from the bottom; folders of one layer never import each other, except where `within` says so. */
const BASE = ['protocol', 'audio'];
const MODELS = ['inference', 'dsp'];
const NETWORKS = ['networks'];
const CAPABILITIES = ['vad', 'eot', 'bargein', 'asr', 'voices', 'lid'];
const POLICIES = ['operating-points'];
const ENGINE = ['engine'];
/** What several doors share: logs in other formats, and the other end of a socket. */
const LOGS = ['sinks', 'client'];
const DOORS = ['server', 'eval', 'tui', 'view'];
const LAYERS = [BASE, MODELS, NETWORKS, CAPABILITIES, POLICIES, ENGINE, LOGS, DOORS, ['cli']];

/** Pairs inside one layer that are allowed. */
const SIDEWAYS = ['audio>protocol'];

/** What each folder of the engine may import of the engine. Its root composes the products: `create-engine`, `turn-scores`. */
const INSIDE_ENGINE: Readonly<Record<string, readonly string[]>> = {
  'engine/workers': [],
  'engine/session': [],
  'engine/transcript': ['engine/session'],
  'engine/stream': ['engine/session', 'engine/transcript'],
  'engine/room': ['engine/session', 'engine/transcript'],
  engine: ['engine/session', 'engine/stream', 'engine/room'],
};

/** All that the doors may import of the engine. */
const ENGINE_FOR_DOORS = [
  'engine/create-engine.ts',
  'engine/turn-scores.ts',
  'engine/session/engine.ts',
  'engine/session/agent-channel.ts',
  'engine/session/echo-canceller.ts',
  'engine/session/session-setup.ts',
  'engine/session/scorers.ts',
  'engine/session/idle-timer.ts',
  'engine/room/room-setup.ts',
  'engine/workers/create-pool.ts',
  'engine/workers/kernels.ts',
];

/** Floors of `eval` from the bottom: a folder imports itself and lower floors. Folders of one floor do not know each other. */
const EVAL_FLOORS = [
  ['basics', 'normalizer'],
  ['files', 'silences'],
  ['formats'],
  ['metrics'],
  ['corpora', 'sweep', 'score'],
  ['results'],
  ['run', 'calibration', 'tables'],
  ['detectors'],
];

/** What each shelf of the command line may import of it. Every other folder in `cli` belongs to the command of its name. */
const CLI_SHELVES: Readonly<Record<string, readonly string[]>> = {
  'cli/options': [],
  'cli/terminal': [],
  'cli/machine': [],
  'cli/session': ['cli/options', 'cli/terminal', 'cli/machine'],
};

const folderOf = (file: string): string => (file.includes('/') ? file.split('/')[0]! : '');
const layerOf = (folder: string): number => LAYERS.findIndex((layer) => layer.includes(folder));
const files = sourceFiles();

describe('imports', () => {
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
    const folders = new Set(files.map(({ name }) => folderOf(name)));
    expect([...folders].filter((folder) => folder !== '' && layerOf(folder) < 0)).toEqual([]);
  });

  it('go round in no circle of files', () => expect(circles(files)).toEqual([]));
});

describe('the command line', () => {
  const inFolders = files.filter(({ name }) => /^cli\/.+\//.test(name));

  it.each(inFolders)('$name imports of the command line its own folder and shelves', ({ name, imports }) => {
    const folder = path.posix.dirname(name);
    const may = [folder, ...(CLI_SHELVES[folder] ?? Object.keys(CLI_SHELVES))];
    const inside = imports.filter((target) => folderOf(target) === 'cli');
    expect(inside.filter((target) => !may.includes(path.posix.dirname(target)))).toEqual([]);
  });

  it('has in its root the commands and main alone', () => {
    const commands = files.filter(({ text }) => /export function register\(program: Command\)/.test(text));
    const names = files.map(({ name }) => name).filter((name) => /^cli\/[^/]+$/.test(name));
    expect(names.sort()).toEqual(['cli/main.ts', ...commands.map(({ name }) => name)].sort());
  });
});

describe('engines', () => {
  const forbidden =
    /from '(node:(fs|net|http|process|child_process|timers)|ws|commander)|\b(console|process)\.|Date\.now|new Date|setTimeout|setInterval/;
  const engineFiles = files.filter(({ name }) => name.startsWith('engine/'));

  it.each(engineFiles.filter(({ name }) => !name.endsWith('inference-worker.ts')))(
    '$name does no I/O and reads no clock',
    ({ text }) => expect(text).not.toMatch(forbidden),
  );

  it.each(engineFiles)('$name imports of the engine what its folder may', ({ name, imports }) => {
    const folder = path.posix.dirname(name);
    const may = INSIDE_ENGINE[folder];
    expect(may, `${folder} has no entry in this test`).toBeDefined();
    const others = imports.filter(
      (target) => folderOf(target) === 'engine' && path.posix.dirname(target) !== folder,
    );
    expect(others.filter((target) => !may!.includes(path.posix.dirname(target)))).toEqual([]);
  });

  it.each(files.filter(({ name }) => [...DOORS, 'cli'].includes(folderOf(name))))(
    '$name sees of the engine what is for doors',
    ({ imports }) => {
      const inside = imports.filter((target) => folderOf(target) === 'engine');
      expect(inside.filter((target) => !ENGINE_FOR_DOORS.includes(target))).toEqual([]);
    },
  );
});

describe('eval', () => {
  const evalFiles = files.filter(({ name }) => name.startsWith('eval/'));
  const innerOf = (file: string): string => file.split('/')[1]!;
  const floorOf = (file: string): number => EVAL_FLOORS.findIndex((floor) => floor.includes(innerOf(file)));

  it.each(evalFiles)('$name imports lower floors of eval only', ({ name, imports }) => {
    expect(floorOf(name), `eval/${innerOf(name)} has no floor in this test`).toBeGreaterThanOrEqual(0);
    const others = imports.filter(
      (target) => folderOf(target) === 'eval' && innerOf(target) !== innerOf(name),
    );
    expect(others.filter((target) => floorOf(target) >= floorOf(name))).toEqual([]);
  });

  it('knows no folder that is gone', () => {
    const folders = new Set(evalFiles.map(({ name }) => innerOf(name)));
    expect(EVAL_FLOORS.flat().filter((folder) => !folders.has(folder))).toEqual([]);
  });
});

describe('the search for circles', () => {
  const graph = (edges: Readonly<Record<string, string[]>>) =>
    circles(Object.entries(edges).map(([name, imports]) => ({ name, imports, text: '' })));

  it('finds a circle of two, of three, and of one, and nothing in a tree', () => {
    expect(graph({ a: ['b'], b: ['a', 'c'], c: [] })).toEqual([['a', 'b']]);
    expect(graph({ a: ['b'], b: ['c'], c: ['a'], d: ['a'] })).toEqual([['a', 'b', 'c']]);
    expect(graph({ a: ['a'] })).toEqual([['a']]);
    expect(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })).toEqual([]);
  });
});

/** What a file loads when it is loaded: no types, nothing imported at call time. */
function loaded(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const { text } = files.find(({ name }) => name === file)!;
  for (const [, target] of text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '([^']+)';/gm)) {
    if (!target!.startsWith('.')) seen.add(target!);
    else loaded(path.posix.join(path.posix.dirname(file), target!.replace(/\.js$/, '.ts')), seen);
  }
  return seen;
}

it('the command line starts without engines, schemas or models, so that --help is quick', () => {
  const heavy = [...loaded('cli/main.ts')].filter(
    (name) => !/^(node:|commander$|cli\/|protocol\/)/.test(name),
  );
  expect(heavy).toEqual([]);
});
