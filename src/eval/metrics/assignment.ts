/**
 * Finds the cheapest one-to-one pairing of rows with columns (Hungarian method with potentials, O(n^3)). Called by the
 * metrics that pair voices.
 * Source: Kuhn 1955, Munkres 1957; the shortest-augmenting-path form of Jonker and Volgenant.
 */

/** @param cost a square matrix, `[row][column]`. @returns the column of each row. */
export function cheapestAssignment(cost: readonly (readonly number[])[]): number[] {
  const n = cost.length;
  const rowPotential = new Float64Array(n + 1);
  const columnPotential = new Float64Array(n + 1);
  /** The row paired with each column, 1-based; 0 means none. */
  const rowOf = new Int32Array(n + 1);
  for (let row = 1; row <= n; row++) {
    const previous = new Int32Array(n + 1);
    const shortest = new Float64Array(n + 1).fill(Infinity);
    const isDone = new Uint8Array(n + 1);
    rowOf[0] = row;
    let column = 0;
    do {
      isDone[column] = 1;
      const current = rowOf[column]!;
      let step = Infinity;
      let next = 0;
      for (let j = 1; j <= n; j++) {
        if (isDone[j]) continue;
        const reduced = cost[current - 1]![j - 1]! - rowPotential[current]! - columnPotential[j]!;
        if (reduced < shortest[j]!) {
          shortest[j] = reduced;
          previous[j] = column;
        }
        if (shortest[j]! < step) {
          step = shortest[j]!;
          next = j;
        }
      }
      for (let j = 0; j <= n; j++)
        if (isDone[j]) {
          rowPotential[rowOf[j]!]! += step;
          columnPotential[j]! -= step;
        } else shortest[j]! -= step;
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const before = previous[column]!;
      rowOf[column] = rowOf[before]!;
      column = before;
    }
  }
  const columnOf = Array<number>(n).fill(0);
  for (let j = 1; j <= n; j++) columnOf[rowOf[j]! - 1] = j - 1;
  return columnOf;
}
