/**
 * Runs `turnwire eval` over the turns of labelled calls (calls/eval_corpus.py): each group of calls by a copy of
 * this package whose sound head and sums never heard that group (fusion.fit --folds), and by the scorers that
 * learned from none of them.
 *   node training/measure/fold-runs.mjs CORPUS FOLDS WORK
 * Out: run folders WORK/runs/SCORER/GROUP, and WORK/wire/SCORER/GROUP with a score every 0.1 s, as the wire has
 * them.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { modelFile, locateModel } from '../../dist/inference/catalogue.js';
import { packageWith } from './fold-package.mjs';

const [corpus, folds, work] = process.argv.slice(2).map((folder) => path.resolve(folder));
const repo = fileURLToPath(new URL('../../', import.meta.url));

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
