/**
 * All prints of a session, clustered anew whenever asked: the two likeliest lots become one until none are likelier one
 * voice than two. Prints of one turn that follow each other are one leaf, of 2 s at most. When there are too many leaves
 * the likeliest two of one label become one for good, so that an hour costs no more than five minutes.
 */
import { plus, seenFrom, type EmbeddingStatistics, type VoiceOdds } from './population.js';

export interface Leaf {
  /** As heard. */
  lot: EmbeddingStatistics;
  /** Seen from the room's middle, and its log-likelihood. */
  seen: EmbeddingStatistics;
  alone: number;
  seconds: number;
  windows: number;
  readonly turn: number;
  /** The voice it was given to; undefined where that was a guess. */
  voice: number | undefined;
  /** Log-odds of being one voice with each older leaf. */
  same: number[];
}

export interface Cluster {
  readonly lot: EmbeddingStatistics;
  readonly seconds: number;
  readonly leaves: readonly Leaf[];
}

interface Growing extends Cluster {
  readonly seen: EmbeddingStatistics;
}

/** New speech behind a window, seconds: windows follow each other by half a second. */
const WINDOW_SEC = 0.5;
const LEAF_WINDOWS = 4;
const MOST_LEAVES = 128;
/** The newest leaves may still be told apart. */
const NEWEST = 16;

export class EmbeddingClusters {
  private leaves: Leaf[] = [];
  private middle: Float64Array | undefined;

  constructor(private readonly odds: VoiceOdds) {}

  /** Speech so far, seconds. */
  get seconds(): number {
    return this.leaves.reduce((sum, leaf) => sum + leaf.seconds, 0);
  }

  /** Adds a window of a turn and of a voice, or of nobody known. */
  add(lot: EmbeddingStatistics, turn: number, voice: number | undefined): void {
    const last = this.leaves.at(-1);
    if (last && last.turn === turn && last.voice === voice && last.windows < LEAF_WINDOWS) {
      last.lot = plus(last.lot, lot);
      last.seconds += WINDOW_SEC;
      last.windows += 1;
    } else {
      if (this.leaves.length >= MOST_LEAVES) this.thin();
      const leaf = { lot, seen: lot, alone: 0, seconds: WINDOW_SEC, windows: 1, turn, voice, same: [] };
      this.leaves.push(leaf);
    }
    this.compare(this.leaves.length - 1);
  }

  /** Prints of a cluster by the stretches in which it was heard and no other was. */
  stretchesOf({ leaves }: Cluster): EmbeddingStatistics[] {
    const own = new Set(leaves);
    const stretches: EmbeddingStatistics[] = [];
    let goesOn = false;
    for (const leaf of this.leaves) {
      if (own.has(leaf)) stretches.push(goesOn ? plus(stretches.pop()!, leaf.lot) : leaf.lot);
      goesOn = own.has(leaf);
    }
    return stretches;
  }

  /** Mean of all prints. */
  mean(): Float64Array {
    const all = this.leaves.map(({ lot }) => lot).reduce(plus);
    return all.sum.map((value) => value / all.weight);
  }

  /** Prints are compared around this middle from here on. */
  settle(middle: Float64Array): void {
    this.middle = middle;
    this.leaves.forEach((_, i) => this.compare(i));
  }

  /** @param minLogOdds two groups are one from these log-odds of being one voice */
  groups(minLogOdds: number): Cluster[] {
    const size = this.leaves.length;
    const groups: Growing[] = this.leaves.map((leaf) => ({ ...leaf, leaves: [leaf] }));
    const alone = this.leaves.map((leaf) => leaf.alone);
    const same = this.table();
    const left = new Set(groups.keys());
    const bestOf = (i: number): number => {
      let best = -1;
      for (const j of left)
        if (j !== i && (best < 0 || same[i * size + j]! > same[i * size + best]!)) best = j;
      return best;
    };
    const best = groups.map((_, i) => bestOf(i));
    const oddsOf = (i: number): number => same[i * size + best[i]!]!;
    while (left.size > 1) {
      let a = -1;
      for (const i of left) if (a < 0 || oddsOf(i) > oddsOf(a)) a = i;
      const b = best[a]!;
      if (oddsOf(a) < minLogOdds) break;
      left.delete(b);
      const grown = (groups[a] = together(groups[a]!, groups[b]!));
      alone[a] = this.odds.oneVoice(grown.seen);
      for (const i of left) {
        if (i === a) continue;
        const value = this.odds.same(grown.seen, groups[i]!.seen, alone[a], alone[i]);
        same[a * size + i] = same[i * size + a] = value;
      }
      for (const i of left) {
        if (i === a || best[i] === a || best[i] === b) best[i] = bestOf(i);
        else if (same[i * size + a]! > oddsOf(i)) best[i] = a;
      }
    }
    return [...left].map((i) => groups[i]!);
  }

  private table(): Float64Array {
    const size = this.leaves.length;
    const same = new Float64Array(size * size);
    this.leaves.forEach((leaf, i) => {
      for (let j = 0; j < i; j += 1) same[i * size + j] = same[j * size + i] = leaf.same[j]!;
    });
    return same;
  }

  /** Compares a leaf with every other. */
  private compare(index: number): void {
    const leaf = this.leaves[index]!;
    leaf.seen = seenFrom(this.middle, leaf.lot);
    leaf.alone = this.odds.oneVoice(leaf.seen);
    this.leaves.forEach((other, i) => {
      if (i === index) return;
      const value = this.odds.same(leaf.seen, other.seen, leaf.alone, other.alone);
      (i < index ? leaf : other).same[Math.min(i, index)] = value;
    });
  }

  /** Makes the two leaves of one label that are likeliest one voice one leaf. */
  private thin(): void {
    let [a, b] = [1, 0];
    let most = -Infinity;
    for (let i = 1; i < this.leaves.length - NEWEST; i += 1) {
      const { same, voice } = this.leaves[i]!;
      for (let j = 0; j < i; j += 1) {
        if (this.leaves[j]!.voice === voice && same[j]! > most) [a, b, most] = [i, j, same[j]!];
      }
    }
    const [from, into] = [this.leaves[a]!, this.leaves[b]!];
    into.lot = plus(into.lot, from.lot);
    into.seconds += from.seconds;
    into.windows = LEAF_WINDOWS;
    this.leaves.splice(a, 1);
    for (const leaf of this.leaves.slice(a)) leaf.same.splice(a, 1);
    this.compare(b);
  }
}

function together(a: Growing, b: Growing): Growing {
  return {
    lot: plus(a.lot, b.lot),
    seen: plus(a.seen, b.seen),
    seconds: a.seconds + b.seconds,
    leaves: [...a.leaves, ...b.leaves],
  };
}
