/**
 * Runs `turnwire eval` over the turns of labelled calls (calls/eval_corpus.py): each group of calls by a copy of
 * this package whose sound head and sums never heard that group (fusion.fit --folds), and by the scorers that
 * learned from none of them.
 *   node training/measure/fold-runs.mjs CORPUS FOLDS WORK
 * Out: run folders WORK/runs/SCORER/GROUP, and WORK/wire/SCORER/GROUP with a score every 0.1 s, as the wire has
 * them.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { modelFile, locateModel, sha256 } from '../../dist/inference/catalogue.js';

const [corpus, folds, work] = process.argv.slice(2).map((folder) => path.resolve(folder));
const repo = fileURLToPath(new URL('../../', import.meta.url));
const REFITTED = ['eot-sound', 'eot-fusion'];

for (const old of ['runs', 'wire']) rmSync(path.join(work, old), { recursive: true, force: true });
for (const scorer of ['rules', 'smart-turn']) {
  if (scorer === 'smart-turn' && !locateModel(modelFile('smart-turn-v3.2'))) continue;
  evaluate(repo, `${scorer}/all`, '--scorer', scorer);
}
for (const group of readdirSync(folds)) {
  const copy = path.join(work, 'package');
  packageWith(path.join(folds, group), copy);
  evaluate(copy, `learned/${group}`, '--split', group);
}

function evaluate(folder, name, ...options) {
  const turnwire = (...args) =>
    execFileSync(process.execPath, [path.join(folder, 'bin/turnwire.js'), ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  turnwire('eval', corpus, '--out', path.join(work, 'runs', name), ...options);
  turnwire(
    'eval',
    corpus,
    '--out',
    path.join(work, 'wire', name),
    '--method',
    'eot-bench',
    '--score-interval',
    '0.1',
    ...options,
  );
}

/** Makes a copy of this package with the refitted models of a folder, and their hashes in its catalogue. */
function packageWith(models, copy) {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(path.join(copy, 'models'), { recursive: true });
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(path.join(repo, part), path.join(copy, part), { recursive: true });
  symlinkSync(path.join(repo, 'node_modules'), path.join(copy, 'node_modules'));
  for (const model of readdirSync(path.join(repo, 'models')))
    symlinkSync(
      path.join(REFITTED.includes(model) ? models : path.join(repo, 'models'), model),
      path.join(copy, 'models', model),
    );
  const list = path.join(copy, 'dist/inference/model-list.js');
  let text = readFileSync(list, 'utf8');
  for (const { sha256: shipped, file } of REFITTED.map(modelFile)) {
    if (!text.includes(shipped)) throw new Error(`${list} does not hold the hash of ${file}`);
    text = text.replace(shipped, sha256(readFileSync(path.join(copy, 'models', file))));
  }
  writeFileSync(list, text);
}
