// Every figure of a report as one flat table. Called by `turnwire table`.
import { stringify } from 'csv-stringify/sync';
import { PROFILES } from '../../protocol/names.js';
import type { Interval } from '../metrics/bootstrap.js';
import type { TableData } from './table-data.js';

/** One figure; rates are fractions, times milliseconds. */
interface CsvRow {
  basis: 'measured' | 'published' | 'others';
  method: string;
  corpus: string;
  endpoint: string;
  language: string;
  point: string;
  figure: string;
  value: number | null;
  low: number | null;
  high: number | null;
  count: number | null;
  of: number | null;
}

export function toCsv(data: TableData): string {
  return stringify([...measuredRows(data), ...publishedRows(data), ...othersRows(data)], { header: true });
}

function measuredRows({ runs }: TableData): CsvRow[] {
  return runs.flatMap(({ manifest, summary, endpoint }) => {
    const about = {
      basis: 'measured' as const,
      corpus: manifest.corpora.map(({ name }) => name).join('+'),
      endpoint,
    };
    return summary.groups.flatMap(({ group, service, bench }): CsvRow[] => {
      const rows: CsvRow[] = [];
      for (const profile of PROFILES) {
        const t = service[profile];
        if (t === undefined) continue;
        const row = { ...about, method: 'service', language: group, point: profile };
        rows.push(
          {
            ...row,
            figure: 'mean_latency_ms',
            value: scaled(t.meanLatencySec),
            ...bounds(t.meanLatencyInterval, 1000),
            count: t.ended,
            of: t.turns,
          },
          {
            ...row,
            figure: 'median_latency_ms',
            value: scaled(t.medianLatencySec),
            ...bounds(null),
            count: t.ended,
            of: t.turns,
          },
          {
            ...row,
            figure: 'p95_latency_ms',
            value: scaled(t.p95LatencySec),
            ...bounds(null),
            count: t.ended,
            of: t.turns,
          },
          {
            ...row,
            figure: 'cutoff_per_hold',
            value: t.cutoffPerHold,
            ...bounds(t.cutoffPerHoldInterval),
            count: t.cutHolds,
            of: t.holds,
          },
          {
            ...row,
            figure: 'cutoff_per_turn',
            value: t.cutoffPerTurn,
            ...bounds(t.cutoffPerTurnInterval),
            count: t.cutTurns,
            of: t.turns,
          },
        );
      }
      if (bench !== null)
        for (const [point, found] of Object.entries({
          '2pct': bench.at2pct,
          '5pct': bench.at5pct,
          '10pct': bench.at10pct,
        }))
          rows.push({
            ...about,
            method: 'eot-bench',
            language: group,
            point,
            figure: 'mean_latency_ms',
            value: scaled(found?.mean_latency ?? null),
            ...bounds(null),
            count: bench.summary.n_hold_spans,
            of: null,
          });
      return rows;
    });
  });
}

function publishedRows({ published }: TableData): CsvRow[] {
  return published.flatMap(({ endpoint, profile, latencyMs, cutoffRate }): CsvRow[] => {
    const row = {
      basis: 'published' as const,
      method: '',
      corpus: '',
      endpoint,
      language: 'en',
      point: profile,
      ...bounds(null),
      count: null,
      of: null,
    };
    return [
      { ...row, figure: 'mean_latency_ms', value: latencyMs },
      { ...row, figure: 'cutoff_per_hold', value: cutoffRate },
    ];
  });
}

function othersRows({ others }: TableData): CsvRow[] {
  return others.flatMap(({ title, rows }) =>
    rows.flatMap(({ name, latencyAt2pctMs, latencyAt5pctMs, latencyAt10pctMs }) =>
      Object.entries({ '2pct': latencyAt2pctMs, '5pct': latencyAt5pctMs, '10pct': latencyAt10pctMs }).map(
        ([point, value]): CsvRow => ({
          basis: 'others',
          method: 'eot-bench',
          corpus: title,
          endpoint: name,
          language: 'en',
          point,
          figure: 'mean_latency_ms',
          value,
          ...bounds(null),
          count: null,
          of: null,
        }),
      ),
    ),
  );
}

const scaled = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds * 1000);

function bounds(interval: Interval | null, scale = 1): { low: number | null; high: number | null } {
  return interval === null
    ? { low: null, high: null }
    : { low: interval.low * scale, high: interval.high * scale };
}
