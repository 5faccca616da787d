/**
 * Writes SubRip and WebVTT captions. For a room: who says what. For a stream, which has no words: speech and how each turn ended,
 * so that a video player shows the engine's decisions over the call.
 */
import stringWidth from 'string-width';
import { filledLines, textOfUnits, type TextUnit } from '../asr/text-lines.js';
import { breakableUnits } from '../asr/writing-systems.js';
import type { WireEvent } from '../protocol/events.js';
import { describeEvent } from './describe-event.js';
import { endOf, speechOf, utterancesOf, type Segment, type Utterance, type Word } from './segments.js';

interface Cue extends Segment {
  text: string;
  speaker?: string;
}

type TimedUnit = Word & TextUnit;

/** Widest caption, in columns: two lines of 42, a common limit of subtitle guides. A Chinese or Japanese character has two columns. */
const CUE_COLUMNS = 84;
/** How long a turn mark stays on the screen, in seconds. Chosen by hand. */
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

/** Divides a long utterance into captions of about equal length; each is shown while its words are spoken. */
function cut({ speaker, words: said }: Utterance): Cue[] {
  const words = said.flatMap(divided);
  const count = filled(words, CUE_COLUMNS).length;
  let limit = CUE_COLUMNS;
  while (limit > 1 && filled(words, limit - 1).length === count) limit -= 1;
  return filled(words, limit).map((line) => ({
    speaker,
    startSec: line[0]!.startSec,
    endSec: line.at(-1)!.endSec,
    text: textOfUnits(line),
  }));
}

/** Text without spaces in the units between which a caption may break; the time is divided evenly between them. */
function divided(word: Word): TimedUnit[] {
  const units = breakableUnits(word.text);
  const stepSec = (word.endSec - word.startSec) / units.length;
  return units.map((text, i) => {
    const startSec = word.startSec + i * stepSec;
    return { ...word, text, startSec, endSec: startSec + stepSec, continues: i > 0 };
  });
}

/** The units in captions of at most `limit` columns; a wider one gets a caption of its own. */
const filled = (units: readonly TimedUnit[], limit: number): TimedUnit[][] =>
  filledLines(units, (text) => stringWidth(text) <= limit);

function clock(seconds: number, decimal: ',' | '.'): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const rest = String(ms % 1000).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${decimal}${rest}`;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
