/** JSON of what somebody else sent, for a sentence about it: a frame or a line can nest deeper than the stack. */

/** Levels that are written out; what lies deeper is `…`. */
export const MAX_LEVELS = 20;

/** @param value parsed JSON */
export function boundedJson(value: unknown, levels = MAX_LEVELS): string {
  // JSON text may hold a number too large to be one (1e400), which JSON.stringify would call null.
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (levels === 0) return '…';
  const inner = (item: unknown): string => boundedJson(item, levels - 1);
  if (Array.isArray(value)) return `[${value.map(inner).join(',')}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${inner(item)}`)
    .join(',')}}`;
}
