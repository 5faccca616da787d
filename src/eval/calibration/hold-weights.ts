/** How scored pauses count in cut-off rates. Called by the choice of policies and by their measurement. */
import { isCountedHold } from '../silences/counted-holds.js';
import { pauseWeights, type PauseCounts } from '../silences/pause-counts.js';
import type { ScoreMode, SpanScore } from '../sweep/score-mode.js';

/** Any score of a silence may end the turn. */
export const ANY_SCORE: ScoreMode = { kind: 'max' };

export const isHold = ({ span }: SpanScore): boolean => span.label === 'hold';

/** @returns the weight of each pause in cut-off rates: 1, or what gives the pauses the distribution of `counts`. */
export function holdWeights(
  scores: readonly SpanScore[],
  counts: PauseCounts | null,
): (hold: SpanScore) => number {
  if (counts === null) return () => 1;
  const holds = scores.filter(isHold);
  const lengths = holds.map(({ span }) => span.durationSec);
  const weights = pauseWeights(lengths, counts, (sec) => isCountedHold(sec));
  const byHold = new Map(holds.map((hold, i) => [hold, weights[i]!]));
  return (hold) => byHold.get(hold)!;
}
