/** When the audio of a session was sent, for how late its events are. Called by stream-recording.ts. */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';

export class SendTimes {
  /** Samples sent with a frame and before it, and the wall milliseconds at which it was sent; oldest first. */
  private readonly frames: (readonly [sentSamples: number, wallMs: number])[] = [];

  /** Frames remembered. */
  get length(): number {
    return this.frames.length;
  }

  sent(sentSamples: number, wallMs: number): void {
    this.frames.push([sentSamples, wallMs]);
  }

  /**
   * Wall time at which the audio before `tSec` had been sent. The frames before that one are forgotten: events do not go back
   * in time, and a session may last for days.
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
    // An event of audio that was not sent is no reason to forget what was.
    if (found) this.frames.splice(0, low);
    return found?.[1];
  }
}
