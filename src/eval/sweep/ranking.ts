/**
 * Measures how well one score for each span separates ends from holds, whatever the threshold.
 * Source: eot-bench method, section 8. Called by summary.ts.
 */

/** AUC: the probability that an end scores higher than a hold, ties counting half. NaN without both kinds. */
export function areaUnderRoc(eot: readonly number[], hold: readonly number[]): number {
  let pairs = 0;
  let below = 0;
  const sortedHold = hold.toSorted((a, b) => a - b);
  const sortedEot = eot.toSorted((a, b) => a - b);
  let upTo = 0;
  for (const score of sortedEot) {
    while (below < sortedHold.length && sortedHold[below]! < score) below++;
    upTo = Math.max(upTo, below);
    while (upTo < sortedHold.length && sortedHold[upTo]! <= score) upTo++;
    pairs += below + (upTo - below) / 2;
  }
  return pairs / (eot.length * hold.length);
}

/** AP: the sum over distinct scores, descending, of (recall step) x precision, without interpolation. */
export function averagePrecision(eot: readonly number[], hold: readonly number[]): number {
  const all = [
    ...eot.map((score) => ({ score, isEot: true })),
    ...hold.map((score) => ({ score, isEot: false })),
  ].sort((a, b) => b.score - a.score);
  let sum = 0;
  let found = 0;
  let foundBefore = 0;
  for (const [index, { score, isEot }] of all.entries()) {
    if (isEot) found++;
    if (all[index + 1]?.score === score) continue;
    sum += ((found - foundBefore) / eot.length) * (found / (index + 1));
    foundBefore = found;
  }
  return sum;
}
