/** The voices of a session: their prints taken together, how much speech is behind them, and which are known to be one. */
import type { VoiceEmbedder } from '../embedder/embedder.js';
import { ofOneTurn, ofStretches, plus, seenFrom, VoiceOdds, type EmbeddingStatistics } from './population.js';
import { shareOf, wholeOf, type WeightedEmbedding } from './embedding-posterior.js';

interface Voice {
  /** Sum of prints weighted by seconds and quality. */
  readonly sum: Float64Array;
  /** All of the voice's prints, and of them those of turns before the current one. */
  lot: EmbeddingStatistics | undefined;
  before: EmbeddingStatistics | undefined;
  turn: { readonly id: number; readonly lot: EmbeddingStatistics } | undefined;
  /** True while the voice is what a cluster of prints says it is, and windows teach the cluster instead. */
  clustered: boolean;
  seconds: number;
  /** Set once the voice proved to be an older one: later speech goes there. */
  sameAs: number | undefined;
  /** Log-odds of windows, as long as nothing is learnt. */
  known: WeakMap<WeightedEmbedding, number>;
}

export class SpeakerRegistry {
  private readonly voices: Voice[] = [];
  private readonly odds: VoiceOdds | undefined;
  /** Where the prints of this room lie; undefined until something is known of it. */
  private middle: Float64Array | undefined;

  constructor(private readonly embedder: Pick<VoiceEmbedder, 'sameVoiceLogOdds' | 'population'>) {
    this.odds = embedder.population && new VoiceOdds(embedder.population.spread);
  }

  get size(): number {
    return this.voices.length;
  }

  /** Indexes of the voices that may still speak. */
  get active(): number[] {
    return this.voices.flatMap((voice, i) => (voice.sameAs === undefined ? [i] : []));
  }

  /** The voice, as long as there is but one. */
  get only(): number | undefined {
    const [voice, ...others] = this.active;
    return others.length === 0 ? voice : undefined;
  }

  /** @param turn a number for the turn the prints are of. @returns the index of the new voice; indexes never change. */
  open(prints: readonly WeightedEmbedding[], turn: number): number {
    const { vector } = prints[0]!.print;
    this.voices.push(emptyVoice(vector.length));
    for (const print of prints) this.learn(this.size - 1, print, turn);
    return this.size - 1;
  }

  /** A new voice that is a cluster of prints. */
  openCluster(lot: EmbeddingStatistics, vectorLength: number): number {
    this.voices.push(emptyVoice(vectorLength));
    this.follow(this.size - 1, lot);
    return this.size - 1;
  }

  learn(voice: number, one: WeightedEmbedding, turn: number): void {
    const entry = this.voices[voice]!;
    addPrint(entry, one);
    entry.known = new WeakMap();
    const { population } = this.embedder;
    const lot = population && shareOf(one, population);
    if (!lot || entry.clustered) return;
    if (entry.turn?.id !== turn) {
      entry.before = entry.lot;
      entry.turn = { id: turn, lot };
    } else entry.turn = { id: turn, lot: plus(entry.turn.lot, lot) };
    const now = ofOneTurn(entry.turn.lot);
    entry.lot = entry.before ? plus(entry.before, now) : now;
  }

  /** The voice is what a cluster says from here on; with `undefined` it stays as it is and learns by itself. */
  follow(voice: number, lot: EmbeddingStatistics | undefined): void {
    const entry = this.voices[voice]!;
    entry.clustered = lot !== undefined;
    if (!lot) return;
    entry.lot = entry.before = lot;
    entry.turn = undefined;
    entry.known = new WeakMap();
  }

  /** Comparisons are made around this middle from here on. */
  settle(middle: Float64Array): void {
    this.middle = middle;
    for (const voice of this.voices) voice.known = new WeakMap();
  }

  /** Log-odds that the print is of this voice. */
  logOdds(voice: number, one: WeightedEmbedding): number {
    const entry = this.voices[voice]!;
    const known = entry.known.get(one);
    if (known !== undefined) return known;
    const value = this.logOddsAnew(entry, one);
    entry.known.set(one, value);
    return value;
  }

  /** Log-odds that the prints, all of one turn, are of this voice. */
  logOddsOfAll(voice: number, prints: readonly WeightedEmbedding[]): number {
    return this.between(this.voices[voice]!, this.gather(prints));
  }

