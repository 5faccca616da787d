/**
 * Chooses the policies of the profiles by the `turn.end` events that they would give on traced calls
 * (trace-calls.mjs), and prints the figures of these, of the policies that ship and of given ones.
 *   node training/measure/event-policies.mjs stream|room WORK [--fits NAME,...] [--timeouts 2.5,3,3] [--out FOLDER]
 *     [THRESHOLD,DELAY,TIMEOUT ...]
 * The rule: of the policies within LIMITS and the nominal rate, with pauses weighed to public lengths, the fastest
 * that keeps that rate on KEEP of the drawn halves of the callers, or else the one that keeps it on the most. No
 * faster profile waits longer than a slower one. `--timeouts`: of cutoff_10pct, cutoff_5pct and cutoff_2pct, seconds.
 * `--fits`: further fits of the models that were traced or rescored. Each limit then holds in every fit, and a policy
 * has the halves of the fit in which it has the fewest. Intervals are 95 %, over turns. `--out`: writes the report
 * turn-ends-stream.md or turn-ends-room.md there instead. `none`: no policy is within the limits.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { METRIC_EPSILON } from '../../dist/eval/basics/rounding.js';
import { fastestKept, NOMINAL_CUTOFF, waitsNoLonger } from '../../dist/eval/calibration/choose-policies.js';
import { SCORER_POLICIES } from '../../dist/operating-points/policies.js';
import { PROFILES } from '../../dist/protocol/names.js';
import { KEEP, LIMITS } from './event-limits.mjs';
import { fitCounts } from './fit-counts.mjs';

const THRESHOLDS = [
  ...Array.from({ length: 20 }, (_, i) => (70 + i) / 100),
  ...Array.from({ length: 19 }, (_, i) => (180 + i) / 200),
  0.993,
];
const ACTION_DELAYS = Array.from({ length: 13 }, (_, i) => (20 + i * 5) / 100);

const { values, positionals } = parseArgs({
  options: {
    fits: { type: 'string', default: '' },
    timeouts: { type: 'string', default: '2.5,3,3' },
    out: { type: 'string' },
  },
  allowPositionals: true,
});
const [endpoint, work, ...given] = positionals;
const timeouts = Object.fromEntries(values.timeouts.split(',').map((sec, i) => [PROFILES[i], Number(sec)]));
const fits = [];
for (const name of [undefined, ...values.fits.split(',').filter(Boolean)])
  fits.push(await fitCounts(work, endpoint, name));
const { groups, holds, turnEnds } = fits[0];
const tried = [...new Set(Object.values(timeouts))].flatMap((timeoutSec) =>
  ACTION_DELAYS.flatMap((actionDelaySec) =>
    THRESHOLDS.map((threshold) => withEnds({ threshold, actionDelaySec, timeoutSec })),
  ),
);
const chosen = chooseOn(() => true);
const elsewhere = new Map(groups.map((group) => [group, chooseOn((other) => other !== group)]));
const shipped = SCORER_POLICIES.learned.en[endpoint];
const profilesOf = (lineOf) => PROFILES.map((profile) => lineOf(profile));

const lines = [];
print(`# Turn ends of a ${endpoint}, by its profiles

The turn state machine over the steps that the engine took on the
[22 calls](../../docs/decisions/README.md#the-22-calls), each group of them with a sound head and sums that never heard
it. All of it is development data: the policies were chosen on these calls. Made by \`policies\`, a step of
\`training/README.md\` (measure/event-policies.mjs).

* *Fit*: \`first\` is that of \`fusion-measure\`. The others have fewer pauses of read speech, or random weights of the
  pauses of the calls (training/fusion/refits.py): as much as a retraining may change.
* *Halves*: the callers parted in two at random, and on how many of the sides at most the nominal share is cut, with
  public lengths of pauses.
* *Continued*: ends after somebody else has spoken, or after the recording. There the silence goes on in thought.

${new Date().toISOString().slice(0, 10)}, ${cpus()[0].model}, ${cpus().length} cores.
${holds.length} pauses, ${turnEnds.length} turn ends, ${groups.length} groups of calls. Brackets are 95 % intervals.`);
table(given.length > 0 ? 'The policies that ship, and those given' : 'The policies that ship', [
  ...profilesOf((profile) => [profile, withEnds(shipped[profile])]),
  ...given.flatMap((text) => profilesOf((profile) => [profile, withEnds(policyIn(text))])),
]);
table(
  'Chosen on all groups',
  profilesOf((profile) => [profile, chosen[profile]]),
);
print('\nChosen on all other groups, counted on the one left out:\n');
print('| profile | fit | mean latency | cut-offs, public lengths | as recorded | by score | policies |');
print('|---|---|---|---|---|---|---|');
for (const profile of PROFILES) {
  const policies = [...new Set(groups.map((group) => textOf(elsewhere.get(group)[profile])))];
  if (policies.includes('none')) {
    print(`| ${profile} | all | | | | | ${policies.join('; ')} |`);
    continue;
  }
  for (const [i, fit] of fits.entries()) {
    const figures = fit.figuresOf(({ group }) => elsewhere.get(group)[profile].ends[i]);
    print(`| ${profile} | ${fit.name} | ${cells(figures)} | ${policies.join('; ')} |`);
  }
}
const report = lines.map((line) => `${line}\n`).join('');
if (values.out) writeFileSync(path.join(values.out, `turn-ends-${endpoint}.md`), report);
else process.stdout.write(report);

/** A policy with the `turn.end` of each pause under it, for each fit. */
function withEnds(policy) {
  return { policy, ends: fits.map((fit) => fit.ends(policy)) };
}

