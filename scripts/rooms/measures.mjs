/** Counts what is measured of each room, and writes the lines of the report's tables. Counts can be added. */
import { cpWordErrors, plainWordErrors } from '../../dist/eval/metrics/cp-wer.js';
import { bootstrapInterval } from '../../dist/eval/metrics/bootstrap.js';
import {
  addDiarizationErrors,
  der,
  diarizationErrors,
  NO_DIARIZATION_ERRORS,
} from '../../dist/eval/metrics/diarization.js';
import { addWordErrors, errorRate, NO_WORD_ERRORS } from '../../dist/eval/metrics/word-errors.js';
import { finalsOf, speechOfSpans } from './run-room.mjs';

const COLLARS_SEC = [0, 0.25];

/** Scores who spoke when, from the spans of the diarizer, with overlap. */
export function scoreSpeech(room, run) {
  const heard = speechOfSpans(run.spans, room.id);
  const [strict, collared] = COLLARS_SEC.map((collarSec) =>
    diarizationErrors(room.speech, heard, { collarSec }),
  );
  return { id: room.id, strict, collared, ...voiceCounts(room.speech, run), ...cost(run) };
}

/** Scores words together with their voices. */
export function scoreText(room, run) {
  const heard = finalsOf(run.events, room.id);
  return {
    id: room.id,
    cpwer: cpWordErrors(room.reference, heard).errors,
    wer: plainWordErrors(room.reference, heard),
    strict: diarizationErrors(room.reference, speechOfSpans(run.spans, room.id), { collarSec: 0 }),
    collared: diarizationErrors(room.reference, speechOfSpans(run.spans, room.id), { collarSec: 0.25 }),
    ...voiceCounts(room.reference, run),
    ...cost(run),
  };
}

export function voiceCounts(reference, { events }) {
  const count = (speakers) => new Set(speakers).size;
  return {
    trueVoices: count(reference.map(({ speaker }) => speaker)),
    foundVoices: count(events.flatMap((e) => (e.type === 'asr.final' ? [e.speaker] : []))),
  };
}

function cost({ audioSec, cpuSec }) {
  return { audioSec, cpuSec };
}

const sumErrors = (rows, key) =>
  rows.map((row) => row[key]).reduce(addDiarizationErrors, NO_DIARIZATION_ERRORS);
const sumWords = (rows, key) => rows.map((row) => row[key]).reduce(addWordErrors, NO_WORD_ERRORS);

/** DER of all rooms together, with an interval over rooms. */
export const pooledDer = (rows, key) => withInterval(rows, (some) => der(sumErrors(some, key)));
export const pooledWer = (rows, key) => withInterval(rows, (some) => errorRate(sumWords(some, key)));
export const pooledRtf = (rows) =>
  rows.reduce((sum, row) => sum + row.cpuSec, 0) / rows.reduce((sum, row) => sum + row.audioSec, 0);

function withInterval(rows, statistic) {
  return { value: statistic(rows), interval: bootstrapInterval(rows, statistic) };
}

export function percent(value) {
  return value === null ? '-' : `${(100 * value).toFixed(1)} %`;
}

export function estimate({ value, interval }) {
  return interval === null
    ? percent(value)
    : `${percent(value)} [${(100 * interval.low).toFixed(1)}, ${(100 * interval.high).toFixed(1)}]`;
}

export function seconds({ speech, missed, falseAlarm, confusion }) {
  const [a, b, c, d] = [speech, missed, falseAlarm, confusion].map((value) => value.toFixed(1));
  return `${a} s: missed ${b}, false ${c}, confused ${d}`;
}
