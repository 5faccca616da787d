/**
 * Reports the runs of fold-runs.mjs, all groups of calls together: the benchmark's summary in both its modes, and
 * the turn ends of the shipped profiles. Intervals are 95 %, over turns.
 *   node training/measure/engine-report.mjs WORK OUT      writes OUT/engine.md
 */
import { existsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventFigures } from '../../dist/eval/calibration/event-figures.js';
import { predictionsOf } from '../../dist/eval/results/run-predictions.js';
import { bootstrapInterval } from '../../dist/eval/metrics/bootstrap.js';
import { holdWeights } from '../../dist/eval/calibration/hold-weights.js';
import { holdDurations, isCountedHold } from '../../dist/eval/silences/counted-holds.js';
import { pauseWeights } from '../../dist/eval/silences/pause-counts.js';
import { PUBLIC_PAUSES } from '../../dist/eval/silences/public-pauses.js';
import { operatingPoint } from '../../dist/eval/sweep/operating-points.js';
import { DEFAULT_POLICY_GRID, reachableGrid } from '../../dist/eval/sweep/policy-grid.js';
import { sweepPolicies } from '../../dist/eval/sweep/policy-sweep.js';
import { DEFAULT_SCORE_MODE, sweep } from '../../dist/eval/sweep/summary.js';
import { PROFILES } from '../../dist/protocol/names.js';
import { foldResults, sidesKept } from './fold-results.mjs';

const ABOUT = `# The engine itself on calls it never heard

\`turnwire eval\` runs the engine over the calls of \`end-of-turn.md\`, turn by turn. \`messages\` has the words before
the turn, as our own recogniser wrote them. Turns that end while both speak, or may do so, are left out. Each group
of calls is judged by a sound head and a fusion that never heard it; the text head learned from none of them. All of
it is development data. Made by \`engine-measure\`, a step of \`training/README.md\`.

The open benchmark has two modes. In the first, the score at 0.2 s of silence decides alone; it measures detectors.
In the second (\`max\`), any score of a silence ends the turn as soon as it passes the threshold; it measures services
by the scores that they send, here every 0.02 s and every 0.1 s, the wire's default. Both modes try every policy of
the benchmark's grid.
`;
const NAMES = { rules: 'rules', 'smart-turn': 'Smart Turn v3.2', learned: 'ours' };
const MODES = {
  'score at 0.2 s': { mode: DEFAULT_SCORE_MODE, folder: 'runs' },
  'max, every 0.02 s': { mode: { kind: 'max' }, folder: 'runs' },
  'max, every 0.1 s': { mode: { kind: 'max' }, folder: 'wire' },
};
const BUDGETS = { '10pct': 0.1, '5pct': 0.05 };
/** Silence after which a detector that only waits ends every turn, seconds. */
const WAITS = Array.from({ length: 481 }, (_, i) => (i + 20) / 100);

const [work, out] = process.argv.slice(2);
const scorers = Object.keys(NAMES).filter((scorer) => existsSync(path.join(work, 'runs', scorer)));
const results = { runs: await resultsIn('runs'), wire: await resultsIn('wire') };
const turns = results.runs.learned;
const lines = [
  ABOUT,
  `${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0].model}, ${os.cpus().length} cores, ` +
    `Node ${process.version}. ${turns.length} turns, ${holdDurations(turns).length} pauses of 0.2 to 5 s in them. ` +
    `Silence only: ${silenceText(null)}; with public lengths ${silenceText(PUBLIC_PAUSES)}.`,
  '',
];
lines.push(...sweptTable(null), '');
lines.push(
  'The same with public lengths: each pause weighs as much as pauses of its length among the 705 of the English set of',
  'eot-bench, and keeps its scores.',
  '',
  ...sweptTable(PUBLIC_PAUSES),
);
const unscored = ({ learned }) =>
  predictionsOf(learned).filter(({ silence_dur, p_eot }) => silence_dur === 0.2 && p_eot === 0).length;
if (isScored(turns))
  lines.push(
    '',
    'If voice activity reports a silence later than 0.2 s, no score of ours exists there and 0 counts: ' +
      `in ${unscored(results.runs)} silences, in ${unscored(results.wire)} with a score every 0.1 s.`,
  );
lines.push(
  '',
  'Turns ended by the shipped profiles (`turn.end` events); their policies were chosen on these calls. Sides: the',
  'callers parted in two at random, and on how many sides at most the nominal share is cut, with public lengths.',
  '',
);
lines.push(
  '| score | profile | mean latency | cut-offs, public lengths | as recorded | counts | by score | sides |',
  '|---|---|---|---|---|---|---|---|',
);
for (const scorer of scorers.filter((one) => results.runs[one].some(({ service }) => service)))
  for (const profile of PROFILES) lines.push(ended(scorer, profile));
