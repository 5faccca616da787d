/**
 * Replaces the figures of a calibration by those of the engine's own `turn.end` events under its policies. Scores decide which
 * policy is best; only events show what the engine does with it. Called by `turnwire calibrate --events`.
 */
import { TurnwireError } from '../../protocol/errors.js';
import { DEFAULT_SCORER, policyFor, type PoliciesByLanguage } from '../../operating-points/policies.js';
import { isLanguage } from '../../protocol/languages.js';
import { PROFILES } from '../../protocol/names.js';
import type { RowResult } from '../results/row-result.js';
import { endpointOf, type RunManifest } from '../results/run-manifest.js';
import type { PauseCounts } from '../silences/pause-counts.js';
import type { Calibration } from './calibrate.js';
import { policiesByLanguage, type EndpointCalibration } from './calibrate-runs.js';
import { eventFigures } from './event-figures.js';

interface Run {
  readonly folder: string;
  readonly manifest: RunManifest;
  readonly results: readonly RowResult[];
}

/**
 * @param runs runs of method `service` with the policies of these calibrations: by `eval --policies`, or because they ship.
 * @param split the split that is reported; null: all.
 * @throws TurnwireError kind `usage` for a run with other policies, or if no turn of an endpoint was run.
 */
export function withEvents(
  calibrations: readonly EndpointCalibration[],
  runs: readonly Run[],
  split: string | null,
  pauses: PauseCounts | null,
): EndpointCalibration[] {
  const found = policiesByLanguage(calibrations);
  for (const run of runs)
    if (!hasPolicies(run, found))
      throw new TurnwireError(
        'usage',
        'other_policies',
        `--events: ${run.folder} was run with other policies; run eval --method service --policies with the policies.json of this calibration`,
      );
  return calibrations.map((one) => {
    const rows = runs
      .filter(({ manifest }) => endpointOf(manifest) === one.endpoint)
      .flatMap(({ results }) => results.filter((row) => split === null || row.split === split));
    const measured = (calibration: Calibration, of: readonly RowResult[]): Calibration =>
      Object.fromEntries(
        PROFILES.map((profile) => {
          const figures = eventFigures(of, profile, pauses);
          const point = calibration[profile];
          if (point !== null && figures === null)
            throw new TurnwireError(
              'usage',
              'no_events',
              `--events: no ${one.endpoint} turn was run by ${profile}`,
            );
          return [profile, point && { ...point, ...figures }];
        }),
      ) as Calibration;
    return {
      ...one,
      pooled: measured(one.pooled, rows),
      own: new Map(
        [...one.own].map(([language, calibration]) => [
          language,
          measured(
            calibration,
            rows.filter((row) => row.language === language),
          ),
        ]),
      ),
    };
  });
}

/** True if every turn of a run was ended by these policies. A run without `--policies` has those that ship. */
function hasPolicies({ manifest, results }: Run, policies: PoliciesByLanguage): boolean {
  const given = manifest.options.policies as PoliciesByLanguage | undefined;
  if (given !== undefined) return JSON.stringify(given) === JSON.stringify(policies);
  const endpoint = endpointOf(manifest);
  const languages = [...new Set(results.map(({ language }) => language))];
  return languages.filter(isLanguage).every((language) =>
    PROFILES.every((profile) => {
      const shipped = policyFor(endpoint, profile, language, {}, DEFAULT_SCORER);
      const found = policies[language]?.[endpoint][profile];
      return JSON.stringify(found) === JSON.stringify(shipped);
    }),
  );
}
