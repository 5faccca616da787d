/**
 * Solves `R w = c` for a symmetric Toeplitz matrix R by Levinson's recursion, in time that grows with the square of the size.
 * Used to fit a filter to correlations.
 */

/**
 * @param first `[n]` first row of R; `first[0]` must be above 0
 * @param right `[n]`
 * @returns `[n]` w
 */
export function solveToeplitz(first: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const solution = new Float64Array(n);
  /** The predictor of each size: `[1, ...]`. */
  let predictor = new Float64Array(n);
  let next = new Float64Array(n);
  predictor[0] = 1;
  let error = first[0]!;
  solution[0] = right[0]! / error;
  for (let size = 1; size < n; size += 1) {
    let correlation = 0;
    for (let i = 0; i < size; i += 1) correlation += predictor[i]! * first[size - i]!;
    const reflection = -correlation / error;
    for (let i = 0; i <= size; i += 1)
      next[i] = (i < size ? predictor[i]! : 0) + reflection * (i > 0 ? predictor[size - i]! : 0);
    [predictor, next] = [next, predictor];
    error *= 1 - reflection * reflection;
    // Rounded correlations may contradict each other: the shorter solution stands.
    if (!(error > 0)) return solution;
    let rest = right[size]!;
    for (let i = 0; i < size; i += 1) rest -= solution[i]! * first[size - i]!;
    const weight = rest / error;
    for (let i = 0; i <= size; i += 1) solution[i]! += weight * predictor[size - i]!;
  }
  return solution;
}
