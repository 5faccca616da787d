/**
 * Whether an Ogg recording ends within a page: it was cut off, and its decoder leaves out the rest of the page without a word.
 * Pages after RFC 3533, 6. Used by decode-compressed.ts.
 */

/** The longest page there can be: 27 bytes, a table of 255 segments, and 255 bytes in each. */
const PAGE_BYTES = 27 + 255 + 255 * 255;
const TABLE_AT = 27;

/** Keeps the last page of the bytes it is shown. */
export class OggEnd {
  private tail = Buffer.alloc(0);

  push(bytes: Uint8Array): void {
    this.tail = Buffer.concat([this.tail, bytes]).subarray(-PAGE_BYTES);
  }

  /** Whether the last page is not all there. */
  get isWithinPage(): boolean {
    const page = this.tail.subarray(Math.max(0, this.tail.lastIndexOf('OggS')));
    const table = page.subarray(TABLE_AT, TABLE_AT + (page[TABLE_AT - 1] ?? 0));
    const bytes = table.reduce((sum, segment) => sum + segment, TABLE_AT + table.length);
    return page.length < TABLE_AT || table.length < page[TABLE_AT - 1]! || page.length < bytes;
  }
}
