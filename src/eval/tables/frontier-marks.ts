/**
 * What both plots of latency against cut-offs show of one run: its curves, its measured profiles and the published points. Called by
 * report-pictures.ts (first screen) and write-html.ts (section of a run).
 */
import { PROFILES, type Endpoint, type ProfileName } from '../../protocol/names.js';
import type { Curve, Marker } from './svg-plots.js';
import type { PublishedRow, RunTable } from './table-data.js';

export const PROFILE_COLOURS: Record<ProfileName, string> = {
  cutoff_10pct: '--fast',
  cutoff_5pct: '--middle',
  cutoff_2pct: '--slow',
};

/** The silence-only baseline and the best policies of a run. */
export function runCurves({ silence, frontier }: RunTable): Curve[] {
  return [
    { name: 'silence only', colour: '--muted', points: silence, dashed: true },
    { name: 'best policies', colour: '--accent', points: frontier },
  ];
}

/** The profiles of a run that ended turns, with their intervals. */
export function profileMarkers({ summary }: RunTable): (Marker & Required<Pick<Marker, 'intervals'>>)[] {
  return PROFILES.flatMap((profile) => {
    const t = summary.groups[0]?.service[profile];
    if (!t || t.meanLatencySec === null || t.cutoffPerHold === null) return [];
    return [
      {
        name: `ours, ${profile}`,
        colour: PROFILE_COLOURS[profile],
        at: [t.meanLatencySec, t.cutoffPerHold] as const,
        intervals: [t.meanLatencyInterval, t.cutoffPerHoldInterval] as const,
      },
    ];
  });
}

/** The points that the service publishes for an endpoint. */
export function publishedMarkers(published: readonly PublishedRow[], endpoint: Endpoint): Marker[] {
  return published
    .filter((row) => row.endpoint === endpoint)
    .map((row) => ({
      name: `published, ${row.profile}`,
      colour: '--published',
      at: [row.latencyMs / 1000, row.cutoffRate],
    }));
}
