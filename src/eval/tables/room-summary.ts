/**
 * Summarises rooms: words, voices, languages, delays. Counts are added over recordings. Called by run-summary.ts.
 * Conventions: DER collar 0.25 s on each side with overlap scored; tcpWER collar 5 s. The wire gives times of words only,
 * so a hypothesis voice is taken to speak from its first word until 0.6 s after its last one, through gaps under 0.8 s.
 */
import type { Utterance } from '../formats/utterance.js';
import { quantile } from '../metrics/bootstrap.js';
import { cpWordErrors, plainWordErrors, tcpWordErrors } from '../metrics/cp-wer.js';
import {
  addDiarizationErrors,
  diarizationErrors,
  NO_DIARIZATION_ERRORS,
  type DiarizationErrors,
} from '../metrics/diarization.js';
import { voicesIn, type ScoredTime } from '../metrics/scored-time.js';
import {
  addLanguageCounts,
  countVoiceLanguages,
  NO_LANGUAGES,
  type LanguageCounts,
} from '../metrics/voice-languages.js';
import { addWordErrors, NO_WORD_ERRORS, type WordErrors } from '../metrics/word-errors.js';
import { LAST_WORD_SEC, UTTERANCE_GAP_SEC } from '../../sinks/index.js';
import type { RowResult } from '../results/row-result.js';

type Room = NonNullable<RowResult['room']>;

export const ROOM_CONVENTIONS = { collarSec: 0.25, tcpCollarSec: 5 } as const;

export interface RoomSummary {
  readonly rooms: number;
  /** Number of rooms whose reference has words. Word errors and languages are counted on these. */
  readonly transcribed: number;
  readonly wer: WordErrors;
  readonly cpwer: WordErrors;
  readonly tcpwer: WordErrors;
  readonly diarization: DiarizationErrors;
  /** Number of rooms with exactly as many voices as the reference, in the scored regions. */
  readonly rightVoiceCount: number;
  readonly languages: LanguageCounts;
  /** Seconds from when the last word of an `asr.final` was first heard to its event. */
  readonly medianFinalDelaySec: number | null;
  readonly p95FinalDelaySec: number | null;
}

/** @returns null if no result is a room. */
export function summariseRooms(results: readonly RowResult[]): RoomSummary | null {
  const rooms = results.flatMap(({ room }) => (room === undefined ? [] : [room]));
  if (rooms.length === 0) return null;
  const delays = rooms
    .flatMap(({ words }) => words.map(({ end, emitted }) => emitted - end))
    .sort((a, b) => a - b);
  const transcribed = rooms.filter(({ referenceTranscript }) =>
    referenceTranscript.some(({ text }) => text.trim() !== ''),
  );
  const words = (errors: (room: Room) => WordErrors) =>
    transcribed.map(errors).reduce(addWordErrors, NO_WORD_ERRORS);
  const diarized = rooms.map((room) =>
    diarizationErrors(room.referenceSpeech, speechOf(room.words), {
      collarSec: ROOM_CONVENTIONS.collarSec,
      time: timeOf(room),
    }),
  );
  return {
    rooms: rooms.length,
    transcribed: transcribed.length,
    wer: words((room) => plainWordErrors(room.referenceTranscript, room.words, room.unscored)),
    cpwer: words((room) => cpWordErrors(room.referenceTranscript, room.words, room.unscored).errors),
    tcpwer: words(
      ({ referenceTranscript, words: heard, unscored }) =>
        tcpWordErrors(referenceTranscript, heard, ROOM_CONVENTIONS.tcpCollarSec, unscored).errors,
    ),
    diarization: diarized.reduce(addDiarizationErrors, NO_DIARIZATION_ERRORS),
    rightVoiceCount: rooms.filter(
      (room) => voicesIn(room.referenceSpeech, timeOf(room)) === voicesIn(speechOf(room.words), timeOf(room)),
    ).length,
    languages: rooms
      .map(({ referenceTranscript, words: heard, referenceLanguages, languages, unscored }) =>
        countVoiceLanguages(referenceTranscript, heard, referenceLanguages, languages, unscored),
      )
      .reduce(addLanguageCounts, NO_LANGUAGES),
    medianFinalDelaySec: delays.length === 0 ? null : quantile(delays, 0.5),
    p95FinalDelaySec: delays.length === 0 ? null : quantile(delays, 0.95),
  };
}

export interface RoomsOfVoices {
  /** Voices of the reference. */
  readonly voices: number;
  readonly summary: RoomSummary;
}

/** The rooms by how many voices they have, fewest first. */
export function roomsByVoices(results: readonly RowResult[]): RoomsOfVoices[] {
  const byVoices = new Map<number, RowResult[]>();
  for (const result of results) {
    if (!result.room) continue;
    const voices = voicesIn(result.room.referenceSpeech, timeOf(result.room));
    byVoices.set(voices, [...(byVoices.get(voices) ?? []), result]);
  }
  return [...byVoices]
    .sort(([a], [b]) => a - b)
    .map(([voices, members]) => ({ voices, summary: summariseRooms(members)! }));
}

const timeOf = ({ scored, unscored = [] }: Room): ScoredTime => ({ scored, unscored });

function speechOf(words: readonly Utterance[]): Utterance[] {
  const speech: Utterance[] = [];
  for (const word of words.toSorted((a, b) => a.start - b.start)) {
    const index = speech.findLastIndex(({ speaker }) => speaker === word.speaker);
    const end = word.end + LAST_WORD_SEC;
    const last = speech[index];
    if (last !== undefined && word.start - last.end < UTTERANCE_GAP_SEC)
      speech[index] = { ...last, end: Math.max(last.end, end) };
    else speech.push({ ...word, end, text: '' });
  }
  return speech;
}
