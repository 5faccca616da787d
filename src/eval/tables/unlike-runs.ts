/**
 * Finds what differs between two runs beside their results, so that a reader can judge the comparison. Called by
 * `turnwire compare`.
 */
import { PROFILES } from '../../protocol/names.js';
import type { RowResult } from '../results/row-result.js';
import type { RunManifest } from '../results/run-manifest.js';

interface Run {
  readonly manifest: Pick<RunManifest, 'corpora'>;
  readonly results: readonly RowResult[];
}

/** @returns a sentence for each difference. */
export function unlikeRuns(a: Run, b: Run): string[] {
  const changed = a.manifest.corpora.filter(({ name, rowsSha256 }) =>
    b.manifest.corpora.some((other) => other.name === name && other.rowsSha256 !== rowsSha256),
  );
  const [inA, inB] = [profilesIn(a), profilesIn(b)];
  const only = PROFILES.filter((profile) => inA.has(profile) !== inB.has(profile));
  return [
    ...changed.map(
      ({ name }) =>
        `the rows of ${name} were changed between the runs: a difference may come from their labels, not from what was measured`,
    ),
    ...(only.length > 0 && inA.size > 0 && inB.size > 0
      ? [`not compared, as only one of the runs has it: ${only.join(', ')}`]
      : []),
  ];
}

const profilesIn = ({ results }: Run): ReadonlySet<string> =>
  new Set(results.flatMap(({ service }) => Object.keys(service ?? {})));
