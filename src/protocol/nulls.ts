/** A `null` in an optional field of a client's message counts as absent (docs/protocol.md, "From the client"). */

/**
 * The fields of a message without those that are null.
 * @param nested names of fields that hold an object with optional fields of its own
 */
export function withoutNulls(
  fields: Readonly<Record<string, unknown>>,
  nested: readonly string[] = [],
): Record<string, unknown> {
  const present = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(
    present.map(([name, value]) => [
      name,
      nested.includes(name) && typeof value === 'object' && !Array.isArray(value)
        ? withoutNulls(value as Record<string, unknown>)
        : value,
    ]),
  );
}
