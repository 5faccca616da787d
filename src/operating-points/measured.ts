/**
 * The points file: operating points that this project measured, for each language with policy, counts and 95 %
 * intervals, with corpora, date and version. `turnwire calibrate` writes it; `--points` publishes it instead of the
 * figures of the service. A language without a calibration of its own carries the pooled one.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { policyFor, type PoliciesByLanguage, type PolicyTable } from './policies.js';
import type { EotPolicy } from '../eot/policy.js';
import type { OperatingPoint, PointsTable } from './published.js';
import { messageOf, TurnwireError } from '../protocol/errors.js';
import { LANGUAGES, type Language } from '../protocol/languages.js';
import { ENDPOINTS, PROFILES, type Endpoint, type ProfileName } from '../protocol/names.js';
import { utf8Text } from '../protocol/utf8-text.js';

const interval = z.object({ low: z.number(), high: z.number() }).nullable();

const measuredPoint = z.object({
  profile: z.enum(PROFILES),
  mean_latency_ms: z.number(),
  cutoff_rate: z.number(),
  basis: z.enum(['measured', 'multilingual']),
  threshold: z.number(),
  action_delay_s: z.number(),
  timeout_s: z.number(),
  holds: z.int(),
  cut_holds: z.int(),
  ends: z.int(),
  detected: z.int(),
  mean_latency_interval_ms: interval,
  cutoff_rate_interval: interval,
  /** Share of pauses cut, each counted once: `cut_holds` of `holds`. Differs from `cutoff_rate` if pauses are weighed. */
  plain_cutoff_rate: z.number().optional(),
  plain_cutoff_rate_interval: interval.optional(),
  fitted_cutoff_rate: z.number(),
  fitted_mean_latency_ms: z.number(),
});

const pointsFileSchema = z.object({
  corpora: z.array(z.string()),
  synthetic: z.boolean(),
  fitted_on: z.string(),
  reported_on: z.string(),
  /** How far each policy stays under its nominal rate on the split it was fitted on, in standard errors. */
  caution: z.number().default(0),
  /** Share of the nominal rate that a policy may use on the split it was fitted on. */
  margin: z.number().default(1),
  /** How late the engine was taken to notice that the caller goes on, in seconds. */
  late_s: z.number().default(0),
  /** Share of drawn halves of the splits on which each policy keeps its nominal rate; 0 if nothing was drawn. */
  keep: z.number().default(0),
  /** Mean latency in ms that each profile was allowed, from fast to slow; null without limits. */
  within_ms: z.array(z.number()).nullable().default(null),
  /** How pauses are weighed in `cutoff_rate`: `as-recorded`, `public` (lengths of the public benchmark), or a file. */
  pauses: z.string().default('as-recorded'),
  /** What the figures come from: scores of pauses, or the engine's own `turn.end` events under these policies. */
  figures_from: z.enum(['scores', 'events']).default('scores'),
  date: z.string(),
  turnwire: z.string(),
  commit: z.string().nullable(),
  /** By language and endpoint, as in `GET /v2/eot/profiles`. An endpoint without a measurement is missing. */
  languages: z.record(z.string(), z.partialRecord(z.enum(ENDPOINTS), z.array(measuredPoint))),
});

export type PointsFile = z.infer<typeof pointsFileSchema>;
export type PointEntry = z.infer<typeof measuredPoint>;

/** @returns the published table in which measured points replace the published ones. */
export function withMeasuredPoints(published: PointsTable, file: PointsFile): PointsTable {
  const row = (language: Language, endpoint: Endpoint): readonly OperatingPoint[] => {
    const measured = measuredInFull(file, language, endpoint);
    if (measured === undefined) return published[language][endpoint];
    return measured.map(({ profile, mean_latency_ms, cutoff_rate, basis }) => ({
      profile,
      mean_latency_ms,
      cutoff_rate,
      basis,
    }));
  };
  return Object.fromEntries(
    LANGUAGES.map((language) => [language, { stream: row(language, 'stream'), room: row(language, 'room') }]),
  ) as unknown as PointsTable;
}

/** @returns the points of all three profiles, or undefined: a calibration may have found no policy for a profile. */
function measuredInFull(file: PointsFile, language: Language, endpoint: Endpoint): PointEntry[] | undefined {
  const found = file.languages[language]?.[endpoint] ?? [];
  return PROFILES.every((name) => found.some(({ profile }) => profile === name)) ? found : undefined;
}

/** @returns false if no language and endpoint has points for all three profiles: nothing could be published or run. */
export function holdsWholePoints(file: PointsFile): boolean {
  return LANGUAGES.some((language) =>
    ENDPOINTS.some((endpoint) => measuredInFull(file, language, endpoint) !== undefined),
  );
}

/**
 * @returns the policies that the figures were measured with; those of the scorer for profiles without a measured point.
 */
export function measuredPolicies(file: PointsFile, scorer: string): PoliciesByLanguage {
  const policy = (language: Language, endpoint: Endpoint, profile: ProfileName): EotPolicy => {
    const points = measuredInFull(file, language, endpoint);
    const point = points?.find((candidate) => candidate.profile === profile);
    if (point === undefined) return policyFor(endpoint, profile, language, {}, scorer);
    return {
      threshold: point.threshold,
      actionDelaySec: point.action_delay_s,
      timeoutSec: point.timeout_s,
    };
  };
  return Object.fromEntries(
    LANGUAGES.filter((language) => file.languages[language] !== undefined).map((language) => [
      language,
      Object.fromEntries(
        ENDPOINTS.map((endpoint) => [
          endpoint,
          Object.fromEntries(PROFILES.map((profile) => [profile, policy(language, endpoint, profile)])),
        ]),
      ) as unknown as PolicyTable,
    ]),
  );
}

export async function readPointsFile(file: string): Promise<PointsFile> {
  let content: unknown;
  try {
    content = JSON.parse(utf8Text(await readFile(file)));
  } catch (error) {
    const why = messageOf(error).replace(/\s+/g, ' ');
    throw new TurnwireError('source', 'unreadable', `cannot read ${file}: ${why}`, { cause: error });
  }
  const parsed = pointsFileSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]!.path.join('.');
  const why = field === '' ? 'it is no JSON object' : `${field} is missing or wrong`;
  const text = `${file} holds no operating points (${why}): give the points.json that turnwire calibrate writes`;
  throw new TurnwireError('source', 'bad_points_file', text, { cause: parsed.error });
}
