/**
 * How often pauses of each length occur among other people, and the weights that give measured pauses that distribution.
 * Called by calibration and by the builder of synthetic calls.
 */

/** How often each pause length was counted. A key is a length in seconds, as text. */
export type PauseCounts = Readonly<Record<string, number>>;

/**
 * Upper edges of the bins in which lengths are compared, in seconds; the last bin is open. Narrower where pauses are
 * frequent: each holds at least 8 of the 242 pauses of the 22 labelled calls (reports/end-of-turn).
 */
const BIN_EDGES_SEC = [0.25, 0.35, 0.45, 0.55, 0.75, 1.05, 1.55, 2.55];

/**
 * Weighs pauses so that each bin of lengths has the share that it has in `counts`. This holds as far as the score of a
 * pause does not depend on its length within a bin. The share of a bin that has counts but no pause goes to the next bin
 * with pauses above it, or below it if there is none.
 * @param holdSec lengths of the measured pauses in seconds, one or more.
 * @param isCounted whether a length of `counts` is compared.
 * @returns a weight for each pause; they sum to the number of pauses.
 */
export function pauseWeights(
  holdSec: readonly number[],
  counts: PauseCounts,
  isCounted: (lengthSec: number) => boolean,
): number[] {
  const bins = BIN_EDGES_SEC.length + 1;
  const found = Array<number>(bins).fill(0);
  for (const sec of holdSec) found[binOf(sec)]!++;
  const wanted = Array<number>(bins).fill(0);
  for (const [text, count] of Object.entries(counts)) {
    const sec = Number(text);
    if (isCounted(sec)) wanted[nearestFilled(binOf(sec), found)]! += count;
  }
  const total = wanted.reduce((sum, count) => sum + count, 0);
  return holdSec.map((sec) => {
    const bin = binOf(sec);
    return (wanted[bin]! / found[bin]!) * (holdSec.length / total);
  });
}

/** How many pauses of equal weight would be as informative, by Kish's formula; at most the number of pauses. */
export function effectiveCount(weights: readonly number[]): number {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const squares = weights.reduce((total, weight) => total + weight * weight, 0);
  return squares === 0 ? 0 : (sum * sum) / squares;
}

function binOf(sec: number): number {
  const bin = BIN_EDGES_SEC.findIndex((edge) => sec < edge);
  return bin === -1 ? BIN_EDGES_SEC.length : bin;
}

function nearestFilled(bin: number, found: readonly number[]): number {
  const above = found.findIndex((count, index) => index >= bin && count > 0);
  return above === -1 ? found.findLastIndex((count) => count > 0) : above;
}
