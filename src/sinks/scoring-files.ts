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
      line(
        'SPEAKER',
        token(recording),
        1,
        fixed(startSec),
        fixed(endSec - startSec),
        '<NA> <NA>',
        speaker,
        '<NA> <NA>',
      ),
    )
    .join('');
}

export function toStm(events: readonly WireEvent[], recording: string): string {
  return utterancesOf(events)
    .map(({ startSec, endSec, speaker, text }) =>
      line(token(recording), 1, speaker, fixed(startSec), fixed(endSec), text),
    )
    .join('');
}

export function toCtm(events: readonly WireEvent[], recording: string): string {
  return wordsOf(events)
    .sort((a, b) => a.speaker.localeCompare(b.speaker, 'en', { numeric: true }) || a.startSec - b.startSec)
    .map(({ startSec, endSec, speaker, text }) =>
      line(token(recording), speaker, fixed(startSec), fixed(endSec - startSec), text),
    )
    .join('');
}

const line = (...fields: (string | number)[]): string => `${fields.join(' ')}\n`;
const fixed = (seconds: number): string => Math.max(0, seconds).toFixed(3);
const token = (name: string): string => name.trim().replace(/\s+/g, '_') || 'recording';
