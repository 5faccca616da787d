/**
 * Reads exact byte counts from a stream of byte chunks of any size (a file, a pipe, ffmpeg's output), so that no decoder depends
 * on how its input is cut into chunks.
 */
export class ByteReader {
  private readonly iterator: AsyncIterator<Uint8Array>;
  private pending: Uint8Array[] = [];
  private pendingBytes = 0;
  private done = false;
  /** Bytes handed out or skipped so far. */
  position = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.iterator = chunks[Symbol.asyncIterator]();
  }

  /** The next `count` bytes, which stay in the stream; fewer at its end. */
  async peek(count: number): Promise<Uint8Array> {
    await this.fill(count);
    const bytes = joined(this.pending);
    this.pending = bytes.length > 0 ? [bytes] : [];
    return bytes.subarray(0, count);
  }

  /** The next `count` bytes; fewer at the end of the stream. */
  async read(count: number): Promise<Uint8Array> {
    await this.fill(count);
    const taken: Uint8Array[] = [];
    let wanted = Math.min(count, this.pendingBytes);
    this.position += wanted;
    this.pendingBytes -= wanted;
    while (wanted > 0) {
      const head = this.pending[0]!;
      if (head.length <= wanted) {
        taken.push(head);
        this.pending.shift();
        wanted -= head.length;
      } else {
        taken.push(head.subarray(0, wanted));
        this.pending[0] = head.subarray(wanted);
        wanted = 0;
      }
    }
    return joined(taken);
  }

  /** Drops `count` bytes in bounded memory. @returns false if the stream ended before */
  async skip(count: number): Promise<boolean> {
    let left = count;
    while (left > 0) {
      const got = (await this.read(Math.min(left, 1 << 16))).length;
      if (got === 0) return false;
      left -= got;
    }
    return true;
  }

  /** The rest of the stream, in pieces as they arrive. */
  async *rest(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const bytes = await this.read(this.pendingBytes || 1);
      if (bytes.length === 0) return;
      yield bytes;
    }
  }

  /** Closes the source before its end. */
  async close(): Promise<void> {
    this.done = true;
    await this.iterator.return?.();
  }

  private async fill(count: number): Promise<void> {
    while (!this.done && this.pendingBytes < count) {
      const next = await this.iterator.next();
      if (next.done) this.done = true;
      else if (next.value.length > 0) {
        this.pending.push(next.value);
        this.pendingBytes += next.value.length;
      }
    }
  }
}

function joined(parts: Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
