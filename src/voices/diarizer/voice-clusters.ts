/**
 * Corrects the voices in hindsight. All embeddings of the session are clustered again as words become final. From then on each
 * voice is the cluster that holds most of the speech it was given. A cluster that belongs to no voice, has enough speech and is
 * unlike every voice, is a person who was taken for someone else so far: it is opened as a new voice. Labels that were already
 * frozen stay as they are.
 */
import type { DiarizerOptions } from './diarizer-options.js';
import { EmbeddingClusters, type Cluster } from './embedding-clusters.js';
import { addedStatistics, type WeightedEmbedding } from './embedding-posterior.js';
import { VoiceOdds, withCommonOffset, type VoicePopulation } from './population.js';
import type { SpeakerRegistry } from './speaker-registry.js';

/** Least speech of a window that is clustered, seconds. Chosen by hand. Raising it: purer clusters, of less speech. */
const LEAST_SEC = 1;
/**
 * The voices of a room share its microphone, so their embeddings lie around a centre of their own: this `share` of their mean
 * once much was heard, half of it after `halfSec` seconds of speech, none before `leastSec`. It is estimated again whenever
 * speech has grown by `growth`. Chosen by hand, 22 November 2026; without a centre 19 real calls have a DER of 10.7 instead of
 * 11.9 % but seven meeting clips 25.8 instead of 16.7 %; with `halfSec` 5 they have 11.7 and 15.6 %
 * (docs/decisions/2026-11-27-telling-voices-apart.md, `node training/voices/diarize.mjs`).
 */
const CENTRE = { share: 0.3, halfSec: 10, leastSec: 2.5, growth: 1.25 } as const;

/**
 * Variance added to every window in hindsight: what people say in one breath is more alike than what they say a minute later.
 * Chosen among some 60 settings with DEFAULT_DIARIZER_OPTIONS on 222 rooms of `dev` voices, 22 November 2026. Without it one
 * real call of two people has four voices (DER 40 %); 1.5 finds two voices in 13 of 19 real calls, 3 in 15, 5 in 16, but 5 takes
 * the meeting clips from 16.7 to 26.8 % (docs/decisions/2026-11-27-telling-voices-apart.md).
 */
const DRIFT_VARIANCE = 3;

export class VoiceClusters {
  private readonly clusters: EmbeddingClusters;
  private hasChanged = false;
  private vectorLength = 0;
  /** Speech at the last estimate of the centre, seconds. */
  private centredSec = 0;

  constructor(
    private readonly voices: SpeakerRegistry,
    private readonly population: VoicePopulation,
    private readonly options: DiarizerOptions,
  ) {
    this.clusters = new EmbeddingClusters(new VoiceOdds(population.spread));
  }

  /** Adds a window whose label is frozen. @param voice undefined if the label was a guess. */
  add(one: WeightedEmbedding, segment: number, voice: number | undefined): void {
    const added = addedStatistics(one, this.population);
    if (!added || one.seconds < LEAST_SEC) return;
    this.vectorLength = one.embedding.vector.length;
    this.clusters.add(withCommonOffset(added, DRIFT_VARIANCE), segment, voice);
    this.hasChanged = true;
  }

  /** Clusters again if anything was added. @param costOfOneMore log-odds that one more voice costs */
  recluster(costOfOneMore: () => number): void {
    if (!this.hasChanged) return;
    this.hasChanged = false;
    this.recentre();
    const clusters = this.clusters.clusters(0);
    const unowned = new Set(clusters);
    const clusterOf = clustersByVoice(clusters);
    for (const voice of this.voices.active) {
      const cluster = clusterOf.get(voice);
      this.voices.adoptCluster(voice, cluster?.statistics);
      if (cluster) unowned.delete(cluster);
    }
    for (const cluster of [...unowned].sort((a, b) => b.seconds - a.seconds)) {
      if (!this.isOnlyVoice(cluster, clusterOf)) this.open(cluster, costOfOneMore());
    }
  }

  /**
   * True if one voice is known and the cluster may be the same person speaking differently for a while. Never true with several
   * voices: such a room has shown that people come and go.
   */
  private isOnlyVoice(cluster: Cluster, clusterOf: ReadonlyMap<number, Cluster>): boolean {
    const { only } = this.voices;
    if (only === undefined) return false;
    const own = clusterOf.get(only);
    const stretches = (one: Cluster) => this.clusters.stretchesOf(one);
    return this.voices.logOddsOfStretches(only, stretches(cluster), own && stretches(own)) > 0;
  }

  private open({ statistics, seconds, leaves }: Cluster, price: number): void {
    const { clusterSec, clusterLogOdds, maxVoices } = this.options;
    if (seconds < clusterSec || this.voices.size >= maxVoices) return;
    const isUnlike = (voice: number) =>
      this.voices.logOddsOfCluster(voice, statistics) <= -clusterLogOdds - price;
    if (!this.voices.active.every(isUnlike)) return;
    const voice = this.voices.openCluster(statistics, this.vectorLength);
    for (const leaf of leaves) leaf.voice = voice;
  }

  private recentre(): void {
    const { seconds } = this.clusters;
    if (seconds < CENTRE.leastSec || seconds < this.centredSec * CENTRE.growth) return;
    this.centredSec = seconds;
    const share = (CENTRE.share * seconds) / (seconds + CENTRE.halfSec);
    const centre = this.clusters.mean().map((value) => value * share);
    this.clusters.recentre(centre);
    this.voices.recentre(centre);
  }
}

/** The cluster of each voice: the one with most of the voice's speech, unless that cluster has more speech of another voice. */
function clustersByVoice(clusters: readonly Cluster[]): Map<number, Cluster> {
  const claims = clusters.flatMap((cluster) => {
    const secondsOf = new Map<number, number>();
    for (const { voice, seconds } of cluster.leaves) {
      if (voice !== undefined) secondsOf.set(voice, (secondsOf.get(voice) ?? 0) + seconds);
    }
    return [...secondsOf].map(([voice, seconds]) => ({ cluster, voice, seconds }));
  });
  const found = new Map<number, Cluster>();
  const taken = new Set<Cluster>();
  for (const { cluster, voice } of claims.sort((a, b) => b.seconds - a.seconds)) {
    if (found.has(voice) || taken.has(cluster)) continue;
    found.set(voice, cluster);
    taken.add(cluster);
  }
  return found;
}
