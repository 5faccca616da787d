/** The print of a window, and what it adds to what is known of a voice. */
import type { VoicePrint } from '../embedder/embedder.js';
import type { Gathered, VoicePopulation } from './population.js';

export interface PrintOf {
  readonly print: VoicePrint;
  /** Speech behind the print, seconds. */
  readonly seconds: number;
}

/** What a window adds to a voice: windows overlap, and those of one sentence are alike. */
const SHARE = 0.33;

/** What a window adds to what is known of its voice; undefined where its print has no point. */
export function shareOf(one: PrintOf, population: VoicePopulation): Gathered | undefined {
  return lotOf(one, SHARE / population.printVariance(one.seconds));
}

/** The window by itself. */
export function wholeOf(one: PrintOf, population: VoicePopulation): Gathered | undefined {
  return lotOf(one, 1 / population.printVariance(one.seconds));
}

function lotOf({ print }: PrintOf, weight: number): Gathered | undefined {
  const { point } = print;
  if (!point) return undefined;
  const sum = new Float64Array(point.length);
  for (let i = 0; i < sum.length; i += 1) sum[i] = point[i]! * weight;
  return { weight, sum };
}
