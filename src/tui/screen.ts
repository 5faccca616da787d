/**
 * The whole screen as lines for a given size: pure, so it is tested without a terminal. Fits 80x24 and a narrow
 * split; parts leave in the order chart, strip, level as rows get few. Never taller than the terminal less one row.
 */
import { eventList } from './event-list.js';
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
  const limits = state.started ? options.limits?.(state.started.eot.profile) : undefined;
  const height = Math.max(4, rows - 1);
  const top: Line[] = [headerLine(state, options.title, width)];
  if (height >= 8) top.push(levelLine(state, width));
  if (height >= 9) top.push(stripLine(state, width));
  top.push(turnLine(state, limits, width));
  const isRoom = options.title.endpoint === 'room';
  // Rooms keep the rows for words; a stream has none, and its score is the thing to watch.
  const chartRows = height >= 34 ? 6 : height >= 20 ? (isRoom ? 0 : 4) : 0;
  if (chartRows > 0) top.push(...scoreChart(state, limits, chartRows, width));
  const banner = bargeinLine(state, width);
  if (banner && height > top.length + 3) top.push(banner);
  const bottom = fit([span(options.notice ?? options.keys, { dim: options.notice === undefined })], width);
  const room = height - top.length - 1;
  return [...top, ...middle(state, isRoom, room, width), bottom];
}

function middle(state: ViewState, isRoom: boolean, rows: number, width: number): Line[] {
  if (rows <= 0) return [];
  if (!isRoom) return [rule(width), ...eventList(state, rows - 1, width, true)].slice(0, rows);
  const listRows = rows >= 12 ? Math.floor(rows / 3) : 0;
  const words = transcriptColumns(state, rows - listRows - 1, width);
  const list = listRows > 0 ? [rule(width), ...eventList(state, listRows - 1, width, false)] : [];
  return [rule(width), ...words, ...list].slice(0, rows);
}

const rule = (columns: number): Line => [span('─'.repeat(columns), { dim: true })];
