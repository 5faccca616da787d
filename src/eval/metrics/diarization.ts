/**
 * DER and JER: how well voices were told apart over time. Called by `score` and room summaries. Conventions, which are
 * stated with every figure: `collarSec` is left out on each side of every reference boundary (pyannote's `collar` is twice
 * this); overlapped speech is scored unless `skipOverlap`; what is scored is the UEM or, without one, the whole extent of
 * reference and hypothesis, without the regions that the reference leaves out. Voices are paired one to one: for DER by most time in common, for JER as
 * `jerPairing` says, because the definition of JER leaves it open and scorers differ.
 * Source: NIST RT-09 (DER); Ryant et al. 2019, DIHARD II (JER); pyannote.metrics.
 */
import { addCounts } from '../basics/add-counts.js';
import type { Utterance } from '../formats/utterance.js';
import { cheapestAssignment } from './assignment.js';
import { holds, isScored, voicesIn, WHOLE_RECORDING, type ScoredTime } from './scored-time.js';

/** Conventions of a figure. */
export interface DiarizationOptions {
  /** Seconds left out on each side of every reference boundary, 0 or more. Default 0. */
  readonly collarSec?: number;
  /** Whether stretches in which several reference voices speak at once are left out. Default false. */
  readonly skipOverlap?: boolean;
  /** Default: the whole extent. */
  readonly time?: ScoredTime;
  /** How JER pairs voices. Default `lowest`. */
  readonly jerPairing?: JerPairing;
}

/**
 * Which pairing of voices JER takes. `lowest`: the one with the lowest sum of Jaccard errors (DIHARD's own scorer,
 * nryant/dscore). `time`: the one with most time in common, as for DER (pyannote.metrics); its JER is never lower.
 */
export type JerPairing = 'lowest' | 'time';

/** Seconds that can be added. The DER is `confusion + missed + falseAlarm` over `speech`. */
export interface DiarizationErrors {
  readonly speech: number;
  readonly missed: number;
  readonly falseAlarm: number;
  readonly confusion: number;
  /** Sum of the Jaccard errors (0..1 each) of the `voices` that speak in the scored stretches of the reference. */
  readonly jaccardSum: number;
  readonly voices: number;
  /** Number of hypothesis voices in the scored regions. */
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

/** Rounding that sums of seconds may carry, as a share of the sum. */
const SUM_TOLERANCE = 1e-9;

/** @throws Error if the seconds contradict each other. */
function checked(errors: DiarizationErrors): DiarizationErrors {
  const { speech, missed, falseAlarm, confusion, jaccardSum, voices, hypothesisVoices } = errors;
  const slack = SUM_TOLERANCE * (1 + speech + falseAlarm + voices);
  const isSound =
    [missed, falseAlarm, confusion, jaccardSum, hypothesisVoices].every((value) => value >= -slack) &&
    missed + confusion <= speech + slack &&
    jaccardSum <= voices + slack;
  if (!isSound) throw new Error(`diarization errors contradict each other: ${JSON.stringify(errors)}`);
  return errors;
}

/** @returns the errors of two recordings added up. Rates are taken of the sum, never averaged. */
export function addDiarizationErrors(a: DiarizationErrors, b: DiarizationErrors): DiarizationErrors {
  return checked(addCounts(a, b));
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

/**
 * The errors of one recording, its utterances in any order. A voice that overlaps itself counts once.
 * @throws Error if the seconds found contradict each other: reference speech that was not missed must be as long as
 * hypothesis speech that is no false alarm.
 */
export function diarizationErrors(
  reference: readonly Utterance[],
  hypothesis: readonly Utterance[],
  options: DiarizationOptions = {},
): DiarizationErrors {
  const slices = scoredSlices(reference, hypothesis, options);
  const left = [...new Set(reference.map(({ speaker }) => speaker))].sort();
  const right = [...new Set(hypothesis.map(({ speaker }) => speaker))].sort();
  const sharedSec = left.map((a) =>
    right.map((b) => sumSeconds(slices, (slice) => slice.reference.has(a) && slice.hypothesis.has(b))),
  );
  const mapping = pairVoices(left, right, sharedSec);
  let [speech, missed, falseAlarm, confusion, hypothesisSpeech] = [0, 0, 0, 0, 0];
  for (const { seconds, reference: spoken, hypothesis: found } of slices) {
    const right = [...spoken].filter((voice) => found.has(mapping.get(voice) ?? '\n')).length;
    speech += seconds * spoken.size;
    hypothesisSpeech += seconds * found.size;
    missed += seconds * Math.max(0, spoken.size - found.size);
    falseAlarm += seconds * Math.max(0, found.size - spoken.size);
    confusion += seconds * (Math.min(spoken.size, found.size) - right);
  }
  requireSameSpeech(speech - missed, hypothesisSpeech - falseAlarm);
  const jaccard = jaccardErrors(left, right, slices, sharedSec, options.jerPairing ?? 'lowest');
  return checked({
    speech,
    missed,
    falseAlarm,
    confusion,
    jaccardSum: jaccard.reduce((sum, error) => sum + error, 0),
    voices: jaccard.length,
    hypothesisVoices: voicesIn(hypothesis, options.time ?? WHOLE_RECORDING),
  });
}

function requireSameSpeech(referenceSec: number, hypothesisSec: number): void {
  if (Math.abs(referenceSec - hypothesisSec) > SUM_TOLERANCE * (1 + referenceSec))
    throw new Error(
      `diarization errors contradict each other: ${referenceSec} s and ${hypothesisSec} s found`,
    );
}

/** Pairs voices one to one by most time in common. @returns hypothesis voice by reference voice. */
function pairVoices(
  left: readonly string[],
  right: readonly string[],
  sharedSec: number[][],
): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const [i, j] of pairByTime(Math.max(left.length, right.length), sharedSec).entries())
    if ((sharedSec[i]?.[j] ?? 0) > 0) pairs.set(left[i]!, right[j]!);
  return pairs;
}

