/**
 * The words and the sound that the benchmark gives a scorer at each point in time. Our runner streams
 * instead, so these rules stand here and are tested with the benchmark's own vectors. Source: eot-bench method, sections 2 to 4.
 */
import { GRID_EPSILON } from '../../src/eval/basics/rounding.js';

export interface Message {
  readonly role: string;
  readonly content: string;
}

export interface TimedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Delay of the transcript a scorer may read, seconds; the benchmark's default. */
const TRANSCRIPT_LAG_SEC = 0.5;

/** The row's messages, plus the words of this turn that ended `lagSec` before `timestamp`. */
export function visibleMessages(
  row: { readonly messages?: readonly Message[]; readonly words?: readonly TimedWord[] },
  timestamp: number,
  lagSec = TRANSCRIPT_LAG_SEC,
): Message[] {
  const content = (row.words ?? [])
    .filter(({ end }) => end <= timestamp - lagSec + GRID_EPSILON)
    .map(({ word }) => word.trim())
    .filter((word) => word !== '')
    .join(' ');
  const messages = [...(row.messages ?? [])];
  return content === '' ? messages : [...messages, { role: 'user', content }];
}

/** Samples a causal scorer may use at `timestamp`; nothing after it. */
export function causalSampleCount(timestamp: number, sampleRateHz: number): number {
  return Math.floor(timestamp * sampleRateHz + GRID_EPSILON);
}

/** Samples left when a scorer only takes the last `maxAudioSec` seconds. */
export function tailSampleCount(maxAudioSec: number, sampleRateHz: number): number {
  return Math.ceil(maxAudioSec * sampleRateHz - GRID_EPSILON);
}
