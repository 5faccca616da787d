/**
 * The package as it is without one group of calls: its sound head and sums never heard that group. Called by
 * fold-runs.mjs, trace-calls.mjs and rescore-traces.mjs.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { modelFile, sha256 } from '../../dist/inference/catalogue.js';

const repo = fileURLToPath(new URL('../../', import.meta.url));
const REFITTED = ['eot-sound', 'eot-fusion'];

/**
 * Makes a copy of this package with the refitted models of a folder, and their hashes in its catalogue.
 * @param models folder of one group of calls, as fusion.fit --folds writes it
 * @param copy folder of the copy; replaced if it is there
 */
export function packageWith(models, copy) {
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

/** The name of a folder of one fit: `fit` is undefined for the fit that is measured first. */
export function ofFit(folder, fit) {
  return fit === undefined ? folder : `${folder}-${fit}`;
}
