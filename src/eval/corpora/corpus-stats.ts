/**
 * Counts what a corpus holds to measure, and computes its silence-only baseline.
 * Called by `turnwire corpus list` and `stats`, and by reports.
 */
import { silenceOnlyFigures, type SilenceOnlyFigures } from '../silences/silence-baseline.js';
import { holdDurations } from '../silences/counted-holds.js';
import { isBargeInRow, isRoomRow, isTurnRow, type CorpusRow } from './corpus-format.js';

export interface CorpusStats {
  readonly rows: number;
  readonly turns: number;
  readonly rooms: number;
  readonly bargeInRows: number;
  /** Number of pauses of 0.2 to 5 s inside turns. */
  readonly holds: number;
  /** Null without a counted pause. */
  readonly silenceOnly: SilenceOnlyFigures | null;
}

export function corpusStats(rows: readonly CorpusRow[]): CorpusStats {
  const turns = rows.filter(isTurnRow);
  const holds = holdDurations(turns);
  return {
    rows: rows.length,
    turns: turns.length,
    rooms: rows.filter(isRoomRow).length,
    bargeInRows: rows.filter(isBargeInRow).length,
    holds: holds.length,
    silenceOnly: holds.length === 0 ? null : silenceOnlyFigures(holds, turns.length),
  };
}

/** Groups rows by a property, in order of first appearance. */
export function groupRows(
  rows: readonly CorpusRow[],
  key: (row: CorpusRow) => string,
): Map<string, CorpusRow[]> {
  const groups = new Map<string, CorpusRow[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group === undefined) groups.set(key(row), [row]);
    else group.push(row);
  }
  return groups;
}
