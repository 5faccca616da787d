/**
 * Writes the measured points of English streams: what the policies that ship do on traced calls (trace-calls.mjs), by
 * the first fit of the models. The figures of other languages in these files stay as they are.
 *   node training/measure/event-points.mjs WORK OUT
 * Changes OUT/points.json (`turnwire serve --points measured` publishes it) and the stream policies of
 * OUT/policies.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pointEntries } from '../../dist/eval/calibration/point-entries.js';
import { SCORER_POLICIES } from '../../dist/operating-points/policies.js';
import { PROFILES } from '../../dist/protocol/names.js';
import { KEEP, LIMITS } from './event-limits.mjs';
import { fitCounts } from './fit-counts.mjs';

const [work, out] = process.argv.slice(2);
const fit = await fitCounts(work, 'stream');
const stream = SCORER_POLICIES.learned.en.stream;
const measured = PROFILES.map((profile) => {
  const policy = stream[profile];
  const ends = fit.ends(policy);
  const figures = fit.figuresOf(() => ends);
  return [profile, { profile, policy, fitted: figures, ...figures }];
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
