/**
 * Operating points that we measured ourselves: per language with policy, counts and 95 % intervals, beside the corpus,
 * date and version they rest on (decisions.md, "Operating points"). Written by `turnwire calibrate`; published instead
 * of the service's own figures when the user asks for it. A language nobody measured carries the pooled calibration.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { OperatingPoint, PointsTable } from './published.js';
import { messageOf, TurnwireError } from '../protocol/errors.js';
import { LANGUAGES, type Language } from '../protocol/languages.js';
import { PROFILES } from '../protocol/names.js';

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
  fitted_cutoff_rate: z.number(),
  fitted_mean_latency_ms: z.number(),
});

export const pointsFileSchema = z.object({
  corpora: z.array(z.string()),
  synthetic: z.boolean(),
  fitted_on: z.string(),
  reported_on: z.string(),
  date: z.string(),
  turnwire: z.string(),
  commit: z.string().nullable(),
  endpoint: z.literal('stream'),
  languages: z.record(z.string(), z.array(measuredPoint)),
});

export type PointsFile = z.infer<typeof pointsFileSchema>;
export type PointEntry = z.infer<typeof measuredPoint>;

/** As the table that selection and `GET /v2/eot/profiles` use; the room has no measured figures and gets none. */
export function measuredStreamPoints(file: PointsFile): Partial<Record<Language, readonly OperatingPoint[]>> {
  const languages = LANGUAGES.filter((language) => (file.languages[language] ?? []).length > 0);
  return Object.fromEntries(
    languages.map((language) => [
      language,
      file.languages[language]!.map(({ profile, mean_latency_ms, cutoff_rate, basis }) => ({
        profile,
        mean_latency_ms,
        cutoff_rate,
        basis,
      })),
    ]),
  );
}

/** The published table with what was measured in its place. */
export function withMeasuredPoints(published: PointsTable, file: PointsFile): PointsTable {
  const measured = measuredStreamPoints(file);
  return Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      { ...published[language], stream: measured[language] ?? published[language].stream },
    ]),
  ) as unknown as PointsTable;
}

export async function readPointsFile(file: string): Promise<PointsFile> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new TurnwireError('source', 'unreadable', `cannot read ${file}: ${messageOf(error)}`, {
      cause: error,
    });
  }
  const parsed = pointsFileSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new TurnwireError('source', 'bad_points_file', `${file}: ${path.join('.')}: ${message}`);
}
