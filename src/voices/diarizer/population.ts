/**
 * How embeddings of people scatter, and what follows from it: the log-odds that two sets of embeddings come from one voice.
 * The model is probabilistic linear discriminant analysis (Ioffe 2006), diagonal in the space of the embedder's points: each
 * voice has a place, drawn around the population's mean with variance `spread`; each embedding is drawn around its voice's
 * place with a variance of about one for a window of 1.5 s, and more for a shorter one. The odds are exact under this model and
 * grow surer with the amount of speech on either side.
 */
import { clamp } from '../../dsp/numeric.js';

export interface VoicePopulation {
  /** Variance of voices around the population's mean, by coordinate, in units of the variance of a 1.5 s window. */
  readonly spread: readonly number[];
  /** Variance of the embedding of `seconds` of speech around its voice, in the same units. */
  embeddingVariance(seconds: number): number;
}

/** Several embeddings summed up: all that the odds need to know of them. */
export interface EmbeddingStatistics {
  /** How many independent windows of 1.5 s they are worth. */
  weight: number;
  /** Sum of the points, each multiplied by its weight. */
  readonly sum: Float64Array;
}

/** Weights for which the determinant is computed beforehand, on a logarithmic grid; values between are interpolated. */
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

  /** Log-likelihood of the embeddings if one voice said them all, up to a term that does not depend on the grouping. */
  logLikelihood({ weight, sum }: EmbeddingStatistics): number {
    const { spread } = this;
    let fit = 0;
    for (let i = 0; i < spread.length; i += 1) {
      fit += (spread[i]! * sum[i]! * sum[i]!) / (1 + weight * spread[i]!);
    }
    return (fit - this.determinant(weight)) / 2;
  }

  /**
   * Log-odds that one voice said `a` and `b`, against two voices.
   * @param aAlone `logLikelihood(a)` if it is known already; `bAlone` likewise
   */
  sameVoice(
    a: EmbeddingStatistics,
    b: EmbeddingStatistics,
    aAlone = this.logLikelihood(a),
    bAlone = this.logLikelihood(b),
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

  /** Log-determinant of the marginal covariance of embeddings of this weight. */
  private determinant(weight: number): number {
    const at = Math.log(clamp(weight, GRID.least, GRID.most) / GRID.least) * this.stepsPerLog;
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
 * Variance of a segment around the place of its voice: people sound a little different each time they speak, so one long
 * segment says less about a voice than two short ones. Chosen by hand, 22 November 2026. Raising it: one person who changes
 * the way of speaking stays one voice more often, and two people become one more often. With 1.2 here and 3 in
 * STRETCH_VARIANCE one bilingual reader is one voice in 14 of 14 clips (7 as it is), but seven meeting clips have a DER of 26.8
 * (16.7) % and 163 (167) of 222 rooms the right number of voices (docs/decisions/2026-11-27-telling-voices-apart.md).
 */
const SEGMENT_VARIANCE = 0.1;

/** What the embeddings of one segment are worth together. */
export function ofOneSegment(statistics: EmbeddingStatistics): EmbeddingStatistics {
  return withCommonOffset(statistics, SEGMENT_VARIANCE);
}

/**
 * Variance of a stretch in which one person may sound different for a while: in another language, or at another sitting. Chosen
 * by hand with SEGMENT_VARIANCE: one bilingual reader's two languages lie further apart, but with a larger value the two people
 * of an interview are one voice (docs/decisions/2026-11-27-telling-voices-apart.md).
 */
const STRETCH_VARIANCE = 0.1;

/** What the embeddings of several stretches of speech are worth together, if one voice said them all. */
export function ofStretches(stretches: readonly EmbeddingStatistics[]): EmbeddingStatistics {
  return stretches.map((statistics) => withCommonOffset(statistics, STRETCH_VARIANCE)).reduce(plus);
}

/** What embeddings are worth as evidence of their voice if all of them share one random offset of this variance. */
export function withCommonOffset(
  { weight, sum }: EmbeddingStatistics,
  variance: number,
): EmbeddingStatistics {
  const scale = 1 / (1 + variance * weight);
  return { weight: weight * scale, sum: sum.map((value) => value * scale) };
}

/** The same embeddings measured from `centre`, the mean of the room, instead of the mean of the population. */
export function centredOn(
  centre: Float64Array | undefined,
  statistics: EmbeddingStatistics,
): EmbeddingStatistics {
  if (!centre) return statistics;
  const { weight, sum: uncentred } = statistics;
  const sum = new Float64Array(uncentred.length);
  for (let i = 0; i < sum.length; i += 1) sum[i] = uncentred[i]! - weight * centre[i]!;
  return { weight, sum };
}
