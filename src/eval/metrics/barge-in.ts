/** Counts how well the onsets of a user over the agent were classed as claims of the floor. Called by run summaries. */
import { addCounts } from '../basics/add-counts.js';
import type { TimeSpan } from '../basics/time-span.js';

export type BargeInClass = 'claim' | 'backchannel';

/** Something a user said over the agent: when, and its class. */
export interface BargeInReference extends TimeSpan {
  readonly class: BargeInClass;
}

/** One onset that the service reported, in seconds of the recording. */
export interface BargeInFound {
  readonly onset_t: number;
  /** Null if the onset was dropped before it got a class. */
  readonly class: BargeInClass | null;
  readonly decided_after_ms: number | null;
}

/** Counts that can be added. All count references, except `falseClaims`: onsets that belong to no reference. */
export interface BargeInCounts {
  readonly claims: number;
  readonly backchannels: number;
  /** Reference claims that were classed as claims. */
  readonly foundClaims: number;
  /** Reference claims without any onset. */
  readonly missedClaims: number;
  /** Backchannels classed as claims: the agent stops for nothing. */
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

/** An onset belongs to a reference if it lies within it, widened by this on both sides, in seconds. Chosen by hand. */
const ONSET_TOLERANCE_SEC = 0.3;

/** The counts of one recording. */
export interface BargeInOutcome {
  readonly counts: BargeInCounts;
  /** Milliseconds from onset to class, for each classed onset that belongs to a reference. */
  readonly decisionMs: readonly number[];
  /** Seconds from the start of each found claim to the decision that it is one. */
  readonly claimSec: readonly number[];
}

/** Each onset belongs to the first reference it is near to. A reference is claimed if any of its onsets is. */
export function bargeInOutcome(
  references: readonly BargeInReference[],
  found: readonly BargeInFound[],
): BargeInOutcome {
  const left = [...found];
  const counts = { ...NO_BARGE_INS };
  const decisionMs: number[] = [];
  const claimSec: number[] = [];
  for (const reference of references) {
    const mine = left.filter(({ onset_t }) => isNear(reference, onset_t));
    for (const one of mine) left.splice(left.indexOf(one), 1);
    const claim = mine.find((one) => one.class === 'claim');
    const isClaimed = claim !== undefined;
    if (reference.class === 'claim') {
      counts.claims++;
      if (isClaimed) {
        counts.foundClaims++;
        claimSec.push(claim.onset_t + (claim.decided_after_ms ?? 0) / 1000 - reference.start);
      }
      if (mine.length === 0) counts.missedClaims++;
    } else {
      counts.backchannels++;
      if (isClaimed) counts.backchannelsTakenForClaims++;
    }
    decisionMs.push(...mine.flatMap((one) => one.decided_after_ms ?? []));
  }
  counts.falseClaims = left.filter((one) => one.class === 'claim').length;
  return { counts, decisionMs, claimSec };
}

/** @returns the counts of two recordings added up. */
export function addBargeInCounts(a: BargeInCounts, b: BargeInCounts): BargeInCounts {
  return addCounts(a, b);
}

/** @returns the number of claims that were reported, right or wrong. */
export function claimsMade(counts: BargeInCounts): number {
  return counts.foundClaims + counts.backchannelsTakenForClaims + counts.falseClaims;
}

/** Precision: the share of reported claims that were claims; null if none was reported. */
export function claimPrecision(counts: BargeInCounts): number | null {
  const made = claimsMade(counts);
  return made === 0 ? null : counts.foundClaims / made;
}

/** Recall: the share of reference claims that were found; null without reference claims. */
export function claimRecall(counts: BargeInCounts): number | null {
  return counts.claims === 0 ? null : counts.foundClaims / counts.claims;
}

function isNear({ start, end }: TimeSpan, t: number): boolean {
  return t >= start - ONSET_TOLERANCE_SEC && t <= end + ONSET_TOLERANCE_SEC;
}
