/**
 * Whether a policy keeps its nominal rate on parts of the callers as well, and not only on all of them together. The splits
 * of a run (one for each group of callers) are parted in two at random many times, and both sides are counted. Called by
 * choose-policies.ts.
 */
import type { EotPolicy } from '../../eot/policy.js';
import { TurnwireError } from '../../protocol/errors.js';
import { METRIC_EPSILON } from '../basics/rounding.js';
import { seededRandom } from '../basics/seeded-random.js';
import { firingTimes, type SpanScore } from '../sweep/score-mode.js';
import { ANY_SCORE, holdWeights, isHold } from './hold-weights.js';
import type { PauseCounts } from '../silences/pause-counts.js';

/** Partings that are drawn; each has two sides. */
const PARTINGS = 150;
/** Draws at most: some part the pauses too unevenly. */
const MOST_DRAWS = 20 * PARTINGS;
/** Pauses on each side, at least: fewer say nothing of a rate of a few per cent. */
const FEWEST_HOLDS = 50;
const SEED = 20_251_129;

export interface DrawnSides {
  /** Share of the sides, 0..1, on which the policy cuts at most `nominal` of the pauses. */
  shareKept(policy: EotPolicy, nominal: number): number;
}

/**
 * @param splitOf the split of a score: callers that stay together. @param pauses what the pauses of each side are weighed to.
 * @param lateSec how late the engine notices that the caller goes on, seconds.
 * @throws TurnwireError kind `usage` if the splits cannot be parted.
 */
export function drawSides(
  scores: readonly SpanScore[],
  splitOf: (score: SpanScore) => string,
  pauses: PauseCounts | null,
  lateSec = 0,
): DrawnSides {
  const holds = scores.filter(isHold);
  const sides = drawHalves(holds.map(splitOf)).flatMap((first) =>
    [true, false].map((here) =>
      sharesOf(
        holds.filter((hold) => first.has(splitOf(hold)) === here),
        holds,
        pauses,
      ),
    ),
  );
  const fires = new Map<number, Float64Array>();
  const firesAt = (threshold: number): Float64Array => {
    const found = fires.get(threshold) ?? firingTimes(holds, ANY_SCORE, threshold);
    fires.set(threshold, found);
    return found;
  };
  return {
    shareKept({ threshold, actionDelaySec, timeoutSec }, nominal) {
      const fire = firesAt(threshold);
      const cut = holds.flatMap(({ span }, i) => {
        const at = Math.min(Math.max(actionDelaySec, fire[i]!), timeoutSec);
        return span.durationSec + lateSec > at + METRIC_EPSILON ? [i] : [];
      });
      const kept = sides.filter(
        (shares) => cut.reduce((sum, i) => sum + shares[i]!, 0) <= nominal + METRIC_EPSILON,
      );
      return kept.length / sides.length;
    },
  };
}

/**
 * @param splits the split of each pause.
 * @returns the splits of the first half of each parting. @throws TurnwireError kind `usage` if the splits cannot be parted.
 */
export function drawHalves(splits: readonly string[]): Set<string>[] {
  const names = [...new Set(splits)].sort();
  const random = seededRandom(SEED);
  const halves: Set<string>[] = [];
  for (let draw = 0; draw < MOST_DRAWS && halves.length < PARTINGS; draw++) {
    const first = new Set(names.filter(() => random.next() < 0.5));
    const inFirst = splits.filter((split) => first.has(split)).length;
    if (Math.min(inFirst, splits.length - inFirst) >= FEWEST_HOLDS) halves.push(first);
  }
  if (halves.length > 0) return halves;
  throw new TurnwireError(
    'usage',
    'no_halves',
    `--keep: the ${names.length} splits of these ${splits.length} pauses cannot be parted with ${FEWEST_HOLDS} pauses on each side; give more splits, or leave --keep out`,
  );
}

/** How much each of `holds` counts in the rate of one side: 0 outside it, 1 in sum. */
function sharesOf(
  side: readonly SpanScore[],
  holds: readonly SpanScore[],
  pauses: PauseCounts | null,
): Float64Array {
  const weightOf = holdWeights(side, pauses);
  const here = new Set(side);
  return Float64Array.from(holds, (hold) => (here.has(hold) ? weightOf(hold) / side.length : 0));
}
