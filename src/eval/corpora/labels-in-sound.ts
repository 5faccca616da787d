/**
 * Refuses a row whose labels reach past its recording: the recording was cut off, or the labels are those of another one.
 * The engines would be blamed for missing what is not there. Called by validate-corpus.ts and evaluate-row.ts.
 */
import { TurnwireError } from '../../protocol/errors.js';
import type { CorpusRow } from './corpus-format.js';
import type { RoomReference } from './room-reference.js';

/** A span may end this long after the recording, in seconds: times are rounded. */
const END_TOLERANCE_SEC = 0.01;

export function requireLabelsInSound(row: CorpusRow, durationSec: number): void {
  const spans = [...(row.silence_spans ?? []), ...(row.barge_ins ?? [])];
  const last = spans.reduce((latest, { end }) => Math.max(latest, end), 0);
  if (last > durationSec + END_TOLERANCE_SEC) throw pastEnd(`labels reach ${last} s`, durationSec);
}

/** Refuses utterances that begin after the recording. One that only ends after it is accepted. */
export function requireReferenceInSound(reference: RoomReference, durationSec: number): void {
  const { speech, transcript, scored } = reference;
  if (scored !== null && !scored.some(({ start, end }) => start < Math.min(end, durationSec)))
    throw new TurnwireError(
      'source',
      'nothing_scored',
      `the UEM leaves nothing of the recording to score, which ends at ${durationSec.toFixed(3)} s`,
    );
  const isScored = (at: number) =>
    scored === null || scored.some(({ start, end }) => start <= at && at < end);
  const starts = [...speech, ...transcript].map(({ start }) => start).filter(isScored);
  const last = starts.reduce((latest, start) => Math.max(latest, start), 0);
  if (last > durationSec) throw pastEnd(`the reference has speech at ${last} s`, durationSec);
}

function pastEnd(what: string, durationSec: number): TurnwireError {
  return new TurnwireError(
    'source',
    'labels_past_end',
    `${what}, the recording ends at ${durationSec.toFixed(3)} s`,
  );
}
