/**
 * The voices that the diarizer knows: for each the sum of its embeddings, how much speech is behind it, and into which older
 * voice it was merged. A voice's index is its identity and never changes. Everything here is numbers about voices; what a room
 * knows of a voice beside its sound is in engine/room/voice.ts.
 */
import { cosine } from '../../dsp/numeric.js';
import type { VoiceEmbedder } from '../embedder/embedder.js';
import { addedStatistics, ownStatistics, type WeightedEmbedding } from './embedding-posterior.js';
import {
  centredOn,
  ofOneSegment,
  ofStretches,
  plus,
  VoiceOdds,
  type EmbeddingStatistics,
} from './population.js';
import { addEmbedding, emptyModel, meanVector, type SpeakerModel } from './speaker-model.js';

export class SpeakerRegistry {
  private readonly models: SpeakerModel[] = [];
  private readonly odds: VoiceOdds | undefined;
  /** Mean of this room's embeddings, from which they are measured; undefined until there is enough speech. */
  private centre: Float64Array | undefined;

  constructor(private readonly embedder: Pick<VoiceEmbedder, 'sameVoiceLogOdds' | 'population'>) {
    this.odds = embedder.population && new VoiceOdds(embedder.population.spread);
  }

  /** Number of voices ever opened, merged ones included. */
  get size(): number {
    return this.models.length;
  }

  /** Indexes of the voices that were not merged into another. */
  get active(): number[] {
    return this.models.flatMap((model, i) => (model.mergedInto === undefined ? [i] : []));
  }

  /** The only voice; undefined if there is none or more than one. */
  get only(): number | undefined {
    const [voice, ...others] = this.active;
    return others.length === 0 ? voice : undefined;
  }

  /** @param segment number of the segment that the embeddings come from. @returns the index of the new voice. */
  open(embeddings: readonly WeightedEmbedding[], segment: number): number {
    this.models.push(emptyModel(embeddings[0]!.embedding.vector.length));
    for (const one of embeddings) this.learn(this.size - 1, one, segment);
    return this.size - 1;
  }

  /** Opens a voice that is a cluster of embeddings. @returns its index. */
  openCluster(statistics: EmbeddingStatistics, vectorLength: number): number {
    this.models.push(emptyModel(vectorLength));
    this.adoptCluster(this.size - 1, statistics);
    return this.size - 1;
  }

  /** Adds a window of the numbered segment to a voice. */
  learn(voice: number, one: WeightedEmbedding, segment: number): void {
    const model = this.models[voice]!;
    addEmbedding(model, one);
    model.logOddsCache = new WeakMap();
    const { population } = this.embedder;
    const added = population && addedStatistics(one, population);
    if (!added || model.isClustered) return;
    if (model.segment?.id !== segment) {
      model.earlier = model.statistics;
      model.segment = { id: segment, statistics: added };
    } else model.segment = { id: segment, statistics: plus(model.segment.statistics, added) };
    const current = ofOneSegment(model.segment.statistics);
    model.statistics = model.earlier ? plus(model.earlier, current) : current;
  }

  /** Replaces a voice's statistics by those of its cluster; with `undefined` the voice keeps its own and learns by itself. */
  adoptCluster(voice: number, statistics: EmbeddingStatistics | undefined): void {
    const model = this.models[voice]!;
    model.isClustered = statistics !== undefined;
    if (!statistics) return;
    model.statistics = model.earlier = statistics;
    model.segment = undefined;
    model.logOddsCache = new WeakMap();
  }

  /** Measures embeddings from this centre from now on. */
  recentre(centre: Float64Array): void {
    this.centre = centre;
    for (const model of this.models) model.logOddsCache = new WeakMap();
  }

  /** Log-odds that a window is of this voice. */
  logOdds(voice: number, one: WeightedEmbedding): number {
    const model = this.models[voice]!;
    const known = model.logOddsCache.get(one);
    if (known !== undefined) return known;
    const value = this.computeLogOdds(model, one);
    model.logOddsCache.set(one, value);
    return value;
  }

  /** Log-odds that windows, all of one segment, are of this voice. */
  logOddsOfSegment(voice: number, windows: readonly WeightedEmbedding[]): number {
    return this.between(this.models[voice]!, this.modelOf(windows));
  }

