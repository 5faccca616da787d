/**
 * DER and JER. Conventions, always stated with a figure: `collarSec` is left out on each side of every reference
 * boundary (pyannote's `collar` is twice this); overlapped speech is scored unless `skipOverlap`; the scored regions
 * are the UEM, else the whole extent of reference and hypothesis. One best one-to-one mapping of voices: for DER the one
 * with most time in common; for JER `jerPairing` says which, because its definition does not and scorers differ.
 * Source: NIST RT-09 (DER); Ryant et al. 2019, DIHARD II (JER); pyannote.metrics.
 */
import type { TimeSpan } from '../basics/time-span.js';
import type { ScoredRegion, Utterance } from '../formats/utterance.js';
import { cheapestAssignment } from './assignment.js';

/** The conventions of a figure. */
export interface DiarizationOptions {
  /** Seconds left out on each side of every reference boundary. Default 0. */
  readonly collarSec?: number;
  /** True: where several reference voices speak at once is not scored. Default false. */
  readonly skipOverlap?: boolean;
  /** Stretches that count. Default null: the whole extent. */
  readonly scored?: readonly ScoredRegion[] | null;
  /** Default `lowest`. */
  readonly jerPairing?: JerPairing;
}

/**
 * Which pairing of voices JER takes. `lowest`: the one with the lowest sum of Jaccard errors (DIHARD's own scorer,
 * nryant/dscore). `time`: the one with most time in common, as for DER (pyannote.metrics); never below the other.
 */
export type JerPairing = 'lowest' | 'time';

/** Seconds that add; `confusion + missed + falseAlarm` over `speech` is the DER. */
export interface DiarizationErrors {
  readonly speech: number;
  readonly missed: number;
  readonly falseAlarm: number;
  readonly confusion: number;
  /** Sum of the Jaccard errors of the reference voices, and how many there are where it is scored. */
  readonly jaccardSum: number;
  readonly voices: number;
  /** How many there are in the scored regions. */
  readonly hypothesisVoices: number;
}

export const NO_DIARIZATION_ERRORS: DiarizationErrors = {
  speech: 0,
  missed: 0,
  falseAlarm: 0,
  confusion: 0,
  jaccardSum: 0,
  voices: 0,
  hypothesisVoices: 0,
};

/** Of two recordings together; rates are taken of the sum, never averaged. */
export function addDiarizationErrors(a: DiarizationErrors, b: DiarizationErrors): DiarizationErrors {
  const keys = Object.keys(NO_DIARIZATION_ERRORS) as (keyof DiarizationErrors)[];
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as unknown as DiarizationErrors;
}

/** Diarization error rate, 0 and up (false alarms may take it past 1); null without reference speech. */
export function der({ speech, missed, falseAlarm, confusion }: DiarizationErrors): number | null {
  return speech === 0 ? null : (missed + falseAlarm + confusion) / speech;
}

/** Jaccard error rate, 0..1: the mean over reference voices; null without one. */
export function jer({ jaccardSum, voices }: DiarizationErrors): number | null {
  return voices === 0 ? null : jaccardSum / voices;
}

/** A stretch in which nobody starts or stops. */
interface Slice {
  readonly seconds: number;
  readonly reference: ReadonlySet<string>;
  readonly hypothesis: ReadonlySet<string>;
}

/** Of one recording, its utterances in any order; a voice that overlaps itself counts once. */
export function diarizationErrors(
  reference: readonly Utterance[],
  hypothesis: readonly Utterance[],
  options: DiarizationOptions = {},
): DiarizationErrors {
  const slices = scoredSlices(reference, hypothesis, options);
  const left = [...new Set(reference.map(({ speaker }) => speaker))].sort();
  const right = [...new Set(hypothesis.map(({ speaker }) => speaker))].sort();
  const together = left.map((a) =>
    right.map((b) => sumSeconds(slices, (slice) => slice.reference.has(a) && slice.hypothesis.has(b))),
  );
  const mapping = pairVoices(left, right, together);
  let [speech, missed, falseAlarm, confusion] = [0, 0, 0, 0];
  for (const { seconds, reference: said, hypothesis: heard } of slices) {
    const right = [...said].filter((voice) => heard.has(mapping.get(voice) ?? '\n')).length;
    speech += seconds * said.size;
    missed += seconds * Math.max(0, said.size - heard.size);
    falseAlarm += seconds * Math.max(0, heard.size - said.size);
    confusion += seconds * (Math.min(said.size, heard.size) - right);
  }
  const jaccard = jaccardErrors(left, right, slices, together, options.jerPairing ?? 'lowest');
  return {
    speech,
    missed,
    falseAlarm,
    confusion,
    jaccardSum: jaccard.reduce((sum, error) => sum + error, 0),
    voices: jaccard.length,
    hypothesisVoices: voicesIn(hypothesis, options.scored ?? null),
  };
}

