/**
 * Judges the traced pauses again (trace-calls.mjs) by another fit of the sound head and the sums, without decoding
 * anything again. Exact for streams, where no score changes which words are heard. In a room the score of a pause may
 * decide whose words the next one is judged by: trace-calls.mjs --fit traces rooms with their own scores.
 *   node training/measure/rescore-traces.mjs stream|room WORK FIT
 * Reads WORK/traces/stream or WORK/traces/room, and the models of WORK/folds-FIT (fusion.fit --folds).
 * Out: WORK/traces-FIT/stream or WORK/traces-FIT/room.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { linesOf } from '../calls/window-files.mjs';
import { ofFit, packageWith } from './fold-package.mjs';
import { judgedAgain } from './noted-judgements.mjs';

const [endpoint, folder, fit] = process.argv.slice(2);
const work = path.resolve(folder);
const traces = path.join(work, 'traces', endpoint);
const out = path.join(work, ofFit('traces', fit), endpoint);
mkdirSync(out, { recursive: true });
for (const name of readdirSync(traces)) {
  const group = path.basename(name, '.jsonl');
  // A folder for each group: Node.js loads the modules of a path only once.
  const copy = path.join(work, 'package-traced', `again-${endpoint}-${fit}-${group}`);
  packageWith(path.join(work, ofFit('folds', fit), group), copy);
  const built = (file) => import(pathToFileURL(path.join(copy, 'dist', file)));
  const { createInlineInference } = await built('index.js');
  const { learnedScorer } = await built('eot/learned-scorer.js');
  const inference = createInlineInference();
  const lines = [];
  for (const trace of await linesOf(traces, name)) {
    const judged = await judgedAgain(learnedScorer, trace.judged, inference);
    lines.push(`${JSON.stringify({ ...trace, judged })}\n`);
  }
  await inference.close();
  writeFileSync(path.join(out, name), lines.join(''));
  rmSync(copy, { recursive: true });
}
