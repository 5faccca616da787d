/** Where speech was, by absolute sample: runs as voice activity found them, and stretches of runs with short gaps. */

interface Run {
  readonly start: number;
  /** Undefined while it goes on. */
  end: number | undefined;
}

/** Speech without a pause longer than a stretch may have. */
interface Side {
  readonly start: number;
  readonly end: number;
  readonly speech: number;
}

export class SpeechTimeline {
  private runs: Run[] = [];
  private stretch = 0;

  /**
   * @param bridgeSamples gap up to which two runs are one stretch
   * @param keepSamples how far back runs are remembered
   */
  constructor(
    private readonly bridgeSamples: number,
    private readonly keepSamples: number,
  ) {}

  /** Start of the current stretch. */
  get stretchStart(): number {
    return this.stretch;
  }

  start(sample: number): void {
    const before = this.runs.at(-1)?.end;
    if (before === undefined || sample - before > this.bridgeSamples) this.stretch = sample;
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

  /**
   * The parts of `[from, to)` in which there was speech, in order and apart.
   * @param padSamples how far speech reaches beyond what voice activity is sure of, on either side
   */
  partsOf(from: number, to: number, padSamples = 0): { start: number; end: number }[] {
    let told = from;
    return this.runs.flatMap((run) => {
      const start = Math.max(told, run.start - padSamples);
      const end = Math.min(to, (run.end ?? to) + padSamples);
      if (end <= start) return [];
      told = end;
      return [{ start, end }];
    });
  }

  /**
   * Moves the ends of `[start, end)` out of silence, towards each other; a span wholly in silence stays. A word is not said
   * across a pause: a span on both sides of one goes to the side with more of its speech, or to the later one.
   */
  clamp(start: number, end: number): { start: number; end: number } {
    const sides = this.sidesOf(start, end);
    if (sides.length === 0) return { start, end };
    const side = sides.reduce((best, one) => (one.speech >= best.speech ? one : best));
    return { start: side.start, end: side.end };
  }

  /** The parts of a span between the pauses in it, with their samples of speech. */
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