/** How many voices speak in the scored regions; null: in the whole recording. */
export function voicesIn(utterances: readonly Utterance[], scored: readonly ScoredRegion[] | null): number {
  const isScored = ({ start, end }: Utterance) =>
    scored === null || scored.some((region) => start < region.end && region.start < end);
  return new Set(utterances.filter(isScored).map(({ speaker }) => speaker)).size;
}

/** The one-to-one mapping with most time in common. */
function pairVoices(
  left: readonly string[],
  right: readonly string[],
  together: number[][],
): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const [i, j] of mostTimeTogether(Math.max(left.length, right.length), together).entries())
    if ((together[i]?.[j] ?? 0) > 0) pairs.set(left[i]!, right[j]!);
  return pairs;
}

/** For each reference voice the column of its partner. */
function mostTimeTogether(size: number, together: number[][]): number[] {
  const cost = (i: number, j: number) => -(together[i]?.[j] ?? 0);
  return cheapestAssignment(
    Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => cost(i, j))),
  );
}

/** Per reference voice 1 - intersection/union with its partner. */
function jaccardErrors(
  left: readonly string[],
  right: readonly string[],
  slices: readonly Slice[],
  together: number[][],
  pairing: JerPairing,
): number[] {
  const secondsOf = (side: 'reference' | 'hypothesis', voice: string) =>
    sumSeconds(slices, (slice) => slice[side].has(voice));
  const spoken = left.map((voice) => secondsOf('reference', voice));
  const heard = right.map((voice) => secondsOf('hypothesis', voice));
  const size = Math.max(left.length, right.length);
  const error = (i: number, j: number): number => {
    if (i >= left.length) return 0;
    const shared = together[i]?.[j] ?? 0;
    const union = spoken[i]! + (heard[j] ?? 0) - shared;
    return union === 0 ? 0 : 1 - shared / union;
  };
  const cost = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => error(i, j)));
  const columnOf = pairing === 'lowest' ? cheapestAssignment(cost) : mostTimeTogether(size, together);
  return left.flatMap((_, i) => (spoken[i]! > 0 ? [cost[i]![columnOf[i]!]!] : []));
}

function sumSeconds(slices: readonly Slice[], isWanted: (slice: Slice) => boolean): number {
  return slices.reduce((sum, slice) => sum + (isWanted(slice) ? slice.seconds : 0), 0);
}

function scoredSlices(
  reference: readonly Utterance[],
  hypothesis: readonly Utterance[],
  { collarSec = 0, skipOverlap = false, scored = null }: DiarizationOptions,
): Slice[] {
  const collars = collarSec === 0 ? [] : reference.flatMap(({ start, end }) => [start, end]);
  const times = [
    ...[...reference, ...hypothesis, ...(scored ?? [])].flatMap(({ start, end }) => [start, end]),
    ...collars.flatMap((time) => [time - collarSec, time + collarSec]),
  ];
  const borders = [...new Set(times)].sort((a, b) => a - b);
  return borders.slice(1).flatMap((end, i): Slice[] => {
    const start = borders[i]!;
    const middle = (start + end) / 2;
    if (scored !== null && !scored.some((region) => holds(region, middle))) return [];
    if (collars.some((time) => Math.abs(middle - time) < collarSec)) return [];
    const voices = (side: readonly Utterance[]) =>
      new Set(side.filter((utterance) => holds(utterance, middle)).map(({ speaker }) => speaker));
    const slice = { seconds: end - start, reference: voices(reference), hypothesis: voices(hypothesis) };
    return skipOverlap && slice.reference.size > 1 ? [] : [slice];
  });
}

const holds = ({ start, end }: TimeSpan, time: number): boolean => start <= time && time < end;
