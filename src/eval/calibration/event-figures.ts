/**
 * Figures of an operating point from the engine's own `turn.end` events (method `service`), as recorded and weighed to a
 * distribution of pauses. Called by `turnwire calibrate --events` and scripts/multilingual-points.mjs.
 */
import type { ProfileName } from '../../protocol/names.js';
import { round6 } from '../basics/rounding.js';
import { turnOutcome } from '../metrics/turn-outcome.js';
import type { RowResult } from '../results/row-result.js';
import { isCountedHold } from '../silences/counted-holds.js';
import { pauseWeights, type PauseCounts } from '../silences/pause-counts.js';
import { policyFigures, type PolicyFigures, type TurnCount } from './measure-policy.js';

/** @returns the figures of a profile over the turns that were run with it; null if there are none. */
export function eventFigures(
  results: readonly RowResult[],
  profile: ProfileName,
  pauses: PauseCounts | null,
): PolicyFigures | null {
  const turns = results.flatMap(({ silence_spans: spans, service }) => {
    const events = service?.[profile];
    if (spans === undefined || events === undefined) return [];
    const holds = spans
      .slice(0, -1)
      .map(({ start, end }) => ({ start, sec: round6(end - start) }))
      .filter(({ sec }) => isCountedHold(sec));
    return [{ holds, outcome: turnOutcome(spans, events.turn_ends, events.resumed) }];
  });
  if (turns.length === 0) return null;
  const lengths = turns.flatMap(({ holds }) => holds.map(({ sec }) => sec));
  const weights =
    pauses === null ? lengths.map(() => 1) : pauseWeights(lengths, pauses, (sec) => isCountedHold(sec));
  let next = 0;
  return policyFigures(
    turns.map(({ holds, outcome }): TurnCount => {
      const weighed = holds.map((hold) => ({ ...hold, weight: weights[next++]! }));
      const cut = weighed.filter(({ start }) => outcome.cutHoldStarts.includes(start));
      const sum = (of: readonly { weight: number }[]) => of.reduce((total, { weight }) => total + weight, 0);
      return {
        holds: holds.length,
        cutHolds: cut.length,
        weight: sum(weighed),
        cutWeight: sum(cut),
        ends: outcome.latencySec === null ? 0 : 1,
        detected: outcome.endedBy === 'score' ? 1 : 0,
        latencySec: outcome.latencySec ?? 0,
      };
    }),
  );
}
