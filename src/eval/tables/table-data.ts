/**
 * Gathers everything that a report shows from runs and reference figures. The writers only lay it out.
 * Called by `turnwire table`.
 */
import { holdDurations } from '../silences/counted-holds.js';
import { z } from 'zod';
import type { PointsFile } from '../../operating-points/measured.js';
import { PUBLISHED_POINTS } from '../../operating-points/published.js';
import { PROFILES, type Endpoint, type ProfileName } from '../../protocol/names.js';
import { readJson } from '../files/json-lines.js';
import { turnOutcome } from '../metrics/turn-outcome.js';
import type { RowResult } from '../results/row-result.js';
import { endpointOf, type RunManifest } from '../results/run-manifest.js';
import { predictionsOf } from '../results/run-predictions.js';
import { unfinished } from '../results/run-folder.js';
import { paretoFrontier } from '../sweep/operating-points.js';
import { fineSilenceBaseline } from '../silences/silence-baseline.js';
import { DEFAULT_SCORE_MODE, sweep } from '../sweep/summary.js';
import { roomsByVoices, type RoomsOfVoices } from './room-summary.js';
import { outcomesOf, summariseRun, type RunSummary } from './run-summary.js';

/** Figures that others published, measured on their own data. */
const othersSchema = z.object({
  title: z.string(),
  source: z.string(),
  note: z.string(),
  rows: z.array(
    z.object({
      name: z.string(),
      cutoffAt300ms: z.number().nullable(),
      cutoffAt600ms: z.number().nullable(),
      latencyAt2pctMs: z.number().nullable(),
      latencyAt5pctMs: z.number().nullable(),
      latencyAt10pctMs: z.number().nullable(),
      auc: z.number().nullable(),
    }),
  ),
});

export type OthersFigures = z.infer<typeof othersSchema>;

/** [mean latency in seconds, cut-off rate 0..1] */
export type CurvePoint = readonly [number, number];

/** A false cut-off that a report lists. */
export interface WorstCut {
  readonly corpus: string;
  readonly id: string;
  readonly language: string;
  readonly profile: ProfileName;
  /** When the turn was ended too early, in seconds of the recording. The pause lasts `pauseSec`. */
  readonly cutAtSec: number;
  readonly pauseStartSec: number;
  readonly pauseSec: number;
  readonly audio: string;
  /** Channel of the recording; undefined if all channels are averaged. */
  readonly channel: number | undefined;
  readonly pEot: number;
}

export interface RunTable {
  /** Unique among the runs of a report (run-names.ts). */
  readonly name: string;
  readonly manifest: RunManifest;
  readonly endpoint: Endpoint;
  readonly summary: RunSummary;
  /** A sentence if recordings have no result; else null. */
  readonly unfinished: string | null;
  readonly frontier: readonly CurvePoint[];
  readonly silence: readonly CurvePoint[];
  readonly latenciesMs: Partial<Record<ProfileName, readonly number[]>>;
  readonly worst: readonly WorstCut[];
  readonly byVoices: readonly RoomsOfVoices[];
}

export interface TableData {
  readonly title: string;
  /** Markdown that a reader should read before the figures. */
  readonly note: string | null;
  readonly runs: readonly RunTable[];
  readonly published: readonly PublishedRow[];
  readonly measured: PointsFile | null;
  readonly others: readonly OthersFigures[];
}

export interface PublishedRow {
  readonly endpoint: Endpoint;
  readonly profile: ProfileName;
  readonly latencyMs: number;
  readonly cutoffRate: number;
}

/** Number of false cut-offs that a report lists. Chosen by hand. */
const WORST_COUNT = 8;

export function runTable(name: string, manifest: RunManifest, results: readonly RowResult[]): RunTable {
  const turns = results.flatMap(({ silence_spans }) => (silence_spans ? [{ silence_spans }] : []));
  const holds = holdDurations(turns);
  const scored = predictionsOf(results);
  return {
    name,
    manifest,
    endpoint: endpointOf(manifest),
    summary: summariseRun(results),
    unfinished: unfinished(manifest, results),
    frontier:
      scored.length === 0 || holds.length === 0
        ? []
        : paretoFrontier(sweep(scored, { mode: DEFAULT_SCORE_MODE }).policies).map((p) => [
            p.mean_latency,
            p.cutoff_rate,
          ]),
    silence:
      holds.length === 0
        ? []
        : fineSilenceBaseline(holds, turns.length)
            .rows.filter(({ delay }) => delay <= 3.5)
            .map(({ mean_latency, cutoff_rate }) => [mean_latency, cutoff_rate]),
    latenciesMs: Object.fromEntries(PROFILES.map((profile) => [profile, latenciesOf(results, profile)])),
    worst: worstCuts(results),
    byVoices: roomsByVoices(results),
  };
}

function latenciesOf(results: readonly RowResult[], profile: ProfileName): number[] {
  return outcomesOf(results, profile).flatMap(({ latencySec }) =>
    latencySec === null ? [] : [Math.round(latencySec * 1000)],
  );
}

/**
 * @returns the false cut-offs to list, each pause once: first those that even the slowest profile makes, and within a profile
 * those with the highest score.
 */
function worstCuts(results: readonly RowResult[]): WorstCut[] {
  const cuts = results.flatMap((result) =>
    PROFILES.flatMap((profile) => {
      const events = result.service?.[profile];
      const spans = result.silence_spans;
      if (events === undefined || spans === undefined) return [];
      const outcome = turnOutcome(spans, events.turn_ends, events.resumed);
      return outcome.cutHoldStarts.flatMap((start): WorstCut[] => {
        const span = spans.find((candidate) => candidate.start === start)!;
        const event = events.turn_ends.find(({ t }) => t > start)!;
        return [
          {
            corpus: result.corpus,
            id: result.id,
            language: result.language,
            profile,
            cutAtSec: event.t,
            pauseStartSec: start,
            pauseSec: span.end - span.start,
            audio: result.audio,
            channel: result.channel,
            pEot: event.p_eot,
          },
        ];
      });
    }),
  );
  const slowness = (cut: WorstCut) => PROFILES.indexOf(cut.profile);
  const seen = new Set<string>();
  return cuts
    .sort((a, b) => slowness(b) - slowness(a) || b.pEot - a.pEot || (a.id < b.id ? -1 : 1))
    .filter(({ corpus, id, pauseStartSec }) => {
      const key = `${corpus} ${id} ${pauseStartSec}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, WORST_COUNT);
}

export function publishedRows(): PublishedRow[] {
  return (['stream', 'room'] as const).flatMap((endpoint) =>
    PUBLISHED_POINTS.en[endpoint].map(({ profile, mean_latency_ms, cutoff_rate }) => ({
      endpoint,
      profile,
      latencyMs: mean_latency_ms,
      cutoffRate: cutoff_rate,
    })),
  );
}

export function readOthers(file: string): Promise<OthersFigures> {
  return readJson(file, othersSchema);
}
