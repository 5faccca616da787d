/**
 * Chooses the policies of the profiles by the `turn.end` events that they would give on traced calls
 * (trace-calls.mjs), and prints the figures of these, of the policies that ship and of given ones.
 *   node training/measure/event-policies.mjs stream|room WORK [--timeouts 2.5,3,3] [THRESHOLD,DELAY,TIMEOUT ...]
 * What ships by this rule: all policies of rooms, and cutoff_2pct of a stream.
 * The rule: of the policies within LIMITS and the nominal rate, with pauses weighed to public lengths, the fastest
 * that keeps that rate on KEEP of the drawn halves of the callers, or else the one that keeps it on the most. No
 * faster profile waits longer than a slower one. `--timeouts`: of cutoff_10pct, cutoff_5pct and cutoff_2pct, seconds.
 * Intervals are 95 %, over turns.
 */
import { parseArgs } from 'node:util';
import { METRIC_EPSILON, round6 } from '../../dist/eval/basics/rounding.js';
import { fastestKept, NOMINAL_CUTOFF, waitsNoLonger } from '../../dist/eval/calibration/choose-policies.js';
import { drawHalves } from '../../dist/eval/calibration/drawn-sides.js';
import { policyFigures } from '../../dist/eval/calibration/measure-policy.js';
import { isCountedHold } from '../../dist/eval/silences/counted-holds.js';
import { pauseWeights } from '../../dist/eval/silences/pause-counts.js';
import { PUBLIC_PAUSES } from '../../dist/eval/silences/public-pauses.js';
import { SCORER_POLICIES } from '../../dist/operating-points/policies.js';
import { PROFILES } from '../../dist/protocol/names.js';
import { tracedPauses, turnEndIn } from './traced-pauses.mjs';

const KEEP = 0.97;
/** Highest mean latency, seconds. */
const LIMITS = { cutoff_10pct: 0.56, cutoff_5pct: 0.76, cutoff_2pct: 1.1 };
const THRESHOLDS = [
  ...Array.from({ length: 20 }, (_, i) => (70 + i) / 100),
  ...Array.from({ length: 19 }, (_, i) => (180 + i) / 200),
  0.993,
];
const ACTION_DELAYS = Array.from({ length: 13 }, (_, i) => (20 + i * 5) / 100);

const { values, positionals } = parseArgs({
  options: { timeouts: { type: 'string', default: '2.5,3,3' } },
  allowPositionals: true,
});
const [endpoint, work, ...given] = positionals;
const timeouts = Object.fromEntries(values.timeouts.split(',').map((sec, i) => [PROFILES[i], Number(sec)]));
const pauses = await tracedPauses(work, endpoint);
const holds = pauses.filter(({ label }) => label === 'hold');
const turnEnds = pauses.filter(({ label }) => label === 'eot');
const groups = [...new Set(pauses.map(({ group }) => group))];
const tried = [...new Set(Object.values(timeouts))].flatMap((timeoutSec) =>
  ACTION_DELAYS.flatMap((actionDelaySec) =>
    THRESHOLDS.map((threshold) => withEnds({ threshold, actionDelaySec, timeoutSec })),
  ),
);
const onAll = weighed(holds);
const chosen = chooseOn(() => true);
const elsewhere = new Map(groups.map((group) => [group, chooseOn((other) => other !== group)]));
const shipped = SCORER_POLICIES.learned.en[endpoint];
const profilesOf = (lineOf) => PROFILES.map((profile) => lineOf(profile));

print(`${endpoint}: ${holds.length} pauses, ${turnEnds.length} turn ends, ${groups.length} groups of calls`);
table(given.length > 0 ? 'The policies that ship, and those given' : 'The policies that ship', [
  ...profilesOf((profile) => [profile, withEnds(shipped[profile])]),
  ...given.flatMap((text) => profilesOf((profile) => [profile, withEnds(policyIn(text))])),
]);
table(
  'Chosen on all groups',
  profilesOf((profile) => [profile, chosen[profile]]),
);
print('\nChosen on all other groups, counted on the one left out:\n');
print('| profile | mean latency | cut-offs, public lengths | as recorded | by score | policies |');
print('|---|---|---|---|---|---|');
for (const profile of PROFILES) {
  const figures = figuresOf(({ group }) => elsewhere.get(group)[profile]);
  const policies = [...new Set(groups.map((group) => textOf(elsewhere.get(group)[profile])))];
  print(`| ${profile} | ${cells(figures)} | ${policies.join('; ')} |`);
}

