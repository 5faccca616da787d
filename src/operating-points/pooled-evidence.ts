/** The shape of src/operating-points/multilingual.ts: figures of this engine, pooled over languages, and what they rest on. */
import type { Endpoint, ProfileName } from '../protocol/names.js';

interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** What pooled points rest on: the turns of several languages, run through the engine with its shipped policies. */
export interface EndpointEvidence {
  readonly corpora: readonly string[];
  /** True if no person was recorded. */
  readonly synthetic: boolean;
  readonly languages: readonly string[];
  readonly date: string;
  readonly turns: number;
  readonly points: readonly PooledPoint[];
}

export interface PooledPoint {
  readonly profile: ProfileName;
  readonly mean_latency_ms: number;
  /** Fraction of pauses that are cut off, 0..1: `cut_holds` of `holds`. */
  readonly cutoff_rate: number;
  readonly ended: number;
  readonly ended_by_score: number;
  readonly holds: number;
  readonly cut_holds: number;
  /** 95 %, resampling turns; null if there are too few. */
  readonly mean_latency_interval_ms: Bounds | null;
  readonly cutoff_rate_interval: Bounds | null;
}

export type PooledEvidence = Readonly<Record<Endpoint, EndpointEvidence>>;
