/**
 * The policy behind each operating point: what turns p_eot and silence into `turn.end`. Found by `turnwire calibrate`
 * on our own scorers. A language without calibration has its scorer's policies, a scorer without any has DEFAULT_POLICIES.
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

/** eot-bench's own policies for the published points (stream, en); rooms wait longer because anyone may go on. */
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
 * The same calls mixed to one channel and heard by the room engine, of which anyone may speak any language: 232 pauses, 185 turn
 * ends; training/measure/room_report.py, table in reports/end-of-turn/rooms.md.
 */
const LEARNED_ROOM: PolicyTable['room'] = {
  cutoff_10pct: policy(0.93, 0.2, 3.0),
  cutoff_5pct: policy(0.98, 0.2, 4.0),
  cutoff_2pct: policy(0.99, 0.5, 5.0),
};

/**
 * Policies of scorers that were calibrated: lowest mean latency with the false cut-offs of held-out scores a standard error
 * below the nominal rate (2 %: half of one, for want of pauses), a faster profile never waiting longer than a slower one. 22 real
 * English calls in 16 groups that share no speaker, 242 pauses, 206 turn ends, 2026-11-27; training/measure/report.py, table in
 * models/eot-fusion. `others`: languages whose words are not read have no second look at a pause. They keep the policies
 * chosen on one look at the same calls, which were counted on Hindi and Korean (reports/end-of-turn/languages.md).
 */
export const SCORER_POLICIES: Readonly<
  Record<string, PoliciesByLanguage & { readonly others: PolicyTable }>
> = {
  learned: {
    en: {
      stream: {
        cutoff_10pct: policy(0.9, 0.2, 4.5),
        cutoff_5pct: policy(0.95, 0.2, 4.5),
        cutoff_2pct: policy(0.98, 0.2, 5.0),
      },
      room: LEARNED_ROOM,
    },
    others: {
      stream: {
        cutoff_10pct: policy(0.92, 0.2, 2.5),
        cutoff_5pct: policy(0.95, 0.2, 4.5),
        cutoff_2pct: policy(0.98, 0.7, 5.0),
      },
      room: LEARNED_ROOM,
    },
  },
};

/** The scorer of every door unless another is named. */
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
