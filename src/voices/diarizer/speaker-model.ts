/** What is known of one voice of a room: its embeddings, summed up. Used by speaker-registry.ts. */
import type { WeightedEmbedding } from './embedding-posterior.js';
import type { EmbeddingStatistics } from './population.js';

/** Least speech of a voice whose mean embedding is worth anything, seconds. Chosen by hand. */
const LEAST_SEC = 1.5;
/** Every embedding counts with at least this quality, 0..1, so that the poorest speech still has some weight. Chosen by hand. */
const LEAST_QUALITY = 0.05;

export interface SpeakerModel {
  /** Sum of unit vectors, each weighted by its seconds and quality. */
  readonly vectorSum: Float64Array;
  /** Statistics of all the voice's embeddings; undefined if the embedder has no population. */
  statistics: EmbeddingStatistics | undefined;
  /** The part of `statistics` from segments before the current one. */
  earlier: EmbeddingStatistics | undefined;
  segment: { readonly id: number; readonly statistics: EmbeddingStatistics } | undefined;
  /** True while `statistics` are those of a cluster: then windows teach the cluster, not the voice. */
  isClustered: boolean;
  /** Speech behind the voice, seconds. */
  seconds: number;
  /** The older voice that this one proved to be; later speech goes there. */
  mergedInto: number | undefined;
  /** Log-odds of windows already computed; emptied when the voice learns. */
  logOddsCache: WeakMap<WeightedEmbedding, number>;
}

/** Adds a window's embedding to what is known of a voice, but for the statistics. */
export function addEmbedding(model: SpeakerModel, { embedding, seconds }: WeightedEmbedding): void {
  const weight = seconds * Math.max(embedding.quality, LEAST_QUALITY);
  embedding.vector.forEach((value, i) => (model.vectorSum[i]! += value * weight));
  model.seconds += seconds;
}

/** @param vectorLength numbers of an embedding */
export function emptyModel(vectorLength: number): SpeakerModel {
  return {
    vectorSum: new Float64Array(vectorLength),
    statistics: undefined,
    earlier: undefined,
    segment: undefined,
    isClustered: false,
    seconds: 0,
    mergedInto: undefined,
    logOddsCache: new WeakMap(),
  };
}

/** Mean of a voice's embeddings, of unit length; undefined if less than `LEAST_SEC` of speech is behind it. */
export function meanVector({ vectorSum, seconds }: SpeakerModel): Float32Array | undefined {
  const length = Math.hypot(...vectorSum);
  if (seconds < LEAST_SEC || length === 0) return undefined;
  return Float32Array.from(vectorSum, (value) => value / length);
}
