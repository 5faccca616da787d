/** Names runs for the headings, captions and rows of a report. Called by `turnwire table`. */
import { endpointOf, type RunManifest } from '../results/run-manifest.js';

interface Run {
  readonly manifest: RunManifest;
  readonly folder: string;
}

/** @returns names in the order of the runs. Runs of the same name get their folder added. */
export function runNames(runs: readonly Run[]): string[] {
  const names = runs.map(({ manifest }) => nameOf(manifest));
  const isShared = (name: string) => names.filter((other) => other === name).length > 1;
  return names.map((name, index) => (isShared(name) ? `${name}, ${runs[index]!.folder}` : name));
}

/** For example `sample-calls 1.0.0, split test, room`. */
function nameOf({ corpora, options }: RunManifest): string {
  const { splits, policies } = options;
  const names = corpora.map(({ name, version }) => `${name} ${version ?? ''}`.trim());
  const part = Array.isArray(splits) ? `, split ${splits.join(' and ')}` : '';
  const named = names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(', ');
  return `${named}${part}, ${endpointOf({ options })}${policies === undefined ? '' : ', calibrated policies'}`;
}
