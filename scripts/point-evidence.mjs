// Figures of the engine's own `turn.end` events as published points have them. Used by the scripts that write src/operating-points.
import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { eventFigures } from '../dist/eval/calibration/event-figures.js';
import { PUBLIC_PAUSES } from '../dist/eval/silences/public-pauses.js';
import { PROFILES } from '../dist/protocol/names.js';

/** @returns the turns of a run that were run to their end. */
export function measuredTurns({ results }) {
  return results.filter(({ error, service }) => error === undefined && service !== undefined);
}

/** @returns what turns measured: languages, counts, and a point for each profile. `about`: their corpora and whether they are synthetic. */
export function evidenceOf(turns, about, isWeighed = false) {
  return {
    ...about,
    languages: [...new Set(turns.map(({ language }) => language))].sort(),
    turns: turns.length,
    points: PROFILES.map((profile) => pointOf(profile, turns, isWeighed)),
  };
}

function pointOf(profile, turns, isWeighed) {
  const figures = eventFigures(turns, profile, null);
  const weighed = isWeighed ? eventFigures(turns, profile, PUBLIC_PAUSES) : null;
  return {
    profile,
    mean_latency_ms: Math.round(figures.meanLatencySec * 1000),
    cutoff_rate: Number(figures.cutoffRate.toFixed(4)),
    ended: figures.ends,
    ended_by_score: figures.detected,
    holds: figures.holds,
    cut_holds: figures.cutHolds,
    mean_latency_interval_ms: rounded(figures.meanLatencyInterval, 1000, 0),
    cutoff_rate_interval: rounded(figures.cutoffRateInterval, 1, 4),
    ...(weighed && {
      public_cutoff_rate: Number(weighed.cutoffRate.toFixed(4)),
      public_cutoff_rate_interval: rounded(weighed.cutoffRateInterval, 1, 4),
    }),
  };
}

function rounded(interval, scale, digits) {
  return (
    interval && {
      low: Number((interval.low * scale).toFixed(digits)),
      high: Number((interval.high * scale).toFixed(digits)),
    }
  );
}

/** Writes a source file as prettier formats it. */
export async function writeSource(file, text) {
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
}
