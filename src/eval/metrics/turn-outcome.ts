/**
 * What a service's `turn.end` events did to one complete user turn whose pauses and end are known.
 * Called by the runner's tables. Times in seconds of the turn's recording.
 */
import { isCountedHold } from '../silences/counted-holds.js';
import type { SilenceSpan } from '../silences/silence-spans.js';
import { round6 } from '../basics/rounding.js';

/** What is read of a `turn.end`. */
export interface TurnEndEvent {
  readonly t: number;
  readonly by: 'score' | 'timeout';
  readonly p_eot: number;
  readonly latency_ms: number;
}

/** One turn, counted; outcomes are added, never averaged. */
export interface TurnOutcome {
  /** Pauses of 0.2 to 5 s, and those in which the service ended the turn. */
  readonly holds: number;
  readonly cutHolds: number;
  /** Starts (s) of the pauses that were cut. */
  readonly cutHoldStarts: readonly number[];
  /** `turn.end` events before the end that no counted pause explains. */
  readonly strayCuts: number;
  /** From the reference end of speech to the `turn.end`; null when none came. */
  readonly latencySec: number | null;
  readonly endedBy: 'score' | 'timeout' | null;
  readonly resumed: number;
}

/** A `turn.end` this much before the labelled end of speech still is the turn's end: labels and VAD differ. */
const END_TOLERANCE_SEC = 0.1;
/** Speech that resumed is heard with this delay; a `turn.end` until then belongs to the pause before. */
const ONSET_TOLERANCE_SEC = 0.3;

/**
 * @param spans a corpus row's: the pauses of the turn, then the silence that ends it; one or more.
 * @param turnEnds in order of time. @param resumed how many `turn.resumed` came.
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
  // Each is of one pause, the first: what comes at once after a later one began cannot have heard it.
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
