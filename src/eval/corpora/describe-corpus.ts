/** Statistics of a whole corpus, of its splits and of its languages. Called by `turnwire corpus stats`. */
import type { CorpusRow } from './corpus-format.js';
import { corpusStats, groupRows, type CorpusStats } from './corpus-stats.js';
import type { Corpus } from './open-corpus.js';

export interface CorpusDescription {
  readonly name: string;
  readonly version: string | null;
  readonly all: CorpusStats;
  readonly bySplit: Readonly<Record<string, CorpusStats>>;
  readonly byLanguage: Readonly<Record<string, CorpusStats>>;
}

export function describeCorpus({ name, manifest, rows }: Corpus): CorpusDescription {
  const statsBy = (key: (row: CorpusRow) => string) =>
    Object.fromEntries([...groupRows(rows, key)].map(([group, members]) => [group, corpusStats(members)]));
  return {
    name,
    version: manifest?.version ?? null,
    all: corpusStats(rows),
    bySplit: statsBy((row) => row.split ?? 'all'),
    byLanguage: statsBy((row) => row.language),
  };
}

export function formatCorpusStats({ name, version, all, bySplit, byLanguage }: CorpusDescription): string {
  const lines = [
    `${name} ${version ?? ''}`.trim(),
    'silence only: the wait that keeps cut-offs at 10 % and 5 %, and the cut-offs of waiting 300 and 600 ms',
    `${'part'.padEnd(12)}${['rows', 'turns', 'holds', 'rooms', 'barge-in', '10 %', '5 %', '300 ms', '600 ms'].map((head) => head.padStart(9)).join('')}`,
    statsLine('all', all),
    ...Object.entries(bySplit).flatMap(([split, stats]) => splitLine(split, stats, all)),
    ...Object.entries(byLanguage).map(([language, stats]) => statsLine(language, stats)),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Rows without a split count as split `all`; their line is called `no split`, because `all` is the line of the whole.
 */
function splitLine(split: string, stats: CorpusStats, all: CorpusStats): string[] {
  if (split !== 'all') return [statsLine(split, stats)];
  return stats.rows === all.rows ? [] : [statsLine('no split', stats)];
}

function statsLine(
  part: string,
  { rows, turns, holds, rooms, bargeInRows, silenceOnly }: CorpusStats,
): string {
  const milliseconds = (sec: number | null = null) => (sec === null ? '-' : `${Math.round(sec * 1000)} ms`);
  const percent = (rate: number | null = null) => (rate === null ? '-' : `${(rate * 100).toFixed(1)} %`);
  const cells = [
    rows,
    turns,
    holds,
    rooms,
    bargeInRows,
    milliseconds(silenceOnly?.latencyAt10pctSec),
    milliseconds(silenceOnly?.latencyAt5pctSec),
    percent(silenceOnly?.cutoffAt300ms),
    percent(silenceOnly?.cutoffAt600ms),
  ];
  return part.padEnd(12) + cells.map((cell) => String(cell).padStart(9)).join('');
}
