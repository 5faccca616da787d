/**
 * Judges the `turn.end` events of one complete user turn whose pauses and end are known. Called by run summaries and
 * calibration. Times are in seconds of the recording.
 */
import { isCountedHold } from '../silences/counted-holds.js';
import type { SilenceSpan } from '../silences/silence-spans.js';
import { round6 } from '../basics/rounding.js';

/** The fields of a `turn.end` that are judged. */
export interface TurnEndEvent {
  readonly t: number;
  readonly by: 'score' | 'timeout';
  readonly p_eot: number;
  readonly latency_ms: number;
}

/** The counts of one turn. Outcomes are added, never averaged. */
export interface TurnOutcome {
  /** Number of pauses of 0.2 to 5 s; `cutHolds` of them are those in which the service ended the turn. */
  readonly holds: number;
  readonly cutHolds: number;
  /** Starts of the pauses that were cut, in seconds. */
  readonly cutHoldStarts: readonly number[];
  /** Number of `turn.end` events before the end of the turn that lie in no counted pause. */
  readonly strayCuts: number;
  /** Seconds from the labelled end of speech to the `turn.end`; null if none came. */
  readonly latencySec: number | null;
  readonly endedBy: 'score' | 'timeout' | null;
  readonly resumed: number;
}

/**
 * A `turn.end` up to this long before the labelled end of speech counts as the end, in seconds: labels and voice
 * activity differ. Chosen by hand.
 */
const END_TOLERANCE_SEC = 0.1;
/**
 * The engine notices resumed speech up to this late, in seconds; until then a `turn.end` belongs to the pause before.
 * Chosen by hand.
 */
const ONSET_TOLERANCE_SEC = 0.3;

/**
 * @param spans the silences of a corpus row: the pauses of the turn, then the silence that ends it; one or more.
 * @param turnEnds in order of time. @param resumed number of `turn.resumed` events.
 */
export function turnOutcome(
  spans: readonly SilenceSpan[],
  turnEnds: readonly TurnEndEvent[],
  resumed: number,
): TurnOutcome {
  const endSec = spans.at(-1)!.start;
  const holds = spans.slice(0, -1).filter(({ start, end }) => isCountedHold(round6(end - start)));
  const early = turnEnds.filter(({ t }) => t < endSec - END_TOLERANCE_SEC);
  const final = turnEnds.find(({ t }) => t >= endSec - END_TOLERANCE_SEC);
  // Each early end belongs to the first pause that explains it: it cannot have heard a pause that began just before.
  const causes = new Set(early.map(({ t }) => holds.findIndex((hold) => isWithin(hold, t))));
  const cut = holds.filter((_, index) => causes.has(index));
  return {
    holds: holds.length,
    cutHolds: cut.length,
    cutHoldStarts: cut.map(({ start }) => start),
    strayCuts: early.filter(({ t }) => !holds.some((hold) => isWithin(hold, t))).length,
    latencySec: final === undefined ? null : round6(final.t - endSec),
    endedBy: final?.by ?? null,
    resumed,
  };
}

function isWithin({ start, end }: SilenceSpan, t: number): boolean {
  return t > start && t <= end + ONSET_TOLERANCE_SEC;
}
