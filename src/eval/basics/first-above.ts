/**
 * @returns the index of the first value above `bound` in ascending `sorted`; the length of `sorted` when no value is.
 */
export function firstAbove(sorted: Float64Array, bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}
