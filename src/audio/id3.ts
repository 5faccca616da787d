/** Skips ID3v2 tags (id3.org, ID3v2.4.0 structure, 3.1), which some programs put before FLAC and AAC, not only before MP3. */
import type { ByteReader } from './byte-reader.js';

const HEADER_BYTES = 10;
const HAS_FOOTER = 0x10;

/** Skips all tags at the start of the stream. @returns true if there was one */
export async function skipId3(reader: ByteReader): Promise<boolean> {
  let found = false;
  for (;;) {
    const bytes = tagBytes(await reader.peek(HEADER_BYTES));
    if (bytes === 0) return found;
    found = true;
    await reader.skip(bytes);
  }
}

/** Length of the tag with its header, in bytes; 0 if there is none. The size field has four times seven bits. */
export function tagBytes(head: Uint8Array): number {
  const isTag = head.length >= HEADER_BYTES && Buffer.from(head.subarray(0, 3)).toString('latin1') === 'ID3';
  const size = head.subarray(6, 10);
  if (!isTag || size.some((byte) => byte > 0x7f)) return 0;
  const footer = head[5]! & HAS_FOOTER ? HEADER_BYTES : 0;
  return HEADER_BYTES + size.reduce((sum, byte) => sum * 128 + byte, 0) + footer;
}
