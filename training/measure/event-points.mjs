/**
 * Writes the measured points of English streams: what the engine's own `turn.end` events are under the policies that
 * ship, each group of calls by models that never heard it. The figures of other languages in these files stay.
 *   node training/measure/event-points.mjs WORK OUT
 * Reads WORK/runs/learned (fold-runs.mjs). Changes OUT/points.json (`turnwire serve --points measured` publishes it)
 * and the stream policies of OUT/policies.json, and prints the halves of the callers that keep the nominal rate.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventFigures } from '../../dist/eval/calibration/event-figures.js';
import { pointEntries } from '../../dist/eval/calibration/point-entries.js';
import { PUBLIC_PAUSES } from '../../dist/eval/silences/public-pauses.js';
import { SCORER_POLICIES } from '../../dist/operating-points/policies.js';
import { PROFILES } from '../../dist/protocol/names.js';
import { KEEP, LIMITS } from './event-limits.mjs';
import { foldResults, sidesKept } from './fold-results.mjs';

const [work, out] = process.argv.slice(2);
const turns = await foldResults(path.join(work, 'runs/learned'));
const stream = SCORER_POLICIES.learned.en.stream;
const measured = PROFILES.map((profile) => {
  const figures = eventFigures(turns, profile, PUBLIC_PAUSES);
  process.stdout.write(`${profile}: ${sidesKept(turns, profile)} halves keep the nominal rate\n`);
  return [profile, { profile, policy: stream[profile], fitted: figures, ...figures }];
});
change('points.json', (points) => ({
  ...points,
  late_s: 0,
  keep: KEEP,
  within_ms: PROFILES.map((profile) => LIMITS[profile] * 1000),
  date: new Date().toISOString().slice(0, 10),
  languages: {
    ...points.languages,
    en: { ...points.languages.en, stream: pointEntries(Object.fromEntries(measured), 'measured') },
  },
}));
change('policies.json', (policies) =>
  Object.fromEntries(Object.entries(policies).map(([language, own]) => [language, { ...own, stream }])),
);

function change(name, changed) {
  const file = path.join(out, name);
  const content = changed(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
