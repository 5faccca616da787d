/** The voices of a session: their prints taken together, how much speech is behind them, and which are known to be one. */
import type { VoiceEmbedder, VoicePrint } from './embedder.js';
import { VoiceOdds, type Gathered } from './population.js';

interface Voice {
  /** Sum of prints weighted by seconds and quality. */
  readonly sum: Float64Array;
  readonly gathered: Gathered | undefined;
  seconds: number;
  /** Set once the voice proved to be an older one: later speech goes there. */
  sameAs: number | undefined;
}

export interface PrintOf {
  readonly print: VoicePrint;
  /** Speech behind the print, seconds. */
  readonly seconds: number;
}

/** What a window adds to a voice: windows overlap, and those of one sentence are alike. */
const SHARE = 0.33;

export class VoiceBook {
  private readonly voices: Voice[] = [];
  private readonly odds: VoiceOdds | undefined;

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

  /** @returns the index of the new voice; indexes never change. */
  open(prints: readonly PrintOf[]): number {
    this.voices.push(this.gather(prints));
    return this.voices.length - 1;
  }

  learn(voice: number, print: PrintOf): void {
    add(this.voices[voice]!, print, SHARE / this.variance(print.seconds));
  }

  /** Log-odds that the print is of this voice. */
  logOdds(voice: number, one: PrintOf): number {
    const entry = this.voices[voice]!;
    const { print, seconds } = one;
    const point = this.pointOf(one, 1);
    if (this.odds && entry.gathered && point) return this.odds.same(entry.gathered, point);
    const near = cosine(print.vector, entry.sum);
    return this.embedder.sameVoiceLogOdds(near, Math.min(seconds, entry.seconds)) * print.quality;
  }

  /** Log-odds that the prints together are of this voice. */
  logOddsOfAll(voice: number, prints: readonly PrintOf[]): number {
    return this.between(this.voices[voice]!, this.gather(prints));
  }

  /** Log-odds that two lots of prints are of one voice. */
  alike(some: readonly PrintOf[], others: readonly PrintOf[]): number {
    return this.between(this.gather(some), this.gather(others));
  }

  /** Joins active voices that are surely one: the younger is retired. `known` are seconds both need. */
  join(minLogOdds: number, known: number): void {
    const active = this.active;
    for (const younger of active.slice().reverse()) {
      for (const older of active) {
        if (older >= younger || this.voices[older]!.sameAs !== undefined) continue;
        const [a, b] = [this.voices[older]!, this.voices[younger]!];
        if (Math.min(a.seconds, b.seconds) < known || this.between(a, b) < minLogOdds) continue;
        b.sum.forEach((value, i) => (a.sum[i]! += value));
        a.seconds += b.seconds;
        if (a.gathered && b.gathered) gatherInto(a.gathered, b.gathered.sum, 1, b.gathered.weight);
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

  private gather(prints: readonly PrintOf[]): Voice {
    const { vector, point } = prints[0]!.print;
    const voice: Voice = {
      sum: new Float64Array(vector.length),
      gathered: this.odds && point && { weight: 0, sum: new Float64Array(point.length) },
      seconds: 0,
      sameAs: undefined,
    };
    for (const print of prints) add(voice, print, SHARE / this.variance(print.seconds));
    return voice;
  }

  private between(a: Voice, b: Voice): number {
    if (this.odds && a.gathered && b.gathered) return this.odds.same(a.gathered, b.gathered);
    return this.embedder.sameVoiceLogOdds(cosine(a.sum, b.sum), Math.min(a.seconds, b.seconds));
  }

  private pointOf({ print, seconds }: PrintOf, share: number): Gathered | undefined {
    const weight = share / this.variance(seconds);
    return print.point && { weight, sum: Float64Array.from(print.point, (value) => value * weight) };
  }

  private variance(seconds: number): number {
    return this.embedder.population?.printVariance(seconds) ?? 1;
  }
}

function add(voice: Voice, { print, seconds }: PrintOf, share: number): void {
  const weight = seconds * Math.max(print.quality, 0.05);
  print.vector.forEach((value, i) => (voice.sum[i]! += value * weight));
  voice.seconds += seconds;
  if (voice.gathered && print.point) gatherInto(voice.gathered, print.point, share, share);
}

function gatherInto(into: Gathered, sum: ArrayLike<number>, times: number, weight: number): void {
  for (let i = 0; i < into.sum.length; i += 1) into.sum[i]! += sum[i]! * times;
  into.weight += weight;
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
