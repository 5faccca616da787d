/**
 * Counts detections of one kind in one speaker's channel by the definition of TurnBench (arXiv 2608.25218; eval/README.md of
 * SesameAILabs/turnbench, "Scoring", read on 2026-11-28). Called by tables/turnbench-table.ts. Times in seconds of the recording.
 */
import type { TimeSpan } from '../basics/time-span.js';

/** A detection up to this long before an event counts as found, and up to this long before a quiet span as false. */
const BEFORE_SEC = 0.25;
/** A detection later than this after an event is none. */
const AFTER_SEC = 3;

export interface TurnBenchEvents {
  /** Times of what is to be found, ascending: ends of turns, or onsets of interruptions. */
  readonly events: readonly number[];
  /** Where a detection is false: pauses inside turns, or backchannels. */
  readonly traps: readonly TimeSpan[];
  /** Times at which the detector decided, ascending. */
  readonly detections: readonly number[];
}

export interface TurnBenchCounts {
  readonly found: number;
  readonly missed: number;
  /** Traps in which a detection lies, each counted once. */
  readonly sprung: number;
  readonly quiet: number;
  /** From the event to its detection, in seconds; negative if the detection came first. */
  readonly latencySec: readonly number[];
}

/**
 * Each event, in order of time, takes the earliest free detection of its window, which ends at the next event. A detection in
 * the window of an event is never false; one outside all windows and traps counts nowhere.
 */
export function countTurnBench({ events, traps, detections }: TurnBenchEvents): TurnBenchCounts {
  const windows = events.map((event, index) => ({
    event,
    start: event - BEFORE_SEC,
    end: Math.min(event + AFTER_SEC, events[index + 1] ?? Infinity),
  }));
  const free = new Set(detections.keys());
  const latencySec: number[] = [];
  for (const window of windows) {
    const index = [...free].find((candidate) => isWithin(detections[candidate]!, window));
    if (index === undefined) continue;
    free.delete(index);
    latencySec.push(detections[index]! - window.event);
  }
  const maybeFalse = detections.filter((at) => !windows.some((window) => isWithin(at, window)));
  const sprung = traps.filter(({ start, end }) =>
    maybeFalse.some((at) => isWithin(at, { start: start - BEFORE_SEC, end })),
  ).length;
  return {
    found: latencySec.length,
    missed: events.length - latencySec.length,
    sprung,
    quiet: traps.length - sprung,
    latencySec,
  };
}

function isWithin(at: number, { start, end }: TimeSpan): boolean {
  return at >= start && at <= end;
}