/** A policy with the `turn.end` of each pause under it. */
function withEnds(policy) {
  return { policy, ends: new Map(pauses.map((pause) => [pause, turnEndIn(pause, policy)])) };
}

/**
 * {profile: the policy chosen on some groups, with its ends; undefined if none stays within the nominal rate and the
 * limit}.
 */
function chooseOn(isHeard) {
  const heard = pauses.filter(({ group }) => isHeard(group));
  const { weightOf, sides } = weighed(heard.filter(({ label }) => label === 'hold'));
  const rows = tried
    .map((row) => ({ ...row, rate: rateOf(weightOf, row), mean_latency: latencyOf(heard, row) }))
    .sort((a, b) => a.mean_latency - b.mean_latency);
  const found = {};
  let slower;
  for (const profile of PROFILES.toReversed()) {
    const nominal = NOMINAL_CUTOFF[profile] + METRIC_EPSILON;
    const candidates = rows.filter(
      ({ policy, rate }) =>
        policy.timeoutSec === timeouts[profile] &&
        rate <= nominal &&
        (!slower || waitsNoLonger(policy, slower)),
    );
    const shareKept = (row) => sidesKept(sides, row, profile) / sides.length;
    found[profile] = fastestKept(candidates, shareKept, KEEP, LIMITS[profile]);
    slower = found[profile]?.policy ?? slower;
  }
  return found;
}

/**
 * The weight of each pause in the rate of all, and in that of each side of the drawn halves: [Map(pause, share)], 1
 * in sum.
 */
function weighed(all) {
  const sides = drawHalves(all.map(({ group }) => group)).flatMap((first) =>
    [true, false].map((here) => sharesOf(all.filter(({ group }) => first.has(group) === here))),
  );
  return { weightOf: sharesOf(all), sides };
}

function sharesOf(some) {
  const lengths = some.map(({ duration }) => round6(duration));
  const weights = pauseWeights(lengths, PUBLIC_PAUSES, (sec) => isCountedHold(sec));
  return new Map(some.map((hold, i) => [hold, weights[i] / some.length]));
}

/** Share of the weighed pauses that are cut, 0..1. */
function rateOf(shares, { ends }) {
  let rate = 0;
  for (const [hold, share] of shares) if (ends.get(hold)) rate += share;
  return rate;
}

function sidesKept(sides, row, profile) {
  return sides.filter((shares) => rateOf(shares, row) <= NOMINAL_CUTOFF[profile] + METRIC_EPSILON).length;
}

/** Mean time from the labelled end of a turn to its `turn.end`, seconds. */
function latencyOf(some, { ends }) {
  const ended = some.filter((pause) => pause.label === 'eot' && ends.get(pause));
  return ended.reduce((sum, pause) => sum + ends.get(pause).t - pause.end, 0) / ended.length;
}

/** @param rowOf the policy under which a pause is counted */
function figuresOf(rowOf) {
  const turns = new Map();
  for (const pause of [...holds, ...turnEnds]) {
    const { turn, label, end } = pause;
    const none = { holds: 0, cutHolds: 0, weight: 0, cutWeight: 0, ends: 0, detected: 0, latencySec: 0 };
    const count = turns.get(turn) ?? none;
    turns.set(turn, count);
    const event = rowOf(pause).ends.get(pause);
    if (label === 'hold') {
      const weight = onAll.weightOf.get(pause) * holds.length;
      count.holds += 1;
      count.weight += weight;
      count.cutHolds += event ? 1 : 0;
      count.cutWeight += event ? weight : 0;
    } else if (event) {
      count.ends += 1;
      count.detected += event.by === 'score' ? 1 : 0;
      count.latencySec += event.t - end;
    }
  }
  return policyFigures([...turns.values()]);
}

function table(title, rows) {
  print(`\n${title}. *Continued*: ends after somebody else speaks, or after the recording:\n`);
  print(
    '| profile | policy | mean latency | cut-offs, public lengths | as recorded | by score | continued | halves |',
  );
  print('|---|---|---|---|---|---|---|---|');
  for (const [profile, row] of rows) {
    if (!row) print(`| ${profile} | none |`);
    else {
      const continued = turnEnds.filter((end) => row.ends.get(end)?.isTraced === false);
      const kept = `${sidesKept(onAll.sides, row, profile)} of ${onAll.sides.length}`;
      const figures = cells(figuresOf(() => row));
      print(`| ${profile} | ${textOf(row)} | ${figures} | ${continued.length} | ${kept} |`);
    }
  }
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
  process.stdout.write(`${line}\n`);
}
