/**
 * SubRip and WebVTT captions: who says what in a room; on a stream, which returns no words, the speech and how each
 * turn ended, so that a video player shows the engine's decisions over the call.
 */
import type { WireEvent } from '../protocol/events.js';
import { describeEvent } from './describe-event.js';
import { endOf, speechOf, utterancesOf, type Segment } from './segments.js';

interface Cue extends Segment {
  text: string;
  speaker?: string;
}

/** Longest caption in characters (two lines of 42) and how long a turn mark stays on the screen, in seconds. */
const CUE_CHARACTERS = 84;
const MARK_SEC = 1.2;

export function toSrt(events: readonly WireEvent[]): string {
  return cuesOf(events)
    .map((cue, i) => {
      const text = cue.speaker === undefined ? cue.text : `${cue.speaker}: ${cue.text}`;
      return `${i + 1}\n${clock(cue.startSec, ',')} --> ${clock(cue.endSec, ',')}\n${text}\n`;
    })
    .join('\n');
}

export function toVtt(events: readonly WireEvent[]): string {
  const cues = cuesOf(events).map((cue) => {
    const text = escapeHtml(cue.text);
    const voiced = cue.speaker === undefined ? text : `<v ${cue.speaker}>${text}`;
    return `\n${clock(cue.startSec, '.')} --> ${clock(cue.endSec, '.')}\n${voiced}\n`;
  });
  return `WEBVTT\n${cues.join('')}`;
}

function cuesOf(events: readonly WireEvent[]): Cue[] {
  const spoken = utterancesOf(events).flatMap(cut);
  if (spoken.length > 0 || events.some((event) => event.type.startsWith('asr.'))) {
    return spoken.sort((a, b) => a.startSec - b.startSec);
  }
  const cues: Cue[] = speechOf(events).map((segment) => ({ ...segment, text: '(speech)' }));
  const endSec = endOf(events);
  for (const event of events) {
    if (event.type !== 'turn.end' && event.type !== 'turn.resumed' && event.type !== 'bargein.class')
      continue;
    const stop = Math.max(event.t + 0.1, Math.min(event.t + MARK_SEC, endSec));
    cues.push({ startSec: event.t, endSec: stop, text: `[${describeEvent(event)}]` });
  }
  return cues.sort((a, b) => a.startSec - b.startSec);
}

/** Divides a long utterance into captions of readable length, its time in proportion to the characters. */
function cut(utterance: Cue): Cue[] {
  const lines: string[] = [];
  for (const word of utterance.text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= CUE_CHARACTERS)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const characters = lines.reduce((sum, line) => sum + line.length, 0) || 1;
  const secPerCharacter = (utterance.endSec - utterance.startSec) / characters;
  let at = utterance.startSec;
  return lines.map((text) => {
    const startSec = at;
    at += text.length * secPerCharacter;
    return { ...utterance, startSec, endSec: at, text };
  });
}

function clock(seconds: number, decimal: ',' | '.'): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const rest = String(ms % 1000).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${decimal}${rest}`;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
