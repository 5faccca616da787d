/** Where speech was, by absolute sample: runs as voice activity found them, and stretches, which join runs over short gaps. */

import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';

/** How near to a word there must be speech. Chosen by hand. Raising it: more invented words. */
const NEAR_SAMPLES = 0.25 * SAMPLE_RATE_HZ;

interface Run {
  readonly start: number;
  /** Undefined while the run goes on. */
  end: number | undefined;
}

/** Part of a span between two pauses. */
interface Side {
  readonly start: number;
  readonly end: number;
  /** Samples of speech in it. */
  readonly speech: number;
}

export class SpeechTimeline {
  private runs: Run[] = [];
  private newestStretch = 0;

  /**
   * @param bridgeSamples longest gap between two runs of one stretch
   * @param keepSamples how far back runs are remembered
   */
  constructor(
    private readonly bridgeSamples: number,
    private readonly keepSamples: number,
  ) {}

  /** Absolute sample at which the newest stretch begins. */
  get stretchStart(): number {
    return this.newestStretch;
  }

  start(sample: number): void {
    const before = this.runs.at(-1)?.end;
    if (before === undefined || sample - before > this.bridgeSamples) this.newestStretch = sample;
    this.runs.push({ start: sample, end: undefined });
    this.runs = this.runs.filter((run) => (run.end ?? sample) > sample - this.keepSamples);
  }

  end(sample: number): void {
    const run = this.runs.at(-1);
    if (run) run.end = sample;
  }

  /** Samples of speech in `[from, to)`. */
  speechIn(from: number, to: number): number {
    return this.partsOf(from, to).reduce((sum, { start, end }) => sum + end - start, 0);
  }

  /** True if somebody spoke within or near a word; without speech near it the recogniser invented it. */
  hasSpeechNear({ start, end }: { readonly start: number; readonly end: number }): boolean {
    return this.speechIn(start - NEAR_SAMPLES, end + NEAR_SAMPLES) > 0;
  }

  /**
   * The parts of `[from, to)` with speech, in order, without overlap.
   * @param padSamples how far speech reaches beyond each end of a run
   */
  partsOf(from: number, to: number, padSamples = 0): { start: number; end: number }[] {
    let until = from;
    return this.runs.flatMap((run) => {
      const start = Math.max(until, run.start - padSamples);
      const end = Math.min(to, (run.end ?? to) + padSamples);
      if (end <= start) return [];
      until = end;
      return [{ start, end }];
    });
  }

  /**
   * Moves the ends of a word `[start, end)` out of silence, towards each other. A word wholly in silence stays where it is. Nobody
   * says a word across a pause, so a word on both sides of one goes to the side with more speech, or to the later of equal sides.
   */
  clamp(start: number, end: number): { start: number; end: number } {
    const sides = this.sidesOf(start, end);
    if (sides.length === 0) return { start, end };
    const side = sides.reduce((best, one) => (one.speech >= best.speech ? one : best));
    return { start: side.start, end: side.end };
  }

  /** The parts of a span between the pauses in it. */
  private sidesOf(from: number, to: number): Side[] {
    const sides: Side[] = [];
    for (const { start, end } of this.partsOf(from, to)) {
      const last = sides.at(-1);
      const speech = end - start;
      if (!last || start - last.end > this.bridgeSamples) sides.push({ start, end, speech });
      else sides.splice(-1, 1, { start: last.start, end, speech: last.speech + speech });
    }
    return sides;
  }
}
