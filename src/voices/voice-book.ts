/** The voices of a session: a mean print each, how much speech is behind it, and which are known to be one. */
import type { VoiceEmbedder, VoicePrint } from './embedder.js';

interface Voice {
  /** Sum of prints weighted by seconds and quality. */
  readonly sum: Float64Array;
  seconds: number;
  /** Set once the voice proved to be an older one: later speech goes there. */
  sameAs: number | undefined;
}

export interface PrintOf {
  readonly print: VoicePrint;
  /** Speech behind the print, seconds. */
  readonly seconds: number;
}

export class VoiceBook {
  private readonly voices: Voice[] = [];

  constructor(private readonly embedder: Pick<VoiceEmbedder, 'sameVoiceLogOdds'>) {}

  get size(): number {
    return this.voices.length;
  }

  /** Indexes of the voices that may still speak. */
  get active(): number[] {
    return this.voices.flatMap((voice, i) => (voice.sameAs === undefined ? [i] : []));
  }

  /** @returns the index of the new voice; indexes never change. */
  open(prints: readonly PrintOf[]): number {
    const length = prints[0]!.print.vector.length;
    this.voices.push({ sum: new Float64Array(length), seconds: 0, sameAs: undefined });
    for (const print of prints) this.learn(this.voices.length - 1, print);
    return this.voices.length - 1;
  }

  learn(voice: number, { print, seconds }: PrintOf): void {
    const entry = this.voices[voice]!;
    const weight = seconds * Math.max(print.quality, 0.05);
    print.vector.forEach((value, i) => (entry.sum[i]! += value * weight));
    entry.seconds += seconds;
  }

  /** Log-odds that the print is of this voice. */
  logOdds(voice: number, { print, seconds }: PrintOf): number {
    const entry = this.voices[voice]!;
    const shorter = Math.min(seconds, entry.seconds);
    return this.embedder.sameVoiceLogOdds(cosine(print.vector, entry.sum), shorter) * print.quality;
  }

  /** Joins active voices that are surely one: the younger is retired. `known` are seconds both need. */
  join(minLogOdds: number, known: number): void {
    const active = this.active;
    for (const younger of active.slice().reverse()) {
      for (const older of active) {
        if (older >= younger || this.voices[older]!.sameAs !== undefined) continue;
        const [a, b] = [this.voices[older]!, this.voices[younger]!];
        const seconds = Math.min(a.seconds, b.seconds);
        if (seconds < known) continue;
        if (this.embedder.sameVoiceLogOdds(cosine(a.sum, b.sum), seconds) < minLogOdds) continue;
        b.sum.forEach((value, i) => (a.sum[i]! += value));
        a.seconds += b.seconds;
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
