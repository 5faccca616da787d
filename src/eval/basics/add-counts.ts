/** Adds figures that are summed over recordings or turns, field by field. Called by the metrics and by calibration. */

/** @returns an object of the same fields, each the sum of both. */
export function addCounts<T extends Readonly<Record<keyof T, number>>>(a: T, b: T): T {
  const keys = Object.keys(a) as (keyof T)[];
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as T;
}
