/**
 * Formats figures as JSON for people and tables: rates and seconds to 4 decimals (a tenth of a millisecond), milliseconds
 * to a tenth. Only printed figures are rounded: files that are read back (results, predictions, the log) and the summary
 * of the benchmark (`sweep --json`) keep every digit.
 * Called by the commands that print or write figures.
 */

/** @param figures plain data; names that end in `Ms` or `_ms` hold milliseconds. */
export function figuresJson(figures: unknown): string {
  return `${JSON.stringify(figures, rounded, 2)}\n`;
}

function rounded(name: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(/(Ms|_ms)$/.test(name) ? 1 : 4)) : value;
}
