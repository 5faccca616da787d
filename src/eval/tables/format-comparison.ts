/** Formats a comparison of two runs as text. Called by `turnwire compare`. */
import type { Delta, ProfileComparison, RunComparison } from './compare-runs.js';
import { differenceText } from './figure-text.js';

export function formatComparison({ profiles, onlyInA, onlyInB }: RunComparison): string {
  const lines = profiles.flatMap(profileLines);
  if (profiles.length === 0) lines.push('no turn was measured by the service method in both runs');
  if (onlyInA + onlyInB > 0)
    lines.push(`not compared: ${onlyInA} recordings only in A, ${onlyInB} only in B`);
  return `${lines.join('\n')}\n`;
}

function profileLines({ profile, turns, latency, cutoff, ...only }: ProfileComparison): string[] {
  return [
    `${profile}: ${turns} turns in both`,
    `  mean latency  ${show(latency, 1000, ' ms', 0)}; turns ended only in A ${only.endedOnlyInA}, only in B ${only.endedOnlyInB}`,
    `  cut-offs      ${show(cutoff, 100, ' %', 2)}; turns cut only in A ${only.cutOnlyInA}, only in B ${only.cutOnlyInB}`,
  ];
}

function show(delta: Delta | null, scale: number, unit: string, digits: number): string {
  if (delta === null) return '-';
  const number = (value: number) => (value * scale).toFixed(digits);
  return `${number(delta.a)} -> ${number(delta.b)}${unit}  (${differenceText(delta, scale, digits)})`;
}
