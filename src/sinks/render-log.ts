/** The output formats of an event log (`run --format`, `replay --format`). Pure: turns events into text. */
import { TurnwireError } from '../protocol/errors.js';
import { toJsonLine, type WireEvent } from '../protocol/events.js';
import type { Endpoint } from '../protocol/names.js';
import { toAudacity } from './audacity.js';
import { toSrt, toVtt } from './captions.js';
import { toCtm, toRttm, toStm } from './scoring-files.js';
import { toTextGrid } from './textgrid.js';

export const LOG_FORMATS = ['jsonl', 'audacity', 'textgrid', 'srt', 'vtt', 'rttm', 'stm', 'ctm'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** File name ending of each format. Audacity imports labels from `.txt`. */
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

/** @param recording name of the recording, for the formats that contain it. */
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
 * Refuses a transcript format for a stream, which has no words: an empty file would say that nothing was recognised.
 * @throws TurnwireError kind `usage`
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

/** Only a stream has `tier`. If the log lacks its first line, the speaker `user` shows a stream too. */
function endpointOf(events: readonly WireEvent[]): Endpoint {
  const isStream = events.some(
    (event) =>
      (event.type === 'session.started' && event.tier !== undefined) ||
      ('speaker' in event && event.speaker === 'user'),
  );
  return isStream ? 'stream' : 'room';
}
