/** Writes every figure of a report as one flat CSV table. Called by `turnwire table`. */
import { withoutBinaryNoise } from './binary-noise.js';
import { stringify } from 'csv-stringify/sync';
import { PROFILES } from '../../protocol/names.js';
import { claimPrecision, claimRecall, claimsMade } from '../metrics/barge-in.js';
import type { Interval } from '../metrics/bootstrap.js';
import { der, jer } from '../metrics/diarization.js';
import { errorRate } from '../metrics/word-errors.js';
import type { RoomSummary } from './room-summary.js';
import type { BargeInSummary, BenchFigures, GroupSummary } from './run-summary.js';
import type { RunTable, TableData } from './table-data.js';

/** One figure. Rates are fractions 0..1, times are milliseconds. */
interface CsvRow {
  basis: 'measured' | 'calibrated' | 'published' | 'others';
  method: string;
  run: string;
  endpoint: string;
  language: string;
  point: string;
  figure: string;
  value: number | null;
  /** 95 % interval. */
  low: number | null;
  high: number | null;
  /** If `value` is a share, it is `count` of `of`. */
  count: number | null;
  of: number | null;
  /** Kind of speech: `synthetic`, `recorded` or both; empty if the corpus does not say. */
  speech: string;
}

const COLUMNS = 'basis method run endpoint language point figure value low high count of speech'.split(' ');

type Figure = Pick<CsvRow, 'figure' | 'value'> & Partial<CsvRow>;

/** The columns of one figure. A column that is left out is empty in the file. */
const rowOf = (basis: CsvRow['basis'], about: Partial<CsvRow>, figure: Figure): Figure => ({
  basis,
  ...about,
  ...figure,
});

export function toCsv(data: TableData): string {
  const rows = [...measuredRows(data), ...calibratedRows(data), ...publishedRows(data), ...othersRows(data)];
  const cast = { number: (value: number) => String(withoutBinaryNoise(value)) };
  return stringify(rows, { header: true, columns: COLUMNS, cast });
}

function measuredRows({ runs }: TableData): Figure[] {
  return runs.flatMap((run) => {
    const { groups, bargeIn, rooms } = run.summary;
    const about = { run: run.name, endpoint: run.endpoint, speech: speechOf(run) };
    const rows = (method: string, more: Partial<CsvRow>, figures: readonly Figure[]) =>
      figures.map((figure) => rowOf('measured', { ...about, method, ...more }, figure));
    return [
      ...groups.flatMap((group) => [
        ...rows('', { language: group.group }, [recordings(group)]),
        ...PROFILES.flatMap((point) =>
          rows('service', { language: group.group, point }, serviceFigures(group.service[point])),
        ),
        ...rows('eot-bench', { language: group.group }, benchFigures(group.bench)),
      ]),
      ...rows('barge-in', {}, bargeInFigures(bargeIn)),
      ...rows('room', {}, roomFigures(rooms)),
    ];
  });
}

function speechOf({ manifest: { corpora } }: RunTable): string {
  const has = (synthetic: boolean) => corpora.some((corpus) => corpus.synthetic === synthetic);
  return [...(has(true) ? ['synthetic'] : []), ...(has(false) ? ['recorded'] : [])].join(' and ');
}

const recordings = ({ recordings: of, failed }: GroupSummary): Figure =>
  share('recordings_failed', failed, of);

function serviceFigures(t: GroupSummary['service'][keyof GroupSummary['service']]): Figure[] {
  if (t === undefined) return [];
  const ended = { count: t.ended, of: t.turns };
  return [
    {
      figure: 'mean_latency_ms',
      value: scaled(t.meanLatencySec),
      ...bounds(t.meanLatencyInterval, 1000),
      ...ended,
    },
    { figure: 'median_latency_ms', value: scaled(t.medianLatencySec), ...ended },
    { figure: 'p95_latency_ms', value: scaled(t.p95LatencySec), ...ended },
    { ...share('cutoff_per_hold', t.cutHolds, t.holds), ...bounds(t.cutoffPerHoldInterval) },
    { ...share('cutoff_per_turn', t.cutTurns, t.turns), ...bounds(t.cutoffPerTurnInterval) },
    share('ended_by_score', t.endedByScore, t.ended),
    share('never_fired', t.neverFired, t.turns),
    share('resumed', t.resumed, t.turns),
  ];
}

function benchFigures(bench: BenchFigures | null): Figure[] {
  if (bench === null) return [];
  const { summary, silenceOnly } = bench;
  const counts = { count: summary.n_hold_spans, of: summary.n_spans };
  const latency = (point: string, found: { mean_latency: number } | null): Figure => ({
    point,
    figure: 'mean_latency_ms',
    value: scaled(found?.mean_latency ?? null),
    ...counts,
  });
  const cutoff = (point: string, value: number | null): Figure => ({
    point,
    figure: 'cutoff_per_hold',
    value,
  });
  return [
    { figure: 'auc', value: summary.auc, ...counts },
    { figure: 'ap', value: summary.ap, ...counts },
    { figure: 'mean_frontier_latency_ms', value: scaled(summary.mean_frontier_latency_0_10), ...counts },
    latency('2pct', bench.at2pct),
    latency('5pct', bench.at5pct),
    latency('10pct', bench.at10pct),
    cutoff('300ms', bench.at300ms?.cutoff_rate ?? null),
    cutoff('600ms', bench.at600ms?.cutoff_rate ?? null),
    { ...latency('5pct silence only', null), value: scaled(silenceOnly.latencyAt5pctSec) },
    { ...latency('10pct silence only', null), value: scaled(silenceOnly.latencyAt10pctSec) },
    cutoff('300ms silence only', silenceOnly.cutoffAt300ms),
    cutoff('600ms silence only', silenceOnly.cutoffAt600ms),
  ];
}

