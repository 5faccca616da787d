/** Reads the text of a file that must be UTF-8, as JSON must be (RFC 8259 section 8.1). */

/**
 * A byte order mark at the beginning, as Windows editors write it, is dropped.
 * @throws Error whose message can follow "cannot read <file>: "
 */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    const isTooLong = (cause as { code?: string }).code === 'ERR_STRING_TOO_LONG';
    const why = isTooLong
      ? 'it is too long for one text; split it'
      : 'it is not UTF-8 text; save it as UTF-8';
    throw new Error(why, { cause });
  }
}
