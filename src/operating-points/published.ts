/**
 * The published English operating points (docs/protocol.md, "Operating points") and the shape of any points table.
 * `cutoffRate` is the stream page figure on the stream and the nominal rate on the room.
 */
import type { Endpoint, ProfileName } from '../protocol/names.js';
import { LANGUAGES, type Language } from '../protocol/languages.js';

/** `published`: a figure of the service; `measured`: of this engine; `multilingual`: pooled over languages. */
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

function points(endpoint: Endpoint, basis: PointBasis): OperatingPoint[] {
  return ENGLISH[endpoint].map(([profile, mean_latency_ms, cutoff_rate]) => ({
    profile,
    mean_latency_ms,
    cutoff_rate,
    basis,
  }));
}

/** The service publishes English only. Every other language falls back to it with the basis `multilingual`. */
export const PUBLISHED_POINTS: PointsTable = Object.fromEntries(
  LANGUAGES.map((language) => {
    const basis = language === 'en' ? 'published' : 'multilingual';
    return [language, { stream: points('stream', basis), room: points('room', basis) }];
  }),
) as Record<Language, Record<Endpoint, OperatingPoint[]>>;
