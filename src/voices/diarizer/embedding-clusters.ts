/**
 * All embeddings of a session, clustered from the start whenever asked: the two clusters likeliest to be one voice are merged,
 * again and again, until no two are likelier one voice than two (agglomerative clustering). A leaf is up to 2 s of one segment.
 * Beyond 128 leaves the two likeliest of one label are merged for good, so that an hour costs no more than five minutes.
 */
import { centredOn, plus, type EmbeddingStatistics, type VoiceOdds } from './population.js';

export interface Leaf {
  /** Statistics of the embeddings as the embedder gave them. */
  statistics: EmbeddingStatistics;
  /** The statistics measured from the room's centre; the next field is their log-likelihood as one voice. */
  centred: EmbeddingStatistics;
  logLikelihood: number;
  /** Speech, seconds. */
  seconds: number;
  windows: number;
  readonly segment: number;
  /** Voice that the leaf's speech was labelled with; undefined if that was a guess. */
  voice: number | undefined;
  /** Log-odds of being one voice with each older leaf, by that leaf's index. */
  logOdds: number[];
}

export interface Cluster {
  readonly statistics: EmbeddingStatistics;
  /** Speech, seconds. */
  readonly seconds: number;
  readonly leaves: readonly Leaf[];
}

interface CentredCluster extends Cluster {
  readonly centred: EmbeddingStatistics;
}

/** New speech that a window brings, seconds: a window starts half a second after the one before. */
const WINDOW_SEC = 0.5;
/** Windows of a leaf: 2 s of speech. Chosen by hand. Raising it: less work, coarser clusters. */
const LEAF_WINDOWS = 4;
/** Most leaves. Chosen by hand for cost: comparing all pairs grows with its square. */
const MOST_LEAVES = 128;
/** Number of newest leaves that are never merged for good, as the voice of their speech may still turn out to be another. */
const NEWEST = 16;

export class EmbeddingClusters {
  private leaves: Leaf[] = [];
  private centre: Float64Array | undefined;

  constructor(private readonly odds: VoiceOdds) {}

  /** Speech added so far, seconds. */
  get seconds(): number {
    return this.leaves.reduce((sum, leaf) => sum + leaf.seconds, 0);
  }

  /** Adds a window of the numbered segment. @param voice undefined if the window's label was a guess. */
  add(statistics: EmbeddingStatistics, segment: number, voice: number | undefined): void {
    const last = this.leaves.at(-1);
    if (last && last.segment === segment && last.voice === voice && last.windows < LEAF_WINDOWS) {
      last.statistics = plus(last.statistics, statistics);
      last.seconds += WINDOW_SEC;
      last.windows += 1;
    } else {
      if (this.leaves.length >= MOST_LEAVES) this.mergeLikeliest();
      this.leaves.push({
        statistics,
        centred: statistics,
        logLikelihood: 0,
        seconds: WINDOW_SEC,
        windows: 1,
        segment,
        voice,
        logOdds: [],
      });
    }
    this.compare(this.leaves.length - 1);
  }

  /** Statistics of a cluster's stretches: its leaves grouped where no leaf of another cluster lies between them. */
  stretchesOf({ leaves }: Cluster): EmbeddingStatistics[] {
    const own = new Set(leaves);
    const stretches: EmbeddingStatistics[] = [];
    let continues = false;
    for (const leaf of this.leaves) {
      if (own.has(leaf))
        stretches.push(continues ? plus(stretches.pop()!, leaf.statistics) : leaf.statistics);
      continues = own.has(leaf);
    }
    return stretches;
  }

  /** Weighted mean of all embeddings. */
  mean(): Float64Array {
    const all = this.leaves.map(({ statistics }) => statistics).reduce(plus);
    return all.sum.map((value) => value / all.weight);
  }

  /** Measures embeddings from this centre from now on. */
  recentre(centre: Float64Array): void {
    this.centre = centre;
    this.leaves.forEach((_, i) => this.compare(i));
  }