writeFileSync(path.join(out, 'engine.md'), `${lines.join('\n')}\n`);

/** {scorer: every turn of its runs}. */
async function resultsIn(kind) {
  const all = {};
  for (const scorer of scorers) {
    const found = await foldResults(path.join(work, kind, scorer));
    if (found) all[scorer] = found;
  }
  return all;
}

function sweptTable(pauses) {
  return [
    '| score | eot-bench mode | AUC | latency at 10 % | to silence only | at 5 % | to silence only |',
    '|---|---|---|---|---|---|---|',
    ...scorers.flatMap((scorer) =>
      Object.keys(MODES)
        .filter((name) => isScored(results[MODES[name].folder][scorer]))
        .map((name) => swept(scorer, name, pauses)),
    ),
  ];
}

/** False for turns that were run for their events alone, or not at all. */
function isScored(rows) {
  return (rows ?? []).some(({ spans }) => spans !== undefined);
}

function silenceText(pauses) {
  const [ten, five] = silenceOf(turns, pauses).map(ms);
  return `${ten} at 10 % false cut-offs, ${five} at 5 %`;
}

/** Latency of waiting alone at each budget, seconds; null if there is no pause. */
function silenceOf(rows, pauses) {
  const lengths = holdDurations(rows);
  if (lengths.length === 0) return Object.values(BUDGETS).map(() => null);
  const weights = pauses ? pauseWeights(lengths, pauses, (sec) => isCountedHold(sec)) : lengths.map(() => 1);
  const longerThan = (delay) =>
    lengths.reduce((sum, sec, i) => sum + (sec > delay + 1e-9 ? weights[i] : 0), 0);
  return Object.values(BUDGETS).map((budget) =>
    WAITS.find((delay) => longerThan(delay) <= budget * lengths.length + 1e-9),
  );
}

/** A line: AUC, and at each budget the latency and its ratio to silence only. */
function swept(scorer, name, pauses) {
  const { mode, folder } = MODES[name];
  const rows = results[folder][scorer];
  const figures = figuresOf(rows, mode, pauses);
  const draws = [];
  const cells = figures.map((value, i) => {
    if (value === null) return '';
    let draw = 0;
    return ranged(
      value,
      bootstrapInterval(rows, (sample) => (draws[draw++] ??= figuresOf(sample, mode, pauses))[i]),
      i % 2 === 0 ? (x) => x.toFixed(2) : ms,
    );
  });
  return `| ${NAMES[scorer]} | ${name} | ${cells.join(' | ')} |`;
}

/**
 * [AUC, then latency and ratio to silence only for each budget]. `pauses`: the lengths that pauses are weighed to, or
 * null.
 */
function figuresOf(rows, mode, pauses) {
  const alone = silenceOf(rows, pauses);
  if (alone.includes(null)) return [null, ...alone.flatMap(() => [null, null])];
  // A turn that is drawn twice counts as two turns.
  const predictions = predictionsOf(rows.map((row, i) => ({ ...row, id: `${i}` })));
  const { summary, scores, policies } = sweep(predictions, { mode });
  const weighed = pauses
    ? sweepPolicies(scores, mode, reachableGrid(DEFAULT_POLICY_GRID, mode), holdWeights(scores, pauses))
    : policies;
  const points = Object.values(BUDGETS).map((budget) => operatingPoint(weighed, budget));
  // The highest scores of silences of any length rank nothing; weights of lengths leave ranks as they are.
  const auc = mode.kind === 'max' || pauses ? null : summary.auc;
  return [auc, ...points.flatMap((point, i) => latencyAndRatio(point, alone[i]))];
}

/** If no policy keeps to the budget, or none is faster, silence alone decides. */
function latencyAndRatio(point, alone) {
  const latency = Math.min(point?.mean_latency ?? Infinity, alone);
  return [latency, latency / alone];
}

/** A line of the table: the turn ends of a profile. */
function ended(scorer, profile) {
  const figures = eventFigures(results.runs[scorer], profile, PUBLIC_PAUSES);
  const cells = [
    ranged(figures.meanLatencySec, figures.meanLatencyInterval, ms),
    ranged(figures.cutoffRate, figures.cutoffRateInterval, percent),
    ranged(figures.plainCutoffRate, figures.plainCutoffRateInterval, percent),
    `${figures.cutHolds} / ${figures.holds}`,
    `${figures.detected} / ${figures.ends}`,
    sidesKept(results.runs[scorer], profile),
  ];
  return `| ${NAMES[scorer]} | ${profile} | ${cells.join(' | ')} |`;
}

function ranged(value, interval, format) {
  return interval ? `${format(value)} [${format(interval.low)}, ${format(interval.high)}]` : format(value);
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

function ms(seconds) {
  return `${Math.round(seconds * 1000)} ms`;
}
