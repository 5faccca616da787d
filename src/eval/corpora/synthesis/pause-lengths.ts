/**
 * Draws lengths of pauses so that a small corpus has the same distribution as the large one they were counted on: the i-th
 * of n pauses is the (i + 1/2)/n quantile; then the order is shuffled. Called by build-calls.ts.
 */
import type { Random } from '../../basics/seeded-random.js';
import type { PauseCounts } from '../../silences/pause-counts.js';

export function pauseLengthsSec(counts: PauseCounts, howMany: number, random: Random): number[] {
  const sorted = Object.entries(counts)
    .map(([seconds, count]) => ({ seconds: Number(seconds), count }))
    .sort((a, b) => a.seconds - b.seconds);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  const quantile = (share: number): number => {
    let left = share * total;
    for (const { seconds, count } of sorted) {
      left -= count;
      if (left < 0) return seconds;
    }
    return sorted.at(-1)!.seconds;
  };
  return random.shuffled(Array.from({ length: howMany }, (_, i) => quantile((i + 0.5) / howMany)));
}
