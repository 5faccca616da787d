/** Selection rules of service-v2 section 2.2: by profile, by latency budget (closest mean latency, ties to the faster). */
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
  const distance = (point: OperatingPoint): number =>
    Math.abs(point.mean_latency_ms - choice.latencyBudgetMs);
  return points.reduce((best, point) => {
    const closer = distance(point) < distance(best);
    const tiedAndFaster = distance(point) === distance(best) && point.mean_latency_ms < best.mean_latency_ms;
    return closer || tiedAndFaster ? point : best;
  });
}

/** `session.started.eot`. */
export function toEotObject({ profile, mean_latency_ms, cutoff_rate }: OperatingPoint): EotObject {
  return { profile, mean_latency_ms, cutoff_rate };
}
