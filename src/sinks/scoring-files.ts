/**
 * Writes the files that scoring tools read: RTTM (who spoke when; NIST RT-09 plan, appendix A), STM and CTM (what was said; NIST
 * SCTK). CTM has no field for the speaker, so the voice is in the channel field; tools then score each voice separately.
 */
import type { WireEvent } from '../protocol/events.js';
import { userSpeechOf, utterancesOf, wordsOf } from './segments.js';

/** @param recording name of the recording in every line; white space in it becomes `_`. */
export function toRttm(events: readonly WireEvent[], recording: string): string {
  const utterances = utterancesOf(events);
  const turns = utterances.length > 0 ? utterances : userSpeechOf(events);
  return turns
    .map(({ startSec, endSec, speaker }) =>
      rttmLine({
        recording: token(recording),
        speaker,
        startSec: fromZero(startSec),
        durationSec: fromZero(endSec - startSec),
      }),
    )
    .join('');
}

export function toStm(events: readonly WireEvent[], recording: string): string {
  return utterancesOf(events)
    .map(({ startSec, endSec, speaker, text }) =>
      stmLine({
        recording: token(recording),
        speaker,
        startSec: fromZero(startSec),
        endSec: fromZero(endSec),
        text,
      }),
    )
    .join('');
}

export function toCtm(events: readonly WireEvent[], recording: string): string {
  return wordsOf(events)
    .sort((a, b) => a.speaker.localeCompare(b.speaker, 'en', { numeric: true }) || a.startSec - b.startSec)
    .map(({ startSec, endSec, speaker, text }) =>
      line(token(recording), speaker, fixed(fromZero(startSec)), fixed(fromZero(endSec - startSec)), text),
    )
    .join('');
}

/** Fields of both kinds of line. Names contain no white space. */
interface LineFields {
  readonly recording: string;
  readonly speaker: string;
  readonly startSec: number;
}

export function rttmLine(fields: LineFields & { readonly durationSec: number }): string {
  const { recording, speaker, startSec, durationSec } = fields;
  const times = [fixed(startSec), fixed(durationSec)];
  return line('SPEAKER', recording, 1, ...times, '<NA> <NA>', speaker, '<NA> <NA>');
}

/** A region of an RTTM in which nothing is scored. */
export function noScoreLine(fields: Omit<LineFields, 'speaker'> & { readonly durationSec: number }): string {
  const times = [fixed(fields.startSec), fixed(fields.durationSec)];
  return line('NOSCORE', fields.recording, 1, ...times, '<NA> <NA> <NA> <NA> <NA>');
}

/** @param fields `label`: what scoring tools can select by, e.g. the language; optional. */
export function stmLine(
  fields: LineFields & { readonly endSec: number; readonly text: string; readonly label?: string },
): string {
  const { recording, speaker, startSec, endSec, text, label } = fields;
  const labels = label === undefined ? [] : [`<${label}>`];
  return line(recording, 1, speaker, fixed(startSec), fixed(endSec), ...labels, text);
}

const line = (...fields: (string | number)[]): string => `${fields.join(' ')}\n`;
/** Logs of other services may have times in the wrong order, and the formats have no negative times. */
const fromZero = (seconds: number): number => Math.max(0, seconds);
const fixed = (seconds: number): string => seconds.toFixed(3);
const token = (name: string): string => oneField(name.trim()) || 'recording';

/** Replaces white space in a name, because white space separates the fields of a line. */
export const oneField = (name: string): string => name.replace(/\s+/g, '_');
