/** What the embedding of one window of speech says about the voice it came from. */
import type { VoiceEmbedding } from '../embedder/embedder.js';
import type { EmbeddingStatistics, VoicePopulation } from './population.js';

export interface WeightedEmbedding {
  readonly embedding: VoiceEmbedding;
  /** Speech behind the embedding, seconds. */
  readonly seconds: number;
}

/**
 * Weight of a window in its voice's statistics, 0..1, because it is not independent of its neighbours. Windows of 1.5 s every
 * 0.5 s share two thirds of their sound, so each brings a third of new sound. Raising it: a voice is trusted sooner, on less.
 */
const NEW_PART_OF_WINDOW = 0.33;

/** What a window adds to the statistics of its voice; undefined if its embedding has no `point`. */
export function addedStatistics(
  one: WeightedEmbedding,
  population: VoicePopulation,
): EmbeddingStatistics | undefined {
  return weighted(one, NEW_PART_OF_WINDOW / population.embeddingVariance(one.seconds));
}

/** The statistics of a window taken alone; undefined if its embedding has no `point`. */
export function ownStatistics(
  one: WeightedEmbedding,
  population: VoicePopulation,
): EmbeddingStatistics | undefined {
  return weighted(one, 1 / population.embeddingVariance(one.seconds));
}

function weighted({ embedding }: WeightedEmbedding, weight: number): EmbeddingStatistics | undefined {
  const { point } = embedding;
  if (!point) return undefined;
  const sum = new Float64Array(point.length);
  for (let i = 0; i < sum.length; i += 1) sum[i] = point[i]! * weight;
  return { weight, sum };
}
