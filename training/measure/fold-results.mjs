/**
 * The runs of fold-runs.mjs, all groups of calls together, and how steady a profile's cut-offs are over the callers.
 * Called by engine-report.mjs and event-points.mjs.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { METRIC_EPSILON, round6 } from '../../dist/eval/basics/rounding.js';
import { NOMINAL_CUTOFF } from '../../dist/eval/calibration/choose-policies.js';
import { drawHalves } from '../../dist/eval/calibration/drawn-sides.js';
import { turnOutcome } from '../../dist/eval/metrics/turn-outcome.js';
import { openRun } from '../../dist/eval/results/run-folder.js';
import { isCountedHold } from '../../dist/eval/silences/counted-holds.js';
import { pauseWeights } from '../../dist/eval/silences/pause-counts.js';
import { PUBLIC_PAUSES } from '../../dist/eval/silences/public-pauses.js';

/** Pauses that are parted in two, at least. */
const FEWEST_PARTED = 100;

/** @returns the turns of all runs in the folder, undefined if it does not exist */
export async function foldResults(folder) {
  if (!existsSync(folder)) return undefined;
  const runs = await Promise.all(readdirSync(folder).map((group) => openRun(path.join(folder, group))));
  return runs.flatMap((run) => run.results);
}

/**
 * @returns `KEPT of ALL`: sides of drawn halves of the callers on which at most the nominal share of the pauses is cut,
 *   with public lengths of pauses; `too few` if there are too few pauses to part
 */
export function sidesKept(rows, profile) {
  const holds = rows.flatMap(({ split, silence_spans: spans, service }) => {
    const { turn_ends: ends, resumed } = service[profile];
    const { cutHoldStarts } = turnOutcome(spans, ends, resumed);
    return spans
      .slice(0, -1)
      .map(({ start, end }) => ({ split, sec: round6(end - start), isCut: cutHoldStarts.includes(start) }))
      .filter(({ sec }) => isCountedHold(sec));
  });
  if (holds.length < FEWEST_PARTED) return 'too few';
  const sides = drawHalves(holds.map(({ split }) => split)).flatMap((first) =>
    [true, false].map((here) => holds.filter(({ split }) => first.has(split) === here)),
  );
  const kept = sides.filter((side) => {
    const lengths = side.map(({ sec }) => sec);
    const weights = pauseWeights(lengths, PUBLIC_PAUSES, (sec) => isCountedHold(sec));
    const cut = weights.reduce((sum, weight, i) => sum + (side[i].isCut ? weight : 0), 0);
    return cut / side.length <= NOMINAL_CUTOFF[profile] + METRIC_EPSILON;
  });
  return `${kept.length} of ${sides.length}`;
}
