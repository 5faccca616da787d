/** The list of the last events with their times, newest at the bottom. */
import type { WireEvent } from '../protocol/events.js';
import { describeEvent } from '../sinks/describe-event.js';
import { fit, span, type Color, type Line } from './line.js';
import { clock } from './panels.js';
import type { ViewState } from './view-state.js';

export interface ListedEvent {
  readonly event: WireEvent;
  /** Time in seconds; an event without a time has that of the one before. */
  readonly t: number;
}

/**
 * The newest events that fit, oldest first.
 * @param withWords true: final words are listed too. A room shows them in its columns instead.
 */
export function newestEvents(state: ViewState, rows: number, withWords: boolean): ListedEvent[] {
  const listed: ListedEvent[] = [];
  for (let i = state.events.length - 1; i >= 0 && listed.length < rows; i--) {
    const event = state.events[i]!;
    if (withWords || event.type !== 'asr.final') listed.unshift({ event, t: state.eventTimes[i]! });
  }
  return listed;
}

export function eventList(listed: readonly ListedEvent[], rows: number, columns: number): Line[] {
  const lines = listed.map(({ event, t }) => eventLine(event, t, columns));
  while (lines.length < rows) lines.push([span(' '.repeat(columns))]);
  return lines;
}

/** Cache of lines: the line of an event never changes, and the list is drawn often. */
const drawn = new WeakMap<WireEvent, { columns: number; line: Line }>();

function eventLine(event: WireEvent, t: number, columns: number): Line {
  const known = drawn.get(event);
  if (known?.columns === columns) return known.line;
  const line = fit(
    [
      span(`${clock(t).padStart(8)}  `, { dim: true }),
      span(event.type.padEnd(15), { color: colorOf(event), bold: event.type === 'turn.end' }),
      span(` ${describeEvent(event)}`),
    ],
    columns,
  );
  drawn.set(event, { columns, line });
  return line;
}

function colorOf(event: WireEvent): Color | undefined {
  switch (event.type) {
    case 'vad.start':
    case 'vad.end':
      return 'green';
    case 'turn.end':
    case 'turn.resumed':
      return 'magenta';
    case 'bargein.onset':
    case 'bargein.class':
      return 'red';
    case 'asr.partial':
    case 'asr.final':
    case 'asr.flushed':
    case 'asr.language':
    case 'language.switched':
    case 'language.switch_recommended':
    case 'language.summary':
      return 'cyan';
    case 'warning':
      return 'red';
    case 'session.started':
    case 'session.summary':
      return undefined;
  }
}
