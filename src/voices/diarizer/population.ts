/**
 * How prints of people scatter: a voice's place differs from the population's middle by `spread`, a print differs from
 * its voice's place by a variance of about one for a window of 1.5 s, and of more for a shorter one. Whether two lots of prints
 * are of one voice has exact log-odds under this model (probabilistic linear discriminant analysis, diagonal in the
 * space of the points), which know how much speech is behind either.
 */

export interface VoicePopulation {
  /** Variance of voices around the middle, by coordinate, in units of a 1.5 s window's own variance. */
  readonly spread: readonly number[];
  /** Variance of a print of `seconds` of speech around its voice, in the same units. */
  printVariance(seconds: number): number;
}

/** Prints taken together. */
export interface EmbeddingStatistics {
  /** How many independent windows of 1.5 s they are worth. */
  weight: number;
  /** Points, each times its weight. */
  readonly sum: Float64Array;
}

/** Weights between which the determinant is interpolated, on a logarithmic grid. */
const GRID = { least: 1e-3, most: 1e5, steps: 1024 } as const;

export class VoiceOdds {
  private readonly determinants: Float64Array;
  private readonly stepsPerLog = GRID.steps / Math.log(GRID.most / GRID.least);

  constructor(private readonly spread: readonly number[]) {
    this.determinants = Float64Array.from({ length: GRID.steps + 2 }, (_, i) => {
      const weight = GRID.least * Math.exp(i / this.stepsPerLog);
      return spread.reduce((sum, variance) => sum + Math.log(1 + weight * variance), 0);
    });
  }

  /** Log-likelihood of the prints as those of one voice, up to what does not depend on the grouping. */
  oneVoice({ weight, sum }: EmbeddingStatistics): number {
    const { spread } = this;
    let fit = 0;
    for (let i = 0; i < spread.length; i += 1) {
      fit += (spread[i]! * sum[i]! * sum[i]!) / (1 + weight * spread[i]!);
    }
    return (fit - this.determinant(weight)) / 2;
  }

  /** Log-odds that both are of one voice and not of two. `aAlone`, `bAlone`: their `oneVoice`, when known. */
  same(
    a: EmbeddingStatistics,
    b: EmbeddingStatistics,
    aAlone = this.oneVoice(a),
    bAlone = this.oneVoice(b),
  ): number {
    const { spread } = this;
    const weight = a.weight + b.weight;
    let fit = 0;
    for (let i = 0; i < spread.length; i += 1) {
      const sum = a.sum[i]! + b.sum[i]!;
      fit += (spread[i]! * sum * sum) / (1 + weight * spread[i]!);
    }
    return (fit - this.determinant(weight)) / 2 - aAlone - bAlone;
  }

  private determinant(weight: number): number {
    const at = Math.log(Math.min(Math.max(weight, GRID.least), GRID.most) / GRID.least) * this.stepsPerLog;
    const step = Math.floor(at);
    const [low, high] = [this.determinants[step]!, this.determinants[step + 1]!];
    return low + (high - low) * (at - step);
  }
}

export function plus(a: EmbeddingStatistics, b: EmbeddingStatistics): EmbeddingStatistics {
  const sum = new Float64Array(a.sum.length);
  for (let i = 0; i < sum.length; i += 1) sum[i] = a.sum[i]! + b.sum[i]!;
  return { weight: a.weight + b.weight, sum };
}

/**
 * What the prints of one turn are worth together. A voice is a little off its own place in every turn, by this variance,
 * so that one long turn says less of it than two short ones.
 */
const TURN_VARIANCE = 0.1;

export function ofOneTurn(lot: EmbeddingStatistics): EmbeddingStatistics {
  return shifting(lot, TURN_VARIANCE);
}

/**
 * The same for one person who speaks differently for a while, in another language or at another sitting: the variance of a
 * whole stretch of speech around the voice's place. One bilingual reader's two languages lie further apart, but with more two
 * people of an interview are one voice (docs/decisions/2026-11-27-telling-voices-apart.md).
 */
const STRETCH_VARIANCE = 0.1;

/** What the prints of several stretches of speech are worth together, if they are of one voice. */
export function ofStretches(stretches: readonly EmbeddingStatistics[]): EmbeddingStatistics {
  return stretches.map((lot) => shifting(lot, STRETCH_VARIANCE)).reduce(plus);
}

/** What prints are worth as evidence of their voice, if together they are off its place by a variance of their own. */
export function shifting({ weight, sum }: EmbeddingStatistics, variance: number): EmbeddingStatistics {
  const share = 1 / (1 + variance * weight);
  return { weight: weight * share, sum: sum.map((value) => value * share) };
}

/** The same prints seen from another middle than the population's: that of the room. */
export function seenFrom(middle: Float64Array | undefined, lot: EmbeddingStatistics): EmbeddingStatistics {
  if (!middle) return lot;
  const { weight, sum: seen } = lot;
  const sum = new Float64Array(seen.length);
  for (let i = 0; i < sum.length; i += 1) sum[i] = seen[i]! - weight * middle[i]!;
  return { weight, sum };
}
