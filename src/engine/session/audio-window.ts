/**
 * The most recent samples of a session, addressed by absolute index. Holds at least `keepSamples`; older ones are
 * forgotten, so memory does not grow with the session.
 */
export class AudioWindow {
  private buffer: Float32Array;
  private start = 0;
  private length = 0;

  constructor(private readonly keepSamples: number) {
    this.buffer = new Float32Array(keepSamples * 2);
  }

  /** One past the newest sample: the number of samples received. */
  get end(): number {
    return this.start + this.length;
  }

  push(samples: Int16Array): void {
    this.makeRoom(samples.length);
    for (let i = 0; i < samples.length; i += 1) this.buffer[this.length + i] = samples[i]! / 32_768;
    this.length += samples.length;
  }

  /** A copy of `[from, to)`, cut to what is still held. */
  slice(from: number, to: number): Float32Array {
    const first = Math.max(0, from - this.start);
    return this.buffer.slice(first, Math.max(first, Math.min(this.length, to - this.start)));
  }

  private makeRoom(incoming: number): void {
    if (this.length + incoming <= this.buffer.length) return;
    const drop = Math.max(0, this.length - this.keepSamples);
    if (this.length - drop + incoming > this.buffer.length) {
      const bigger = new Float32Array(this.length - drop + incoming + this.keepSamples);
      bigger.set(this.buffer.subarray(drop, this.length));
      this.buffer = bigger;
    } else {
      this.buffer.copyWithin(0, drop, this.length);
    }
    this.start += drop;
    this.length -= drop;
  }
}
