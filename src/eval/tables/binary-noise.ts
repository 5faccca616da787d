/**
 * Rounds a number to 12 significant digits, which drops what binary arithmetic leaves behind: 1515.0000000000002 becomes
 * 1515. No figure of a report is measured more exactly. Called by write-csv.ts.
 */
export function withoutBinaryNoise(value: number): number {
  return Number(value.toPrecision(12));
}
