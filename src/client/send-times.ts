/** Remembers when the audio of a session was sent, to measure how late its events are. Called by stream-recording.ts. */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';

export class SendTimes {
  /** For each frame: the samples sent up to its end, and the wall time in ms at which it was sent. Oldest first. */
  private readonly frames: (readonly [sentSamples: number, wallMs: number])[] = [];

  /** Number of frames remembered. */
  get length(): number {
    return this.frames.length;
  }

  sent(sentSamples: number, wallMs: number): void {
    this.frames.push([sentSamples, wallMs]);
  }

  /**
   * Wall time in ms at which the audio up to `tSec` had been sent; undefined if it was not sent yet. Forgets all earlier frames:
   * events do not go back in time, and a session may last for days.
   */
  before(tSec: number): number | undefined {
    const sample = Math.round(tSec * SAMPLE_RATE_HZ);
    let [low, high] = [0, this.frames.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.frames[middle]![0] >= sample) high = middle;
      else low = middle + 1;
    }
    const found = this.frames[low];
    // Nothing is forgotten if the event's audio was not sent.
    if (found) this.frames.splice(0, low);
    return found?.[1];
  }
}
