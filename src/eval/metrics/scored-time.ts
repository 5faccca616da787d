/**
 * Which part of a recording is scored: the regions of a UEM, if there is one, without those that the reference leaves out.
 * Called by the metrics of words and voices. Source of leaving out: NIST SCTK, sclite (a word counts by the middle of its time) and
 * md-eval.
 */
import type { TimeSpan } from '../basics/time-span.js';
import type { Utterance } from '../formats/utterance.js';

/** The part of one recording that is scored. */
export interface ScoredTime {
  /** Only these stretches are scored; null for the whole recording. */
  readonly scored: readonly TimeSpan[] | null;
  /** Stretches that are not scored. */
  readonly unscored: readonly TimeSpan[];
}

export const WHOLE_RECORDING: ScoredTime = { scored: null, unscored: [] };

/** @param time in seconds of the recording. */
export function isScored(time: number, { scored, unscored }: ScoredTime): boolean {
  if (unscored.some((span) => holds(span, time))) return false;
  return scored === null || scored.some((span) => holds(span, time));
}

/** @returns true if a span holds the time; its end belongs to the next one. */
export function holds({ start, end }: TimeSpan, time: number): boolean {
  return start <= time && time < end;
}

/** @returns the number of voices that speak in the scored part. */
export function voicesIn(utterances: readonly Utterance[], time: ScoredTime): number {
  return new Set(utterances.filter((one) => isHeard(one, time)).map(({ speaker }) => speaker)).size;
}

/** @returns true if any of the utterance is scored. */
function isHeard({ start, end }: Utterance, { scored, unscored }: ScoredTime): boolean {
  const parts =
    scored === null
      ? [{ start, end }]
      : scored
          .filter((span) => start < span.end && span.start < end)
          .map((span) => ({ start: Math.max(start, span.start), end: Math.min(end, span.end) }));
  return parts.some((part) => !isCovered(part, unscored));
}

function isCovered({ start, end }: TimeSpan, by: readonly TimeSpan[]): boolean {
  let covered = start;
  for (const span of by.toSorted((a, b) => a.start - b.start)) if (holds(span, covered)) covered = span.end;
  return covered > start && covered >= end;
}