  /** Log-odds that a cluster of prints is of this voice. */
  logOddsOfLot(voice: number, lot: EmbeddingStatistics): number {
    return this.same(this.voices[voice]!.lot, lot) ?? 0;
  }

  /**
   * Log-odds that prints are of this voice even if it speaks differently in every stretch.
   * @param own the stretches of the voice; without them all that is known of it counts as one
   */
  logOddsOfStretches(
    voice: number,
    others: readonly EmbeddingStatistics[],
    own?: readonly EmbeddingStatistics[],
  ): number {
    const { lot } = this.voices[voice]!;
    const known = own ?? (lot && [lot]);
    return this.same(known && ofStretches(known), ofStretches(others)) ?? 0;
  }

  /** The same of one turn that was only just heard; -Infinity where nothing is known of how voices scatter. */
  logOddsOfTurn(voice: number, prints: readonly WeightedEmbedding[]): number {
    const { lot } = this.voices[voice]!;
    return this.same(lot && ofOneTurn(lot), this.gather(prints).lot) ?? -Infinity;
  }

  /** Log-odds that two lots of prints, each of one turn, are of one voice. */
  alike(some: readonly WeightedEmbedding[], others: readonly WeightedEmbedding[]): number {
    return this.between(this.gather(some), this.gather(others));
  }

  /** Joins active voices that are surely one: the younger is retired. `known` are seconds both need. */
  join(minLogOdds: number, known: number): void {
    if (minLogOdds === Infinity) return;
    for (const younger of this.active.reverse()) {
      for (const older of this.active) {
        if (older >= younger || this.voices[older]!.sameAs !== undefined) continue;
        const [a, b] = [this.voices[older]!, this.voices[younger]!];
        if (Math.min(a.seconds, b.seconds) < known || this.between(a, b) < minLogOdds) continue;
        b.sum.forEach((value, i) => (a.sum[i]! += value));
        a.seconds += b.seconds;
        if (a.lot && b.lot) a.lot = a.before = plus(a.lot, b.lot);
        a.turn = undefined;
        a.known = new WeakMap();
        b.sameAs = older;
        break;
      }
    }
  }

  /** Follows retired voices to the one they proved to be. */
  resolve(voice: number): number {
    const next = this.voices[voice]!.sameAs;
    return next === undefined ? voice : this.resolve(next);
  }

  private logOddsAnew(entry: Voice, one: WeightedEmbedding): number {
    const { population } = this.embedder;
    const odds = population && this.same(entry.lot, wholeOf(one, population));
    if (odds !== undefined) return odds;
    const near = cosine(one.print.vector, entry.sum);
    return this.embedder.sameVoiceLogOdds(near, Math.min(one.seconds, entry.seconds)) * one.print.quality;
  }

  private gather(prints: readonly WeightedEmbedding[]): Voice {
    const voice = emptyVoice(prints[0]!.print.vector.length);
    const { population } = this.embedder;
    for (const one of prints) {
      addPrint(voice, one);
      const lot = population && shareOf(one, population);
      if (lot) voice.lot = voice.lot ? plus(voice.lot, lot) : lot;
    }
    if (voice.lot) voice.lot = ofOneTurn(voice.lot);
    return voice;
  }

  private between(a: Voice, b: Voice): number {
    return (
      this.same(a.lot, b.lot) ??
      this.embedder.sameVoiceLogOdds(cosine(a.sum, b.sum), Math.min(a.seconds, b.seconds))
    );
  }

  private same(a: EmbeddingStatistics | undefined, b: EmbeddingStatistics | undefined): number | undefined {
    if (!this.odds || !a || !b) return undefined;
    return this.odds.same(seenFrom(this.middle, a), seenFrom(this.middle, b));
  }
}

function addPrint(voice: Voice, { print, seconds }: WeightedEmbedding): void {
  const weight = seconds * Math.max(print.quality, 0.05);
  print.vector.forEach((value, i) => (voice.sum[i]! += value * weight));
  voice.seconds += seconds;
}

function emptyVoice(vectorLength: number): Voice {
  return {
    sum: new Float64Array(vectorLength),
    lot: undefined,
    before: undefined,
    turn: undefined,
    clustered: false,
    seconds: 0,
    sameAs: undefined,
    known: new WeakMap(),
  };
}

export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i += 1) {
    dot += a[i]! * b[i]!;
    aa += a[i]! * a[i]!;
    bb += b[i]! * b[i]!;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}
