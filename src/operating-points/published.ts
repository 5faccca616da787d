/**
 * The operating points that a session selects from and `GET /v2/eot/profiles` answers: in English those that the service
 * publishes (docs/protocol.md, "GET /v2/eot/profiles"), in every other language what this engine's own events measured.
 */
import type { Endpoint, ProfileName } from '../protocol/names.js';
import { LANGUAGES, type Language } from '../protocol/languages.js';
import { EVIDENCE } from './evidence.js';
import type { PublishedEvidence } from './point-evidence.js';

/** `published`: a figure of the service; `measured`: of this engine; `multilingual`: of this engine, pooled over languages. */
export type PointBasis = 'published' | 'measured' | 'multilingual';

export interface OperatingPoint {
  readonly profile: ProfileName;
  readonly mean_latency_ms: number;
  /** Fraction of pauses that are cut off, 0..1. */
  readonly cutoff_rate: number;
  readonly basis: PointBasis;
}

/** Points of each language and endpoint, from fast to slow. */
export type PointsTable = Readonly<Record<Language, Readonly<Record<Endpoint, readonly OperatingPoint[]>>>>;

type Row = readonly [ProfileName, meanLatencyMs: number, cutoffRate: number];

/** The stream has the cut-off rates of the service's stream page, the room its nominal ones. */
const ENGLISH: Readonly<Record<Endpoint, readonly Row[]>> = {
  stream: [
    ['cutoff_10pct', 350, 0.094],
    ['cutoff_5pct', 577, 0.048],
    ['cutoff_2pct', 875, 0.02],
  ],
  room: [
    ['cutoff_10pct', 439, 0.1],
    ['cutoff_5pct', 726, 0.05],
    ['cutoff_2pct', 1134, 0.02],
  ],
};

function english(endpoint: Endpoint): OperatingPoint[] {
  return ENGLISH[endpoint].map(([profile, mean_latency_ms, cutoff_rate]) => ({
    profile,
    mean_latency_ms,
    cutoff_rate,
    basis: 'published',
  }));
}

function measured({ languages, points }: PublishedEvidence): OperatingPoint[] {
  const basis = languages.length === 1 ? 'measured' : 'multilingual';
  return points.map(({ profile, mean_latency_ms, cutoff_rate }) => ({
    profile,
    mean_latency_ms,
    cutoff_rate,
    basis,
  }));
}

export const PUBLISHED_POINTS: PointsTable = Object.fromEntries(
  LANGUAGES.map((language) => {
    const of = (endpoint: Endpoint): OperatingPoint[] => {
      const evidence = EVIDENCE[endpoint].find(({ published_for }) => published_for.includes(language));
      return evidence ? measured(evidence) : english(endpoint);
    };
    return [language, { stream: of('stream'), room: of('room') }];
  }),
) as Record<Language, Record<Endpoint, OperatingPoint[]>>;
