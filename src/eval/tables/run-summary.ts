/**
 * Summarises a run: figures of each language and profile by the `service` method, of each language by `eot-bench`, of
 * barge-in and of rooms. Made from result files alone. Called by `eval`, `table`, `compare` and reports.
 */
import { silenceOnlyFigures, type SilenceOnlyFigures } from '../silences/silence-baseline.js';
import { holdDurations } from '../silences/counted-holds.js';
import { PROFILES, type ProfileName } from '../../protocol/names.js';
import {
  addBargeInCounts,
  bargeInOutcome,
  claimsMade,
  NO_BARGE_INS,
  type BargeInCounts,
} from '../metrics/barge-in.js';
import { quantile, shareInterval, type Interval } from '../metrics/bootstrap.js';
import { turnOutcome, type TurnOutcome } from '../metrics/turn-outcome.js';
import { turnTotals, type TurnTotals } from '../metrics/turn-totals.js';
import { predictionsOf } from '../results/run-predictions.js';
import { summariseRooms, type RoomSummary } from './room-summary.js';
import type { RowResult } from '../results/row-result.js';
import { reportPointAtCutoff, reportPointAtLatency } from '../sweep/operating-points.js';
import type { PolicyRow } from '../sweep/policy-sweep.js';
import type { ScoreMode } from '../sweep/score-mode.js';
import { DEFAULT_SCORE_MODE, sweep, type Summary } from '../sweep/summary.js';

/** A language code, or `all` for all languages pooled. */
export type LanguageGroup = string;

export interface BenchFigures {
  readonly summary: Summary;
  readonly at300ms: PolicyRow | null;
  readonly at600ms: PolicyRow | null;
  readonly at10pct: PolicyRow | null;
  readonly at5pct: PolicyRow | null;
  readonly at2pct: PolicyRow | null;
  readonly silenceOnly: SilenceOnlyFigures;
}

export interface GroupSummary {
  readonly group: LanguageGroup;
  readonly recordings: number;
  readonly failed: number;
  readonly service: Partial<Record<ProfileName, TurnTotals>>;
  /** Number of turns with scores. */
  readonly scored: number;
  /** Null if no turn has scores, or no turn with scores has a pause. */
  readonly bench: BenchFigures | null;
}

export interface BargeInSummary {
  readonly counts: BargeInCounts;
  readonly precisionInterval: Interval | null;
  readonly recallInterval: Interval | null;
  readonly medianDecisionMs: number | null;
}

export interface RunSummary {
  readonly groups: readonly GroupSummary[];
  readonly bargeIn: BargeInSummary | null;
  readonly rooms: RoomSummary | null;
  readonly failures: readonly { readonly id: string; readonly error: string }[];
}

export function summariseRun(
  results: readonly RowResult[],
  mode: ScoreMode = DEFAULT_SCORE_MODE,
): RunSummary {
  const languages = [...new Set(results.map(({ language }) => language))].sort();
  const groups: [LanguageGroup, readonly RowResult[]][] = [
    [languages.length === 1 ? languages[0]! : 'all', results],
  ];
  if (languages.length > 1)
    for (const language of languages)
      groups.push([language, results.filter((result) => result.language === language)]);
  return {
    groups: groups.map(([group, members]) => summariseGroup(group, members, mode)),
    bargeIn: summariseBargeIn(results),
    rooms: summariseRooms(results),
    failures: results.flatMap(({ corpus, id, error }) =>
      error === undefined ? [] : [{ id: `${corpus}/${id}`, error }],
    ),
  };
}

function summariseGroup(group: LanguageGroup, results: readonly RowResult[], mode: ScoreMode): GroupSummary {
  const service: GroupSummary['service'] = {};
  for (const profile of PROFILES) {
    const outcomes = outcomesOf(results, profile);
    if (outcomes.length > 0) service[profile] = turnTotals(outcomes);
  }
  return {
    group,
    recordings: results.length,
    failed: results.filter(({ error }) => error !== undefined).length,
    service,
    scored: results.filter(({ spans }) => spans !== undefined).length,
    bench: benchFigures(results, mode),
  };
}

export function outcomesOf(results: readonly RowResult[], profile: ProfileName): TurnOutcome[] {
  return results.flatMap(({ service, silence_spans }) => {
    const events = service?.[profile];
    return events === undefined || silence_spans === undefined
      ? []
      : [turnOutcome(silence_spans, events.turn_ends, events.resumed)];
  });
}

function benchFigures(results: readonly RowResult[], mode: ScoreMode): BenchFigures | null {
  const turns = results.flatMap(({ silence_spans, spans }) =>
    silence_spans && spans ? [{ silence_spans }] : [],
  );
  const holds = holdDurations(turns);
  if (turns.length === 0 || holds.length === 0) return null;
  const { summary, policies } = sweep(predictionsOf(results), { mode });
  return {
    summary,
    at300ms: reportPointAtLatency(policies, 0.3),
    at600ms: reportPointAtLatency(policies, 0.6),
    at10pct: reportPointAtCutoff(policies, 0.1),
    at5pct: reportPointAtCutoff(policies, 0.05),
    at2pct: reportPointAtCutoff(policies, 0.02),
    silenceOnly: silenceOnlyFigures(holds, turns.length),
  };
}

function summariseBargeIn(results: readonly RowResult[]): BargeInSummary | null {
  const outcomes = results.flatMap(({ bargein }) =>
    bargein === undefined ? [] : [bargeInOutcome(bargein.reference, bargein.found)],
  );
  if (outcomes.length === 0) return null;
  const total = (sample: readonly { counts: BargeInCounts }[]) =>
    sample.map(({ counts }) => counts).reduce(addBargeInCounts, NO_BARGE_INS);
  const decisions = outcomes.flatMap(({ decisionMs }) => decisionMs).sort((a, b) => a - b);
  return {
    counts: total(outcomes),
    precisionInterval: shareInterval(
      outcomes,
      ({ counts }) => counts.foundClaims,
      ({ counts }) => claimsMade(counts),
    ),
    recallInterval: shareInterval(
      outcomes,
      ({ counts }) => counts.foundClaims,
      ({ counts }) => counts.claims,
    ),
    medianDecisionMs: decisions.length === 0 ? null : quantile(decisions, 0.5),
  };
}
