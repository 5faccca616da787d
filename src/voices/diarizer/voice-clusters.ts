/**
 * What hindsight says of the voices: all prints of the session are clustered anew as words become final, and each voice
 * is from then on the cluster that holds most of what it was given. A cluster left over, with speech enough and unlike
 * every voice, is a voice that was taken for another so far, and is opened. Labels given stay as they are.
 */
import type { DiarizerOptions } from './diarizer-options.js';
import { shifting, VoiceOdds, type VoicePopulation } from './population.js';
import { EmbeddingClusters, type Cluster } from './embedding-clusters.js';
import { shareOf, type WeightedEmbedding } from './embedding-posterior.js';
import type { SpeakerRegistry } from './speaker-registry.js';

/** Least speech of a window that is clustered, seconds. */
const LEAST_SEC = 1;
/**
 * The prints of a room lie around a middle of its own, as they share its microphone: this share of their mean, once there
 * are many, and half of that after so many seconds. Estimated again whenever there is a quarter more speech.
 */
const MIDDLE = { share: 0.3, halfSec: 10, leastSec: 2.5, growth: 1.25 } as const;

/**
 * In hindsight every window counts as if it were off its voice's place by this variance more: what people say one after the
 * other is more alike than what they say a minute later, and on calls one voice was taken for four without it.
 */
const DRIFT_VARIANCE = 3;

export class VoiceClusters {
  private readonly clusters: EmbeddingClusters;
  private changed = false;
  private vectorLength = 0;
  /** Speech at the last estimate of the middle, seconds. */
  private settledSec = 0;

  constructor(
    private readonly voices: SpeakerRegistry,
    private readonly population: VoicePopulation,
    private readonly options: DiarizerOptions,
  ) {
    this.clusters = new EmbeddingClusters(new VoiceOdds(population.spread));
  }

  /** Takes in a window whose label is fixed. @param voice undefined where the label was a guess. */
  heard(one: WeightedEmbedding, turn: number, voice: number | undefined): void {
    const lot = shareOf(one, this.population);
    if (!lot || one.seconds < LEAST_SEC) return;
    this.vectorLength = one.print.vector.length;
    this.clusters.add(shifting(lot, DRIFT_VARIANCE), turn, voice);
    this.changed = true;
  }

  /** Clusters anew, if anything was heard. @param priceOfOne log-odds that one more voice costs */
  review(priceOfOne: () => number): void {
    if (!this.changed) return;
    this.changed = false;
    this.findMiddle();
    const clusters = this.clusters.groups(0);
    const rest = new Set(clusters);
    const ownerOf = owners(clusters);
    for (const voice of this.voices.active) {
      const cluster = ownerOf.get(voice);
      this.voices.follow(voice, cluster?.lot);
      if (cluster) rest.delete(cluster);
    }
    for (const cluster of [...rest].sort((a, b) => b.seconds - a.seconds)) {
      if (!this.isOnlyVoice(cluster, ownerOf)) this.open(cluster, priceOfOne());
    }
  }

  /**
   * True while one voice is known and the cluster may be the same person who speaks differently for a while. With several
   * voices the room has shown that people come and go.
   */
  private isOnlyVoice(cluster: Cluster, ownerOf: ReadonlyMap<number, Cluster>): boolean {
    const { only } = this.voices;
    if (only === undefined) return false;
    const own = ownerOf.get(only);
    const stretches = (one: Cluster) => this.clusters.stretchesOf(one);
    return this.voices.logOddsOfStretches(only, stretches(cluster), own && stretches(own)) > 0;
  }

  private open({ lot, seconds, leaves }: Cluster, price: number): void {
    const { clusterSec, clusterLogOdds, maxVoices } = this.options;
    if (seconds < clusterSec || this.voices.size >= maxVoices) return;
    const unlike = (voice: number) => this.voices.logOddsOfLot(voice, lot) <= -clusterLogOdds - price;
    if (!this.voices.active.every(unlike)) return;
    const voice = this.voices.openCluster(lot, this.vectorLength);
    for (const leaf of leaves) leaf.voice = voice;
  }

  private findMiddle(): void {
    const { seconds } = this.clusters;
    if (seconds < MIDDLE.leastSec || seconds < this.settledSec * MIDDLE.growth) return;
    this.settledSec = seconds;
    const share = (MIDDLE.share * seconds) / (seconds + MIDDLE.halfSec);
    const middle = this.clusters.mean().map((value) => value * share);
    this.clusters.settle(middle);
    this.voices.settle(middle);
  }
}

/** The cluster of each voice: the one that holds most of it, unless that holds more of another voice. */
function owners(clusters: readonly Cluster[]): Map<number, Cluster> {
  const claims = clusters.flatMap((cluster) => {
    const seconds = new Map<number, number>();
    for (const leaf of cluster.leaves) {
      if (leaf.voice !== undefined) seconds.set(leaf.voice, (seconds.get(leaf.voice) ?? 0) + leaf.seconds);
    }
    return [...seconds].map(([voice, held]) => ({ cluster, voice, held }));
  });
  const found = new Map<number, Cluster>();
  const taken = new Set<Cluster>();
  for (const { cluster, voice } of claims.sort((a, b) => b.held - a.held)) {
    if (found.has(voice) || taken.has(cluster)) continue;
    found.set(voice, cluster);
    taken.add(cluster);
  }
  return found;
}
