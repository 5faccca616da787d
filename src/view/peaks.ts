/** The outline of a channel for its lane: the lowest and highest sample of each slice. */

/** Slices in a second, for recordings up to 10 minutes: a slice is then far below a pixel. Chosen by hand. */
const MOST_PER_SEC = 100;
/** Slices of a whole recording at most. Chosen by hand: more make the page larger and drawing slower. */
const MOST_SLICES = 60_000;

export class Peaks {
  private readonly values: number[] = [];
  private low = 0;
  private high = 0;
  private inSlice = 0;
  private readonly sliceSamples: number;
  readonly perSec: number;

  /** @param durationSec length of the recording, if known: it decides how fine the outline is. */
  constructor(
    private readonly sampleRateHz: number,
    durationSec = 0,
  ) {
    const perSec = Math.min(MOST_PER_SEC, Math.max(1, Math.floor(MOST_SLICES / Math.max(1, durationSec))));
    this.sliceSamples = Math.max(1, Math.round(sampleRateHz / perSec));
    this.perSec = sampleRateHz / this.sliceSamples;
  }

  push(samples: Int16Array): void {
    for (const sample of samples) {
      if (sample < this.low) this.low = sample;
      if (sample > this.high) this.high = sample;
      this.inSlice += 1;
      if (this.inSlice === this.sliceSamples) this.endSlice();
    }
  }

  /** Pairs of int8 up to the last whole slice, scaled so that the loudest sample of the channel fills the lane. */
  slices(): Int8Array {
    let loudest = 1;
    for (const value of this.values) loudest = Math.max(loudest, Math.abs(value));
    return Int8Array.from(this.values, (value) => Math.round((value / loudest) * 127));
  }

  /** All of the recording, for a page in a file. */
  base64(): string {
    if (this.inSlice > 0) this.endSlice();
    let bytes = '';
    for (const value of this.slices()) bytes += String.fromCharCode(value & 0xff);
    return btoa(bytes);
  }

  private endSlice(): void {
    this.values.push(this.low, this.high);
    this.low = 0;
    this.high = 0;
    this.inSlice = 0;
  }
}
