/** Barge-in: which user onsets over the agent were claims of the floor. Counts that add. */

export type BargeInClass = 'claim' | 'backchannel';

/** What a user said over the agent: when, and which of the two it was. */
export interface BargeInReference extends TimeSpan {
  readonly class: BargeInClass;
}

/** What the service said of one onset; seconds of the recording. */
export interface BargeInFound {
  readonly onset_t: number;
  /** Null: the onset was dropped before it was classified. */
  readonly class: BargeInClass | null;
  readonly decided_after_ms: number | null;
}

/** Counts that add: of references, and in `falseClaims` of onsets that belong to none. */
export interface BargeInCounts {
  readonly claims: number;
  readonly backchannels: number;
  /** Reference claims classified as such. */
  readonly foundClaims: number;
  /** Reference claims without any onset. */
  readonly missedClaims: number;
  /** Backchannels classified as claims: the agent stops for nothing. */
  readonly backchannelsTakenForClaims: number;
  /** Claims where nobody spoke. */
  readonly falseClaims: number;
}

export const NO_BARGE_INS: BargeInCounts = {
  claims: 0,
  backchannels: 0,
  foundClaims: 0,
  missedClaims: 0,
  backchannelsTakenForClaims: 0,
  falseClaims: 0,
};

/** An onset belongs to a reference that it falls into, give or take this, seconds. */
const ONSET_TOLERANCE_SEC = 0.3;

/** One recording, counted. */
export interface BargeInOutcome {
  readonly counts: BargeInCounts;
  /** Milliseconds from onset to decision, of classified onsets that belong to a reference. */
  readonly decisionMs: readonly number[];
}

/** Onsets belong to the first reference they are near to; those of one reference are one answer to it. */
export function bargeInOutcome(
  references: readonly BargeInReference[],
  found: readonly BargeInFound[],
): BargeInOutcome {
  const left = [...found];
  const counts = { ...NO_BARGE_INS };
  const decisionMs: number[] = [];
  for (const reference of references) {
    const mine = left.filter(({ onset_t }) => isNear(reference, onset_t));
    for (const one of mine) left.splice(left.indexOf(one), 1);
    const isClaimed = mine.some((one) => one.class === 'claim');
    if (reference.class === 'claim') {
      counts.claims++;
      if (isClaimed) counts.foundClaims++;
      if (mine.length === 0) counts.missedClaims++;
    } else {
      counts.backchannels++;
      if (isClaimed) counts.backchannelsTakenForClaims++;
    }
    decisionMs.push(...mine.flatMap((one) => one.decided_after_ms ?? []));
  }
  counts.falseClaims = left.filter((one) => one.class === 'claim').length;
  return { counts, decisionMs };
}

/** Of two recordings together. */
export function addBargeInCounts(a: BargeInCounts, b: BargeInCounts): BargeInCounts {
  const keys = Object.keys(NO_BARGE_INS) as (keyof BargeInCounts)[];
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as unknown as BargeInCounts;
}

/** Claims that were reported, rightly or not. */
export function claimsMade(counts: BargeInCounts): number {
  return counts.foundClaims + counts.backchannelsTakenForClaims + counts.falseClaims;
}

/** Share of claims that were claims; null when none was made. */
export function claimPrecision(counts: BargeInCounts): number | null {
  const made = claimsMade(counts);
  return made === 0 ? null : counts.foundClaims / made;
}

/** Share of reference claims that were found; null without any. */
export function claimRecall(counts: BargeInCounts): number | null {
  return counts.claims === 0 ? null : counts.foundClaims / counts.claims;
}

function isNear({ start, end }: TimeSpan, t: number): boolean {
  return t >= start - ONSET_TOLERANCE_SEC && t <= end + ONSET_TOLERANCE_SEC;
}
import type { TimeSpan } from '../basics/time-span.js';
