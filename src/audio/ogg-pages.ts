/**
 * Cuts the bytes of an Ogg recording at the ends of its pages. A recording that was cut off ends within a page; a decoder that is given
 * the beginning of that page makes sound of packets that are not there: 3.4 s of half a second. Page layout: RFC 3533, section 6. Used by decode-compressed.ts.
 */

const MAGIC = Buffer.from('OggS', 'latin1');
/** Where the checksum stands, and the number of segments, after which the table of their sizes follows. */
const CHECKSUM_AT = 22;
const COUNT_AT = 26;
/** A segment of this size is continued by the next one; a smaller one ends a packet. */
const CONTINUED = 255;

export class OggPages {
  private pending: Buffer = Buffer.alloc(0);

  /** @returns the bytes up to the end of the last whole page; bytes between pages go with them, as they are */
  push(bytes: Uint8Array): Uint8Array {
    const all = Buffer.concat([this.pending, bytes]);
    let at = 0;
    for (let size = pieceBytes(all); size !== undefined; size = pieceBytes(all.subarray(at))) at += size;
    this.pending = all.subarray(at);
    return all.subarray(0, at);
  }

  /** True if a page has begun and is not complete. */
  get isWithinPage(): boolean {
    return this.pending.indexOf(MAGIC) === 0;
  }

  /** The packets of an unfinished page that are complete, as a page of their own; empty if there are none. */
  rest(): Uint8Array {
    const page = this.pending;
    const segments = page[COUNT_AT] ?? 0;
    if (!this.isWithinPage || page.length < COUNT_AT + 1 + segments) return page.subarray(0, 0);
    const table = page.subarray(COUNT_AT + 1, COUNT_AT + 1 + segments);
    let [kept, bytes, size] = [0, 0, 0];
    for (const [i, segment] of table.entries()) {
      size += segment;
      if (COUNT_AT + 1 + segments + size > page.length) break;
      if (segment < CONTINUED) [kept, bytes] = [i + 1, size];
    }
    if (kept === 0) return page.subarray(0, 0);
    const body = page.subarray(COUNT_AT + 1 + segments, COUNT_AT + 1 + segments + bytes);
    const whole = Buffer.concat([page.subarray(0, COUNT_AT + 1), table.subarray(0, kept), body]);
    whole[COUNT_AT] = kept;
    whole.writeUInt32LE(0, CHECKSUM_AT);
    whole.writeUInt32LE(checksum(whole), CHECKSUM_AT);
    return whole;
  }
}

/** CRC-32 of polynomial 0x04c11db7, not reflected, from 0. */
function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
}

/** Size of the page at the beginning, or of what stands before the next one; undefined while it cannot be told. */
function pieceBytes(bytes: Buffer): number | undefined {
  const page = bytes.indexOf(MAGIC);
  if (page !== 0) {
    const before = page > 0 ? page : bytes.length - MAGIC.length + 1;
    return before > 0 ? before : undefined;
  }
  const segments = bytes[COUNT_AT];
  if (segments === undefined) return undefined;
  const table = bytes.subarray(COUNT_AT + 1, COUNT_AT + 1 + segments);
  const size = table.reduce((sum, segment) => sum + segment, COUNT_AT + 1 + segments);
  return table.length < segments || bytes.length < size ? undefined : size;
}
