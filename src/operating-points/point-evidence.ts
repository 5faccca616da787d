/** What published points of other languages than English rest on: this engine's `turn.end` events under its shipped policies. */
import type { Endpoint, ProfileName } from '../protocol/names.js';
import type { Language } from '../protocol/languages.js';

interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** The turns of one or several languages, run through the engine. */
export interface EndpointEvidence {
  readonly corpora: readonly string[];
  /** True if no person was recorded. */
  readonly synthetic: boolean;
  /** The languages that are spoken in the turns. */
  readonly languages: readonly Language[];
  readonly date: string;
  readonly turns: number;
  readonly points: readonly EvidencePoint[];
}

export interface EvidencePoint {
  readonly profile: ProfileName;
  readonly mean_latency_ms: number;
  /** Fraction of pauses that are cut off, 0..1: `cut_holds` of `holds`. */
  readonly cutoff_rate: number;
  readonly ended: number;
  readonly ended_by_score: number;
  readonly holds: number;
  readonly cut_holds: number;
  /** 95 % interval by bootstrap over turns; null if there are too few turns. */
  readonly mean_latency_interval_ms: Bounds | null;
  readonly cutoff_rate_interval: Bounds | null;
  /** The same fraction with pauses weighed to the lengths of the public English set (src/eval/silences/public-pauses.ts). */
  readonly public_cutoff_rate?: number;
  readonly public_cutoff_rate_interval?: Bounds | null;
}

export type EvidenceByEndpoint = Readonly<Record<Endpoint, EndpointEvidence>>;

/** Evidence, and the languages whose published points it gives. */
export interface PublishedEvidence extends EndpointEvidence {
  readonly published_for: readonly Language[];
}

export type EvidenceByLanguage = Readonly<Record<Endpoint, readonly PublishedEvidence[]>>;
