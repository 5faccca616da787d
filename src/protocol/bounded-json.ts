/** JSON of a value that somebody else sent, for an error sentence. Depth is limited, because a frame can nest deeper than the call stack. */

/** Number of levels that are written out; deeper ones become `…`. */
export const MAX_LEVELS = 20;

/** @param value parsed JSON */
export function boundedJson(value: unknown, levels = MAX_LEVELS): string {
  // JSON text may hold a number too large for a double (1e400): it parses to Infinity, and JSON.stringify would write null.
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (levels === 0) return '…';
  const inner = (item: unknown): string => boundedJson(item, levels - 1);
  if (Array.isArray(value)) return `[${value.map(inner).join(',')}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${inner(item)}`)
    .join(',')}}`;
}