function bargeInFigures(bargeIn: BargeInSummary | null): Figure[] {
  if (bargeIn === null) return [];
  const { counts, precisionInterval, recallInterval, medianDecisionMs } = bargeIn;
  return [
    {
      ...share('precision', counts.foundClaims, claimsMade(counts)),
      value: claimPrecision(counts),
      ...bounds(precisionInterval),
    },
    {
      ...share('recall', counts.foundClaims, counts.claims),
      value: claimRecall(counts),
      ...bounds(recallInterval),
    },
    share('backchannels_taken_for_claims', counts.backchannelsTakenForClaims, counts.backchannels),
    share('claims_without_onset', counts.missedClaims, counts.claims),
    share('claims_where_nobody_spoke', counts.falseClaims, claimsMade(counts)),
    { figure: 'median_decision_ms', value: medianDecisionMs },
  ];
}

function roomFigures(rooms: RoomSummary | null): Figure[] {
  if (rooms === null) return [];
  const words = (['wer', 'cpwer', 'tcpwer'] as const).map((figure): Figure => {
    const errors = rooms[figure];
    return { figure, value: errorRate(errors), count: errors.errors, of: errors.referenceWords };
  });
  return [
    ...words,
    { figure: 'der', value: der(rooms.diarization) },
    { figure: 'jer', value: jer(rooms.diarization) },
    share('right_voice_count', rooms.rightVoiceCount, rooms.rooms),
    share('right_language', rooms.languages.right, rooms.languages.paired),
    { figure: 'median_final_delay_ms', value: scaled(rooms.medianFinalDelaySec) },
    { figure: 'p95_final_delay_ms', value: scaled(rooms.p95FinalDelaySec) },
  ];
}

function calibratedRows({ measured }: TableData): Figure[] {
  return Object.entries(measured?.languages ?? {}).flatMap(([language, endpoints]) =>
    Object.entries(endpoints).flatMap(([endpoint, points]) =>
      points.flatMap((point): Figure[] => {
        const about = {
          endpoint,
          language,
          point: point.profile,
          method: point.basis,
          run: measured!.corpora.join('+'),
          speech: measured!.synthetic ? 'synthetic' : '',
        };
        const latency = { figure: 'mean_latency_ms', value: point.mean_latency_ms };
        return [
          rowOf('calibrated', about, {
            ...latency,
            ...bounds(point.mean_latency_interval_ms),
            count: point.detected,
            of: point.ends,
          }),
          rowOf('calibrated', about, {
            ...share('cutoff_per_hold', point.cut_holds, point.holds),
            ...bounds(point.cutoff_rate_interval),
          }),
        ];
      }),
    ),
  );
}

function publishedRows({ published }: TableData): Figure[] {
  return published.flatMap(({ endpoint, profile, latencyMs, cutoffRate }) => {
    const about = { endpoint, language: 'en', point: profile };
    return [
      rowOf('published', about, { figure: 'mean_latency_ms', value: latencyMs }),
      rowOf('published', about, { figure: 'cutoff_per_hold', value: cutoffRate }),
    ];
  });
}

function othersRows({ others }: TableData): Figure[] {
  return others.flatMap(({ title, rows }) =>
    rows.flatMap((model) => {
      const about = { method: model.name, run: title };
      const latency = (point: string, value: number | null): Figure => ({
        point,
        figure: 'mean_latency_ms',
        value,
      });
      const cutoff = (point: string, inPercent: number | null): Figure => ({
        point,
        figure: 'cutoff_per_hold',
        value: inPercent === null ? null : Number((inPercent / 100).toFixed(6)),
      });
      return [
        { figure: 'auc', value: model.auc },
        latency('2pct', model.latencyAt2pctMs),
        latency('5pct', model.latencyAt5pctMs),
        latency('10pct', model.latencyAt10pctMs),
        cutoff('300ms', model.cutoffAt300ms),
        cutoff('600ms', model.cutoffAt600ms),
      ].map((figure) => rowOf('others', about, figure));
    }),
  );
}

const share = (figure: string, count: number, of: number): Figure => ({
  figure,
  value: of === 0 ? null : count / of,
  count,
  of,
});

const scaled = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds * 1000);

function bounds(interval: Interval | null, scale = 1): { low: number | null; high: number | null } {
  return interval === null
    ? { low: null, high: null }
    : { low: interval.low * scale, high: interval.high * scale };
}
