/**
 * The policy of each operating point, by scorer, language and endpoint. A language that was not calibrated takes the
 * policies of its scorer, a scorer without any takes DEFAULT_POLICIES.
 */
import type { EotPolicy } from '../eot/policy.js';
import type { Endpoint, ProfileName } from '../protocol/names.js';
import type { Language } from '../protocol/languages.js';

export type PolicyTable = Readonly<Record<Endpoint, Readonly<Record<ProfileName, EotPolicy>>>>;

const policy = (threshold: number, actionDelaySec: number, timeoutSec: number): EotPolicy => ({
  threshold,
  actionDelaySec,
  timeoutSec,
});

/**
 * Stream: the policies of eot-bench for the published English points. Room: the same with a longer action delay, because
 * anyone may go on; those delays are chosen by hand.
 */
export const DEFAULT_POLICIES: PolicyTable = {
  stream: {
    cutoff_10pct: policy(0.63, 0.2, 2.5),
    cutoff_5pct: policy(0.76, 0.3, 3.0),
    cutoff_2pct: policy(0.74, 0.6, 3.5),
  },
  room: {
    cutoff_10pct: policy(0.63, 0.3, 2.5),
    cutoff_5pct: policy(0.76, 0.45, 3.0),
    cutoff_2pct: policy(0.74, 0.85, 3.5),
  },
};

export type PoliciesByLanguage = Partial<Readonly<Record<Language, PolicyTable>>>;

/**
 * Room policies: of those with a mean latency of at most 560, 760 and 1100 ms, the policies that keep their nominal rate on most of
 * 300 drawn halves of the callers, with pauses weighted to public lengths; if several do on 97 %, the fastest. Counted by `turn.end`
 * events on the same calls mixed to one channel: 237 pauses, 187 turn ends, 2026-11-29. Timeouts are those that shipped before.
 * Chosen by training/measure/event-policies.mjs (the step `policies` of training/README.md).
 * All languages share them, because anyone in a room may speak any language. Figures in
 * docs/decisions/2026-11-29-rooms-by-their-events.md.
 */
const LEARNED_ROOM: PolicyTable['room'] = {
  cutoff_10pct: policy(0.88, 0.2, 2.5),
  cutoff_5pct: policy(0.945, 0.2, 3.0),
  cutoff_2pct: policy(0.965, 0.65, 3.0),
};

/**
 * Policies of the calibrated scorers. English: chosen by `turn.end` events on 22 real English calls in 16 groups that share no speaker,
 * 221 pauses weighted to the lengths of the public English set of eot-bench, 206 turn ends, 2026-11-30, with five fits of sound head and
 * sums that had not heard the group (training/measure/event-policies.mjs, the step `policies` of training/README.md): within 560, 760
 * and 1100 ms and the nominal rate, the policies that keep that rate on most of 300 drawn halves of the callers whichever fit is taken.
 * No timeout is above 2.5, 3.0 and 3.5 s, and no faster profile waits longer than a slower one. Figures, and where the choice departs
 * from the command's, in docs/decisions/2026-11-30-policies-for-several-fits.md.
 * `others`: languages without a recheck of a pause. Their timeouts were chosen on the same calls. Thresholds stay at most at 70 % of
 * the nominal rate on 480 pauses and 147 ends of read speech in eight languages, each language scored by a fit on the others,
 * 2026-11-29; figures in docs/decisions/2026-11-29-words-of-other-languages.md (`training/measure/words_policies.py`).
 * Korean, whose pauses inside read turns are scored higher: thresholds by `turn.end` events on 214 pauses and 138 ends of read speech,
 * 2026-11-30, other recordings than those of its published points; figures in docs/decisions/2026-11-30-points-of-other-languages.md.
 */
export const SCORER_POLICIES: Readonly<
  Record<string, PoliciesByLanguage & { readonly others: PolicyTable }>
> = {
  learned: {
    en: {
      stream: {
        cutoff_10pct: policy(0.85, 0.25, 2.5),
        cutoff_5pct: policy(0.9375, 0.25, 3.0),
        cutoff_2pct: policy(0.965, 0.6, 3.0),
      },
      room: LEARNED_ROOM,
    },
    ko: {
      stream: {
        cutoff_10pct: policy(0.94, 0.2, 2.25),
        cutoff_5pct: policy(0.965, 0.2, 2.5),
        cutoff_2pct: policy(0.98, 0.2, 3.0),
      },
      room: LEARNED_ROOM,
    },
    others: {
      stream: {
        cutoff_10pct: policy(0.89, 0.2, 2.25),
        cutoff_5pct: policy(0.93, 0.2, 2.5),
        cutoff_2pct: policy(0.97, 0.2, 3.0),
      },
      room: LEARNED_ROOM,
    },
  },
};

/** The scorer that every command uses unless another is named. */
export const DEFAULT_SCORER = 'learned';

export function policyFor(
  endpoint: Endpoint,
  profile: ProfileName,
  language: Language,
  calibrated: PoliciesByLanguage = {},
  scorer = '',
): EotPolicy {
  const shipped = SCORER_POLICIES[scorer];
  const table = calibrated[language] ?? shipped?.[language] ?? shipped?.others ?? DEFAULT_POLICIES;
  return table[endpoint][profile];
}
