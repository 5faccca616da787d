/**
 * Writes the measured points of English streams: what the engine's own `turn.end` events are under the policies that
 * ship, each group of calls by models that never heard it. The figures of other languages in these files stay.
 *   node training/measure/event-points.mjs WORK OUT
 * Reads WORK/runs/learned (fold-runs.mjs). Changes OUT/points.json (`turnwire serve --points measured` publishes it)
 * and the stream policies of OUT/policies.json, and prints the halves of the callers that keep the nominal rate.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { METRIC_EPSILON, round6 } from '../../dist/eval/basics/rounding.js';
import { NOMINAL_CUTOFF } from '../../dist/eval/calibration/choose-policies.js';
import { drawHalves } from '../../dist/eval/calibration/drawn-sides.js';
import { eventFigures } from '../../dist/eval/calibration/event-figures.js';
import { pointEntries } from '../../dist/eval/calibration/point-entries.js';
import { turnOutcome } from '../../dist/eval/metrics/turn-outcome.js';
import { isCountedHold } from '../../dist/eval/silences/counted-holds.js';
import { pauseWeights } from '../../dist/eval/silences/pause-counts.js';
import { PUBLIC_PAUSES } from '../../dist/eval/silences/public-pauses.js';
import { SCORER_POLICIES } from '../../dist/operating-points/policies.js';
import { PROFILES } from '../../dist/protocol/names.js';
import { KEEP, LIMITS } from './event-limits.mjs';

const [work, out] = process.argv.slice(2);
const runs = path.join(work, 'runs/learned');
const turns = readdirSync(runs).flatMap((group) => {
  const folder = path.join(runs, group, 'results');
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
});
const stream = SCORER_POLICIES.learned.en.stream;
const measured = PROFILES.map((profile) => {
  const figures = eventFigures(turns, profile, PUBLIC_PAUSES);
  process.stdout.write(`${profile}: ${halvesKept(profile)} halves keep the nominal rate\n`);
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

/** `KEPT of ALL`: drawn halves of the callers on which at most the nominal share is cut, with public lengths. */
function halvesKept(profile) {
  const holds = turns.flatMap(({ split, silence_spans: spans, service }) => {
    const { turn_ends: ends, resumed } = service[profile];
    const { cutHoldStarts } = turnOutcome(spans, ends, resumed);
    return spans
      .slice(0, -1)
      .map(({ start, end }) => ({ split, sec: round6(end - start), isCut: cutHoldStarts.includes(start) }))
      .filter(({ sec }) => isCountedHold(sec));
  });
  const rates = drawHalves(holds.map(({ split }) => split)).flatMap((first) =>
    [true, false].map((here) => rateOf(holds.filter(({ split }) => first.has(split) === here))),
  );
  return `${rates.filter((rate) => rate <= NOMINAL_CUTOFF[profile] + METRIC_EPSILON).length} of ${rates.length}`;
}

function rateOf(holds) {
  const weights = pauseWeights(
    holds.map(({ sec }) => sec),
    PUBLIC_PAUSES,
    (sec) => isCountedHold(sec),
  );
  return holds.reduce((sum, { isCut }, i) => sum + (isCut ? weights[i] / holds.length : 0), 0);
}

function change(name, changed) {
  const file = path.join(out, name);
  const content = changed(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
