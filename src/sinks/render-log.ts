/** Every output format of an event log by name: `run --format`, `replay --format`. Pure: events in, text out. */
import { TurnwireError } from '../protocol/errors.js';
import { toJsonLine, type WireEvent } from '../protocol/events.js';
import type { Endpoint } from '../protocol/names.js';
import { toAudacity } from './audacity.js';
import { toSrt, toVtt } from './captions.js';
import { toCtm, toRttm, toStm } from './scoring-files.js';
import { toTextGrid } from './textgrid.js';

export const LOG_FORMATS = ['jsonl', 'audacity', 'textgrid', 'srt', 'vtt', 'rttm', 'stm', 'ctm'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** File name ending of each format; `.txt` is what Audacity imports labels from. */
export const LOG_EXTENSIONS: Readonly<Record<LogFormat, string>> = {
  jsonl: '.jsonl',
  audacity: '.labels.txt',
  textgrid: '.TextGrid',
  srt: '.srt',
  vtt: '.vtt',
  rttm: '.rttm',
  stm: '.stm',
  ctm: '.ctm',
};

/** @param recording Name of the recording for the formats that carry one. */
export function renderLog(format: LogFormat, events: readonly WireEvent[], recording: string): string {
  switch (format) {
    case 'jsonl':
      return events.map(toJsonLine).join('');
    case 'audacity':
      return toAudacity(events);
    case 'textgrid':
      return toTextGrid(events);
    case 'srt':
      return toSrt(events);
    case 'vtt':
      return toVtt(events);
    case 'rttm':
      return toRttm(events, recording);
    case 'stm':
    case 'ctm':
      refuseWithoutWords(format, endpointOf(events));
      return format === 'stm' ? toStm(events, recording) : toCtm(events, recording);
  }
}

/**
 * A stream has no words to write; an empty file would look like a recogniser that heard nothing.
 * @throws TurnwireError kind `usage` for a transcript format of a stream.
 */
export function refuseWithoutWords(format: LogFormat, endpoint: Endpoint): void {
  if (endpoint === 'stream' && (format === 'stm' || format === 'ctm')) {
    throw new TurnwireError(
      'usage',
      'format_needs_words',
      `${format} holds a transcript, and the stream endpoint gives none; use --endpoint room, or --format srt or rttm.`,
    );
  }
}

/** `tier` is the stream's alone; a log that lost its first line may still tell by who speaks. */
function endpointOf(events: readonly WireEvent[]): Endpoint {
  const isStream = events.some(
    (event) =>
      (event.type === 'session.started' && event.tier !== undefined) ||
      ('speaker' in event && event.speaker === 'user'),
  );
  return isStream ? 'stream' : 'room';
}
