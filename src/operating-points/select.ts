/**
 * Selects an operating point: by profile, or by latency budget (the closest mean latency; a tie goes to the faster point).
 * Called at the start of every session. Source: docs/protocol.md, "Operating points".
 */
import type { EotObject } from '../protocol/events.js';
import type { Language } from '../protocol/languages.js';
import type { Endpoint } from '../protocol/names.js';
import type { EotChoice } from '../protocol/session-start.js';
import type { OperatingPoint, PointsTable } from './published.js';

export function selectPoint(
  choice: EotChoice,
  endpoint: Endpoint,
  language: Language,
  table: PointsTable,
): OperatingPoint {
  const points = table[language][endpoint];
  if (choice.kind === 'profile') return points.find((point) => point.profile === choice.profile)!;
  // Compares the budget with the middle of two points: the differences of a huge budget to both would round to the same.
  const twice = 2 * choice.latencyBudgetMs;
  return points.reduce((best, point) => {
    const slower = point.mean_latency_ms - best.mean_latency_ms;
    if (slower === 0) return best;
    const beyond = twice > best.mean_latency_ms + point.mean_latency_ms;
    return beyond === slower > 0 ? point : best;
  });
}

/** @returns the object of `session.started.eot`. */
export function toEotObject({ profile, mean_latency_ms, cutoff_rate, basis }: OperatingPoint): EotObject {
  return { profile, mean_latency_ms, cutoff_rate, basis };
}