  /** Log-odds that a cluster of embeddings is of this voice. */
  logOddsOfCluster(voice: number, statistics: EmbeddingStatistics): number {
    return this.sameVoice(this.models[voice]!.statistics, statistics) ?? 0;
  }

  /**
   * Log-odds that stretches of speech are of this voice even if it sounds different in each.
   * @param own the voice's own stretches; without them all its embeddings count as one stretch
   */
  logOddsOfStretches(
    voice: number,
    others: readonly EmbeddingStatistics[],
    own?: readonly EmbeddingStatistics[],
  ): number {
    const { statistics } = this.models[voice]!;
    const known = own ?? (statistics && [statistics]);
    return this.sameVoice(known && ofStretches(known), ofStretches(others)) ?? 0;
  }

  /**
   * Log-odds that windows of one new segment are of this voice if all that is known of it is one segment too.
   * @returns -Infinity if the embedder has no population.
   */
  logOddsAsOneSegment(voice: number, windows: readonly WeightedEmbedding[]): number {
    const { statistics } = this.models[voice]!;
    return (
      this.sameVoice(statistics && ofOneSegment(statistics), this.modelOf(windows).statistics) ?? -Infinity
    );
  }

  /** Log-odds that two sets of windows, each of one segment, are of one voice. */
  logOddsBetween(some: readonly WeightedEmbedding[], others: readonly WeightedEmbedding[]): number {
    return this.between(this.modelOf(some), this.modelOf(others));
  }

  /**
   * Merges active voices that are surely one, the younger into the older.
   * @param minSec speech that both must have, seconds
   */
  merge(minLogOdds: number, minSec: number): void {
    if (minLogOdds === Infinity) return;
    for (const younger of this.active.reverse()) {
      for (const older of this.active) {
        if (older >= younger || this.models[older]!.mergedInto !== undefined) continue;
        const [a, b] = [this.models[older]!, this.models[younger]!];
        if (Math.min(a.seconds, b.seconds) < minSec || this.between(a, b) < minLogOdds) continue;
        b.vectorSum.forEach((value, i) => (a.vectorSum[i]! += value));
        a.seconds += b.seconds;
        if (a.statistics && b.statistics) a.statistics = a.earlier = plus(a.statistics, b.statistics);
        a.segment = undefined;
        a.logOddsCache = new WeakMap();
        b.mergedInto = older;
        break;
      }
    }
  }

  /** Mean of a voice's embeddings, of unit length; undefined if too little speech is behind it. */
  vectorOf(voice: number): Float32Array | undefined {
    return meanVector(this.models[voice]!);
  }

  /** The voice that a merged voice proved to be; the voice itself if it was not merged. */
  resolve(voice: number): number {
    const older = this.models[voice]!.mergedInto;
    return older === undefined ? voice : this.resolve(older);
  }

  private computeLogOdds(model: SpeakerModel, one: WeightedEmbedding): number {
    const { population } = this.embedder;
    const odds = population && this.sameVoice(model.statistics, ownStatistics(one, population));
    if (odds !== undefined) return odds;
    const near = cosine(one.embedding.vector, model.vectorSum);
    const seconds = Math.min(one.seconds, model.seconds);
    return this.embedder.sameVoiceLogOdds(near, seconds) * one.embedding.quality;
  }

  /** A model of the windows of one segment, as if they were a voice of their own. */
  private modelOf(windows: readonly WeightedEmbedding[]): SpeakerModel {
    const model = emptyModel(windows[0]!.embedding.vector.length);
    const { population } = this.embedder;
    for (const one of windows) {
      addEmbedding(model, one);
      const added = population && addedStatistics(one, population);
      if (added) model.statistics = model.statistics ? plus(model.statistics, added) : added;
    }
    if (model.statistics) model.statistics = ofOneSegment(model.statistics);
    return model;
  }

  private between(a: SpeakerModel, b: SpeakerModel): number {
    return (
      this.sameVoice(a.statistics, b.statistics) ??
      this.embedder.sameVoiceLogOdds(cosine(a.vectorSum, b.vectorSum), Math.min(a.seconds, b.seconds))
    );
  }

  private sameVoice(
    a: EmbeddingStatistics | undefined,
    b: EmbeddingStatistics | undefined,
  ): number | undefined {
    if (!this.odds || !a || !b) return undefined;
    return this.odds.sameVoice(centredOn(this.centre, a), centredOn(this.centre, b));
  }
}