/** @returns the column of the partner of each reference voice. */
function pairByTime(size: number, sharedSec: number[][]): number[] {
  const cost = (i: number, j: number) => -(sharedSec[i]?.[j] ?? 0);
  return cheapestAssignment(
    Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => cost(i, j))),
  );
}

/** @returns for each reference voice that speaks 1 - intersection / union with its partner, 0..1. */
function jaccardErrors(
  left: readonly string[],
  right: readonly string[],
  slices: readonly Slice[],
  sharedSec: number[][],
  pairing: JerPairing,
): number[] {
  const secondsOf = (side: 'reference' | 'hypothesis', voice: string) =>
    sumSeconds(slices, (slice) => slice[side].has(voice));
  const spoken = left.map((voice) => secondsOf('reference', voice));
  const heard = right.map((voice) => secondsOf('hypothesis', voice));
  const size = Math.max(left.length, right.length);
  const error = (i: number, j: number): number => {
    if (i >= left.length) return 0;
    const shared = sharedSec[i]?.[j] ?? 0;
    const union = spoken[i]! + (heard[j] ?? 0) - shared;
    return union === 0 ? 0 : 1 - shared / union;
  };
  const cost = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => error(i, j)));
  const columnOf = pairing === 'lowest' ? cheapestAssignment(cost) : pairByTime(size, sharedSec);
  return left.flatMap((_, i) => (spoken[i]! > 0 ? [cost[i]![columnOf[i]!]!] : []));
}

function sumSeconds(slices: readonly Slice[], isWanted: (slice: Slice) => boolean): number {
  return slices.reduce((sum, slice) => sum + (isWanted(slice) ? slice.seconds : 0), 0);
}

function scoredSlices(
  reference: readonly Utterance[],
  hypothesis: readonly Utterance[],
  { collarSec = 0, skipOverlap = false, time = WHOLE_RECORDING }: DiarizationOptions,
): Slice[] {
  const collars = collarSec === 0 ? [] : reference.flatMap(({ start, end }) => [start, end]);
  const times = [
    ...[...reference, ...hypothesis, ...(time.scored ?? []), ...time.unscored].flatMap(({ start, end }) => [
      start,
      end,
    ]),
    ...collars.flatMap((border) => [border - collarSec, border + collarSec]),
  ];
  const borders = [...new Set(times)].sort((a, b) => a - b);
  return borders.slice(1).flatMap((end, i): Slice[] => {
    const start = borders[i]!;
    const middle = (start + end) / 2;
    if (!isScored(middle, time)) return [];
    if (collars.some((border) => Math.abs(middle - border) < collarSec)) return [];
    const voices = (side: readonly Utterance[]) =>
      new Set(side.filter((utterance) => holds(utterance, middle)).map(({ speaker }) => speaker));
    const slice = { seconds: end - start, reference: voices(reference), hypothesis: voices(hypothesis) };
    return skipOverlap && slice.reference.size > 1 ? [] : [slice];
  });
}
