/**
 * Sums in the order of numpy's `sum`, so that means equal those of the benchmark to the last bit.
 * Called by the policy sweep, whose ties are decided on raw doubles.
 * Source: eot-bench method, section 8; numpy `pairwise_sum` in loops_utils.h.
 */

const UNROLLED = 8;
const BLOCK = 128;

/** Sum of `values[offset .. offset + count)` in the pairwise order of numpy. */
export function pairwiseSum(values: ArrayLike<number>, offset = 0, count = values.length - offset): number {
  if (count < UNROLLED) {
    let sum = 0;
    for (let i = offset; i < offset + count; i++) sum += values[i]!;
    return sum;
  }
  if (count <= BLOCK) return sumBlock(values, offset, count);
  let half = Math.floor(count / 2);
  half -= half % UNROLLED;
  return pairwiseSum(values, offset, half) + pairwiseSum(values, offset + half, count - half);
}

/** The mean in the same order; NaN of no values. */
export function pairwiseMean(values: ArrayLike<number>): number {
  return pairwiseSum(values) / values.length;
}

function sumBlock(values: ArrayLike<number>, offset: number, count: number): number {
  let r0 = values[offset]!;
  let r1 = values[offset + 1]!;
  let r2 = values[offset + 2]!;
  let r3 = values[offset + 3]!;
  let r4 = values[offset + 4]!;
  let r5 = values[offset + 5]!;
  let r6 = values[offset + 6]!;
  let r7 = values[offset + 7]!;
  const unrolledEnd = count - (count % UNROLLED);
  let i = UNROLLED;
  for (; i < unrolledEnd; i += UNROLLED) {
    r0 += values[offset + i]!;
    r1 += values[offset + i + 1]!;
    r2 += values[offset + i + 2]!;
    r3 += values[offset + i + 3]!;
    r4 += values[offset + i + 4]!;
    r5 += values[offset + i + 5]!;
    r6 += values[offset + i + 6]!;
    r7 += values[offset + i + 7]!;
  }
  let sum = r0 + r1 + (r2 + r3) + (r4 + r5 + (r6 + r7));
  for (; i < count; i++) sum += values[offset + i]!;
  return sum;
}