/**
 * {profile: the policy chosen on some groups, with its ends; undefined if none stays within the nominal rate and the
 * limit}.
 */
function chooseOn(isHeard) {
  const parts = fits.map((fit) => fit.onGroups(isHeard));
  const ofEach = (row, valueOf) => parts.map((part, i) => valueOf(part, row.ends[i]));
  const rows = tried
    .map((row) => ({
      ...row,
      rate: Math.max(...ofEach(row, (part, ends) => part.rateOf(ends))),
      mean_latency: Math.max(...ofEach(row, (part, ends) => part.latencyOf(ends))),
    }))
    .sort((a, b) => a.mean_latency - b.mean_latency);
  const found = {};
  let slower;
  for (const profile of PROFILES.toReversed()) {
    const nominal = NOMINAL_CUTOFF[profile];
    const candidates = rows.filter(
      ({ policy, rate }) =>
        policy.timeoutSec === timeouts[profile] &&
        rate <= nominal + METRIC_EPSILON &&
        (!slower || waitsNoLonger(policy, slower)),
    );
    const shareKept = (row) =>
      Math.min(...ofEach(row, (part, ends) => part.halvesKept(ends, nominal) / part.halves));
    found[profile] = fastestKept(candidates, shareKept, KEEP, LIMITS[profile]);
    slower = found[profile]?.policy ?? slower;
  }
  return found;
}

function table(title, rows) {
  print(`\n${title}:\n`);
  const columns =
    'fit | mean latency | cut-offs, public lengths | as recorded | by score | continued | halves';
  print(`| profile | policy | ${columns} |`);
  print('|---|---|---|---|---|---|---|---|---|');
  for (const [profile, row] of rows) {
    if (!row) print(`| ${profile} | none | all | | | | | | |`);
    else for (const [i, fit] of fits.entries()) printLine(profile, row, fit, row.ends[i]);
  }
}

function printLine(profile, row, fit, ends) {
  const { halves } = fit.onAll;
  const kept = `${fit.onAll.halvesKept(ends, NOMINAL_CUTOFF[profile])} of ${halves}`;
  const figures = cells(fit.figuresOf(() => ends));
  print(`| ${profile} | ${textOf(row)} | ${fit.name} | ${figures} | ${fit.continued(ends)} | ${kept} |`);
}

function cells(figures) {
  const ms = (sec) => String(Math.round(sec * 1000));
  const percent = (share) => (share * 100).toFixed(1);
  const ranged = (value, interval, text) =>
    interval ? `${text(value)} [${text(interval.low)}, ${text(interval.high)}]` : text(value);
  const plain = ranged(figures.plainCutoffRate, figures.plainCutoffRateInterval, percent);
  return [
    `${ranged(figures.meanLatencySec, figures.meanLatencyInterval, ms)} ms`,
    `${ranged(figures.cutoffRate, figures.cutoffRateInterval, percent)} %`,
    `${figures.cutHolds} of ${figures.holds}, ${plain} %`,
    `${figures.detected} of ${figures.ends}`,
  ].join(' | ');
}

function policyIn(text) {
  const [threshold, actionDelaySec, timeoutSec] = text.split(',').map(Number);
  return { threshold, actionDelaySec, timeoutSec };
}

function textOf(row) {
  if (!row) return 'none';
  const { threshold, actionDelaySec, timeoutSec } = row.policy;
  return `${threshold}, ${actionDelaySec}, ${timeoutSec.toFixed(1)}`;
}

function print(line) {
  lines.push(line);
}
