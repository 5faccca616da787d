/**
 * The most recent samples of a session, addressed by absolute index. The window holds at least `keepSamples` and drops
 * older ones, so memory does not grow with the session.
 */
export class AudioWindow {
  private buffer: Float32Array;
  private start = 0;
  private length = 0;

  constructor(private readonly keepSamples: number) {
    this.buffer = new Float32Array(keepSamples * 2);
  }

  /** Number of samples received, which is one past the index of the newest. */
  get end(): number {
    return this.start + this.length;
  }

  /** @param samples 16 kHz PCM16, any number */
  push(samples: Int16Array): void {
    this.makeRoom(samples.length);
    for (let i = 0; i < samples.length; i += 1) this.buffer[this.length + i] = samples[i]! / 32_768;
    this.length += samples.length;
  }

  /** A copy of the samples `[from, to)`, -1..1, without those that are no longer held or not yet received. */
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
