/** The print of a window, and what it adds to what is known of a voice. */
import type { VoiceEmbedding } from '../embedder/embedder.js';
import type { EmbeddingStatistics, VoicePopulation } from './population.js';

export interface WeightedEmbedding {
  readonly print: VoiceEmbedding;
  /** Speech behind the print, seconds. */
  readonly seconds: number;
}

/** What a window adds to a voice: windows overlap, and those of one sentence are alike. */
const SHARE = 0.33;

/** What a window adds to what is known of its voice; undefined where its print has no point. */
export function shareOf(
  one: WeightedEmbedding,
  population: VoicePopulation,
): EmbeddingStatistics | undefined {
  return lotOf(one, SHARE / population.printVariance(one.seconds));
}

/** The window by itself. */
export function wholeOf(
  one: WeightedEmbedding,
  population: VoicePopulation,
): EmbeddingStatistics | undefined {
  return lotOf(one, 1 / population.printVariance(one.seconds));
}

function lotOf({ print }: WeightedEmbedding, weight: number): EmbeddingStatistics | undefined {
  const { point } = print;
  if (!point) return undefined;
  const sum = new Float64Array(point.length);
  for (let i = 0; i < sum.length; i += 1) sum[i] = point[i]! * weight;
  return { weight, sum };
}