  /** @param minLogOdds two clusters are merged from these log-odds of being one voice */
  clusters(minLogOdds: number): Cluster[] {
    const size = this.leaves.length;
    const clusters: CentredCluster[] = this.leaves.map((leaf) => ({ ...leaf, leaves: [leaf] }));
    const logLikelihoods = this.leaves.map((leaf) => leaf.logLikelihood);
    const table = this.logOddsTable();
    const left = new Set(clusters.keys());
    const bestOf = (i: number): number => {
      let best = -1;
      for (const j of left)
        if (j !== i && (best < 0 || table[i * size + j]! > table[i * size + best]!)) best = j;
      return best;
    };
    const best = clusters.map((_, i) => bestOf(i));
    const oddsOf = (i: number): number => table[i * size + best[i]!]!;
    while (left.size > 1) {
      let a = -1;
      for (const i of left) if (a < 0 || oddsOf(i) > oddsOf(a)) a = i;
      const b = best[a]!;
      if (oddsOf(a) < minLogOdds) break;
      left.delete(b);
      const merged = (clusters[a] = merge(clusters[a]!, clusters[b]!));
      logLikelihoods[a] = this.odds.logLikelihood(merged.centred);
      for (const i of left) {
        if (i === a) continue;
        const value = this.odds.sameVoice(
          merged.centred,
          clusters[i]!.centred,
          logLikelihoods[a],
          logLikelihoods[i],
        );
        table[a * size + i] = table[i * size + a] = value;
      }
      for (const i of left) {
        if (i === a || best[i] === a || best[i] === b) best[i] = bestOf(i);
        else if (table[i * size + a]! > oddsOf(i)) best[i] = a;
      }
    }
    return [...left].map((i) => clusters[i]!);
  }

  private logOddsTable(): Float64Array {
    const size = this.leaves.length;
    const table = new Float64Array(size * size);
    this.leaves.forEach((leaf, i) => {
      for (let j = 0; j < i; j += 1) table[i * size + j] = table[j * size + i] = leaf.logOdds[j]!;
    });
    return table;
  }

  /** Computes the log-odds of a leaf with every other. */
  private compare(index: number): void {
    const leaf = this.leaves[index]!;
    leaf.centred = centredOn(this.centre, leaf.statistics);
    leaf.logLikelihood = this.odds.logLikelihood(leaf.centred);
    this.leaves.forEach((other, i) => {
      if (i === index) return;
      const value = this.odds.sameVoice(leaf.centred, other.centred, leaf.logLikelihood, other.logLikelihood);
      (i < index ? leaf : other).logOdds[Math.min(i, index)] = value;
    });
  }

  /** Merges for good the two leaves of one label that are likeliest one voice. */
  private mergeLikeliest(): void {
    let [a, b] = [1, 0];
    let most = -Infinity;
    for (let i = 1; i < this.leaves.length - NEWEST; i += 1) {
      const { logOdds, voice } = this.leaves[i]!;
      for (let j = 0; j < i; j += 1) {
        if (this.leaves[j]!.voice === voice && logOdds[j]! > most) [a, b, most] = [i, j, logOdds[j]!];
      }
    }
    const [from, into] = [this.leaves[a]!, this.leaves[b]!];
    into.statistics = plus(into.statistics, from.statistics);
    into.seconds += from.seconds;
    into.windows = LEAF_WINDOWS;
    this.leaves.splice(a, 1);
    for (const leaf of this.leaves.slice(a)) leaf.logOdds.splice(a, 1);
    this.compare(b);
  }
}

function merge(a: CentredCluster, b: CentredCluster): CentredCluster {
  return {
    statistics: plus(a.statistics, b.statistics),
    centred: plus(a.centred, b.centred),
    seconds: a.seconds + b.seconds,
    leaves: [...a.leaves, ...b.leaves],
  };
}
