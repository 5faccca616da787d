/**
 * The files that scoring tools read: RTTM (who spoke when; NIST RT-09 plan, appendix A), STM and CTM (what was said;
 * NIST SCTK). CTM knows no speakers, so the voice stands in the channel field, which lets tools score each on its own.
 */
import type { WireEvent } from '../protocol/events.js';
import { userSpeechOf, utterancesOf, wordsOf } from './segments.js';

/** @param recording Name of the recording in every line; white space becomes `_`. */
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

/** What both lines begin with. A name is one field: it holds no white space. */
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

/** `label`: what scoring tools can select by, e.g. the language; left out when absent. */
export function stmLine(
  fields: LineFields & { readonly endSec: number; readonly text: string; readonly label?: string },
): string {
  const { recording, speaker, startSec, endSec, text, label } = fields;
  const labels = label === undefined ? [] : [`<${label}>`];
  return line(recording, 1, speaker, fixed(startSec), fixed(endSec), ...labels, text);
}

const line = (...fields: (string | number)[]): string => `${fields.join(' ')}\n`;
/** A log that is not ours may have its times in the wrong order; the formats know no negative ones. */
const fromZero = (seconds: number): number => Math.max(0, seconds);
const fixed = (seconds: number): string => seconds.toFixed(3);
const token = (name: string): string => oneField(name.trim()) || 'recording';

/** Formats of lines divide their fields by white space: a name in one holds none. */
export const oneField = (name: string): string => name.replace(/\s+/g, '_');
