/**
 * Combines two distributions over the same languages: their product, flattened by `temperature`. Both networks read the same sound, so
 * their plain product would be too sure. Input `[15]` and `[15]`, output `[15]` that sums to 1.
 */
export function combineDistributions(
  first: Float32Array,
  second: Float32Array,
  temperature: number,
): Float32Array {
  const weights = first.map((p, i) => (p * second[i]!) ** (1 / temperature));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
