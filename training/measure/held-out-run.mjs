/**
 * Writes the held-out scores of labelled calls (--scores of fusion.fit, or of measure.room_report for rooms) as a run
 * folder, for `turnwire calibrate --folds`: a row for each turn, in the split of its group of calls. The score of a
 * pause rises with its silence as in src/eot/fusion.ts, and from 0.4 s on the recheck counts.
 *   node training/measure/held-out-run.mjs SCORES FUSION.json OUT [room]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import path from 'node:path';
import { silenceLogOdds } from '../../dist/eot/fusion.js';
import { sigmoid } from '../../dist/dsp/numeric.js';

const [scores, fusion, out, endpoint = 'stream'] = process.argv.slice(2);
const { silence, version } = JSON.parse(readFileSync(fusion, 'utf8'));

/** Silence from which the score of the recheck counts, in seconds (STANDS_SEC of fusion/recheck.py). */
const RECHECK_SEC = 0.4;
/** A turn that has ended is silent for this long, in seconds: longer than any timeout. */
const END_SEC = 5.5;
const STEP_SEC = 0.05;

const turns = new Map();
for (const line of readFileSync(scores, 'utf8').split('\n').filter(Boolean)) {
  const pause = JSON.parse(line);
  if (pause.stress) continue;
  const id = `${pause.call}-${pause.speaker}-${pause.turn_start.toFixed(2)}`;
  turns.set(id, [...(turns.get(id) ?? []), pause]);
}
mkdirSync(path.join(out, 'results'), { recursive: true });
for (const [id, pauses] of turns) {
  const row = {
    corpus: 'labelled-calls',
    id,
    language: 'en',
    split: pauses[0].group,
    tags: { call: pauses[0].call },
    audio: `${id}.wav`,
    audioSec: 0,
    spans: pauses.map((pause, span_index) => ({ span_index, label: pause.label, points: pointsOf(pause) })),
  };
  writeFileSync(path.join(out, 'results', `${id}.json`), JSON.stringify(row));
}
writeFileSync(
  path.join(out, 'run.json'),
  JSON.stringify({
    turnwire: JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version,
    commit: null,
    startedAt: new Date().toISOString(),
    machine: {
      cpu: cpus()[0].model,
      cores: cpus().length,
      os: `${type()} ${release()}`,
      node: process.version,
    },
    options: { endpoint, scores: `held-out scores of ${version}` },
    hash: '',
    corpora: [
      {
        name: 'labelled-calls',
        version: null,
        folder: '.',
        rowsSha256: '',
        rows: turns.size,
        synthetic: false,
      },
    ],
    models: {},
  }),
);
process.stdout.write(`${turns.size} turns\n`);

/** @returns [timestamp, silence, p_eot] at each step of a pause and at its end. */
function pointsOf({ label, duration, scores, later }) {
  const length = label === 'hold' ? duration : END_SEC;
  const steps = Array.from(
    { length: Math.floor((length - 0.2) / STEP_SEC + 1e-6) + 1 },
    (_, i) => 0.2 + i * STEP_SEC,
  );
  if (length - steps.at(-1) > 1e-6) steps.push(length);
  return steps.map((sec) => {
    const at = Number(sec.toFixed(6));
    const judged = at >= RECHECK_SEC - 1e-9 ? later : scores.full;
    return [at, at, sigmoid(judged + silenceLogOdds(silence, at))];
  });
}
