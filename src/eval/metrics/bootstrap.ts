// 95 % intervals by resampling whole units (turns, recordings), because what happens inside one is not
// independent. Percentile bootstrap, seeded: the same data give the same interval.
import { seededRandom } from '../random.js';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 1000;
const SEED = 20_251_121;

/** Interval of `statistic` over resamples of `units`; null when it is undefined on most of them. */
export function bootstrapInterval<T>(
  units: readonly T[],
  statistic: (sample: readonly T[]) => number | null,
): Interval | null {
  if (units.length < 2) return null;
  const random = seededRandom(SEED);
  const values: number[] = [];
  for (let i = 0; i < RESAMPLES; i++) {
    const sample = Array.from(units, () => units[random.integer(units.length)]!);
    const value = statistic(sample);
    if (value !== null && Number.isFinite(value)) values.push(value);
  }
  if (values.length < RESAMPLES / 2) return null;
  values.sort((a, b) => a - b);
  return { low: quantile(values, 0.025), high: quantile(values, 0.975) };
}

/** Linear interpolation between order statistics; `sorted` must not be empty. */
export function quantile(sorted: readonly number[], share: number): number {
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted[below]! + (position - below) * (sorted[above]! - sorted[below]!);
}
