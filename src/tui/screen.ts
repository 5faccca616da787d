/**
 * Composes the whole screen as lines for a given size. Pure, so that it is tested without a terminal. Fits 80x24 and narrow
 * panes; with fewer rows, the chart is left out first, then the strip, then the level. One row shorter than the terminal.
 */
import { eventList, newestEvents, type ListedEvent } from './event-list.js';
import { fit, span, type Line } from './line.js';
import { bargeinLine, headerLine, levelLine, stripLine, turnLine, type ViewTitle } from './panels.js';
import { scoreChart } from './score-chart.js';
import { transcriptColumns } from './transcript-columns.js';
import type { ProfileName } from '../protocol/names.js';
import type { ViewLimits, ViewState } from './view-state.js';

export interface ScreenOptions {
  title: ViewTitle;
  /** Returns the policy behind a profile; absent for a remote service, which does not send it. */
  limits?: (profile: ProfileName) => ViewLimits;
  /** Help text for the keys, e.g. `q end  space pause`. */
  keys: string;
  /** A sentence shown instead of the key help. */
  notice?: string;
}

export function screen(state: ViewState, options: ScreenOptions, columns: number, rows: number): Line[] {
  const width = Math.max(20, columns);
  const top = topLines(state, options, width, rows);
  const bottom = fit([span(options.notice ?? options.keys, { dim: options.notice === undefined })], width);
  return [...top, ...middle(state, isRoom(options), heightOf(rows) - top.length - 1, width), bottom];
}

/** The events that `screen` lists at this size, oldest first. */
export function listedEvents(
  state: ViewState,
  options: ScreenOptions,
  columns: number,
  rows: number,
): ListedEvent[] {
  const top = topLines(state, options, Math.max(20, columns), rows);
  return listed(state, isRoom(options), heightOf(rows) - top.length - 1);
}

const isRoom = ({ title }: ScreenOptions): boolean => title.endpoint === 'room';
const heightOf = (rows: number): number => Math.max(4, rows - 1);

/** The lines above the words and the events. */
function topLines(state: ViewState, options: ScreenOptions, width: number, rows: number): Line[] {
  const limits = state.started ? options.limits?.(state.started.eot.profile) : undefined;
  const height = heightOf(rows);
  const top: Line[] = [headerLine(state, options.title, width)];
  if (height >= 8) top.push(levelLine(state, width));
  if (height >= 9) top.push(stripLine(state, width));
  top.push(turnLine(state, limits, width));
  // A room needs the rows for words. A stream has no words, so its score gets them.
  const chartRows = height >= 34 ? 6 : height >= 20 ? (isRoom(options) ? 0 : 4) : 0;
  if (chartRows > 0) top.push(...scoreChart(state, limits, chartRows, width));
  const banner = bargeinLine(state, width);
  if (banner && height > top.length + 3) top.push(banner);
  return top;
}

/** The columns of words of a room, then the list of events. */
function middle(state: ViewState, inRoom: boolean, rows: number, width: number): Line[] {
  if (rows <= 0) return [];
  const listRows = listRowsOf(inRoom, rows);
  const events = eventList(listed(state, inRoom, rows), listRows, width);
  if (!inRoom) return [rule(width), ...events];
  const list = listRows > 0 ? [rule(width), ...events] : [];
  const words = transcriptColumns(state, rows - 1 - list.length, width);
  return [rule(width), ...words, ...list].slice(0, rows);
}

function listed(state: ViewState, inRoom: boolean, rows: number): ListedEvent[] {
  return newestEvents(state, listRowsOf(inRoom, rows), !inRoom);
}

/** Rows of the event list: in a room, most rows are for words. */
function listRowsOf(inRoom: boolean, rows: number): number {
  if (!inRoom) return Math.max(0, rows - 1);
  return rows >= 12 ? Math.floor(rows / 3) - 1 : 0;
}

const rule = (columns: number): Line => [span('─'.repeat(columns), { dim: true })];
