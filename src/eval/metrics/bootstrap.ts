/**
 * 95 % intervals by the percentile bootstrap. Whole units (turns, recordings) are resampled, because the events inside one
 * unit depend on each other. The generator is seeded: the same data give the same interval. Called by every table.
 * Source: Efron and Tibshirani 1993, chapter 13.
 */
import { seededRandom } from '../basics/seeded-random.js';

/** Bounds in the unit of the statistic. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 1000;
const SEED = 20_251_121;
/** Share of the resamples that lie outside the interval on each side. */
const TAIL = 0.025;

/** Interval of `statistic` over resamples of `units`; null if the statistic is undefined on most of them. */
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
  return { low: quantile(values, TAIL), high: quantile(values, 1 - TAIL) };
}

/**
 * Interval of a share whose counts add over units, by the bootstrap. If nothing or everything was counted, all resamples
 * are alike, so the exact binomial bound (Clopper and Pearson 1934) is taken instead: 0 of 20 may be 0 to 17 %.
 */
export function shareInterval<T>(
  units: readonly T[],
  count: (unit: T) => number,
  of: (unit: T) => number,
): Interval | null {
  const total = (sample: readonly T[], value: (unit: T) => number) =>
    sample.reduce((sum, unit) => sum + value(unit), 0);
  const [counted, all] = [total(units, count), total(units, of)];
  if (all === 0) return null;
  const bound = TAIL ** (1 / all);
  if (counted === 0) return { low: 0, high: 1 - bound };
  if (counted === all) return { low: bound, high: 1 };
  return bootstrapInterval(units, (sample) => {
    const under = total(sample, of);
    return under === 0 ? null : total(sample, count) / under;
  });
}

/** @param sorted ascending, not empty. @param share 0..1, interpolated between order statistics (numpy's `linear`). */
export function quantile(sorted: readonly number[], share: number): number {
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted[below]! + (position - below) * (sorted[above]! - sorted[below]!);
}
