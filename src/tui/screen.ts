/**
 * The whole screen as lines for a given size: pure, so it is tested without a terminal. Fits 80x24 and a narrow
 * split; parts leave in the order chart, strip, level as rows get few. Never taller than the terminal less one row.
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
  /** Policy behind a profile; absent for a remote service. */
  limits?: (profile: ProfileName) => ViewLimits;
  /** Help for the keys, e.g. `q end  space pause`. */
  keys: string;
  /** A line that replaces the key help for a moment. */
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

/** All above the words and the events. */
function topLines(state: ViewState, options: ScreenOptions, width: number, rows: number): Line[] {
  const limits = state.started ? options.limits?.(state.started.eot.profile) : undefined;
  const height = heightOf(rows);
  const top: Line[] = [headerLine(state, options.title, width)];
  if (height >= 8) top.push(levelLine(state, width));
  if (height >= 9) top.push(stripLine(state, width));
  top.push(turnLine(state, limits, width));
  // Rooms keep the rows for words; a stream has none, and its score is the thing to watch.
  const chartRows = height >= 34 ? 6 : height >= 20 ? (isRoom(options) ? 0 : 4) : 0;
  if (chartRows > 0) top.push(...scoreChart(state, limits, chartRows, width));
  const banner = bargeinLine(state, width);
  if (banner && height > top.length + 3) top.push(banner);
  return top;
}

/** Columns of words in a room, then the list of events. */
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

/** A room keeps most rows for its words. */
function listRowsOf(inRoom: boolean, rows: number): number {
  if (!inRoom) return Math.max(0, rows - 1);
  return rows >= 12 ? Math.floor(rows / 3) - 1 : 0;
}

const rule = (columns: number): Line => [span('─'.repeat(columns), { dim: true })];
