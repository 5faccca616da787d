/**
 * Tells whether an Ogg recording ends in the middle of a page, which means that it was cut off: its decoder drops such a page
 * silently. Page layout: RFC 3533, section 6. Used by decode-compressed.ts.
 */

/** Longest possible page: 27 bytes, a table of 255 segments, and 255 bytes in each segment. */
const PAGE_BYTES = 27 + 255 + 255 * 255;
const TABLE_AT = 27;

/** Keeps the last page of the bytes that are pushed. */
export class OggEnd {
  private tail = Buffer.alloc(0);

  push(bytes: Uint8Array): void {
    this.tail = Buffer.concat([this.tail, bytes]).subarray(-PAGE_BYTES);
  }

  /** True if the last page is incomplete. */
  get isWithinPage(): boolean {
    const page = this.tail.subarray(Math.max(0, this.tail.lastIndexOf('OggS')));
    const table = page.subarray(TABLE_AT, TABLE_AT + (page[TABLE_AT - 1] ?? 0));
    const bytes = table.reduce((sum, segment) => sum + segment, TABLE_AT + table.length);
    return page.length < TABLE_AT || table.length < page[TABLE_AT - 1]! || page.length < bytes;
  }
}
