/** The rules of `--fail-on "latency>+10%,cutoff>+1pt"`: how much worse a run may be. Called by `turnwire compare`. */
import { TurnwireError } from '../../protocol/errors.js';
import type { ProfileComparison, RunComparison } from './compare-runs.js';

export interface GateRule {
  readonly metric: 'latency' | 'cutoff';
  readonly limit: number;
  /** `%`: percent of the figure of run A. `ms`: for latency. `pt`: percentage points of cut-offs. */
  readonly unit: '%' | 'ms' | 'pt';
}

export function parseGate(text: string): GateRule[] {
  return text.split(',').map((part) => {
    const match = /^\s*(latency|cutoff)\s*>\s*\+?(\d+(?:\.\d+)?)\s*(%|ms|pt)\s*$/.exec(part);
    const rule = match && {
      metric: match[1] as GateRule['metric'],
      limit: Number(match[2]),
      unit: match[3] as GateRule['unit'],
    };
    if (!rule || (rule.metric === 'latency' ? rule.unit === 'pt' : rule.unit === 'ms'))
      throw new TurnwireError(
        'usage',
        'bad_gate',
        `--fail-on: ${part.trim()} is no rule; write e.g. latency>+10%, latency>+50ms, cutoff>+1pt, cutoff>+20%`,
      );
    return rule;
  });
}

/**
 * @returns a sentence for each broken rule and profile. A rule judges the measured difference, not its interval. It is also
 * broken if the runs share no measured turn, or if the second run failed to measure a recording of the first: nothing
 * then shows that it is no worse. A turn that the second run never ended breaks every latency rule.
 */
export function brokenRules(comparison: RunComparison, rules: readonly GateRule[]): string[] {
  if (rules.length > 0 && comparison.profiles.length === 0) {
    return ['the runs share no measured turn, so no --fail-on rule could be judged'];
  }
  const broken = rules.length > 0 && comparison.onlyInA > 0 ? [notMeasured(comparison.onlyInA)] : [];
  const exceeded = comparison.profiles.flatMap((compared) =>
    rules.flatMap((rule) => {
      if (rule.metric === 'latency' && compared.endedOnlyInA > 0) return [neverEnded(compared)];
      const found = compared[rule.metric];
      if (found === null || !exceeds(found.a, found.delta, rule)) return [];
      return [
        `${compared.profile}: ${rule.metric} went from ${show(found.a, rule)} to ${show(found.b, rule)}, more than +${rule.limit}${rule.unit} allowed`,
      ];
    }),
  );
  // Several latency rules may name the same turns.
  return [...new Set([...broken, ...exceeded])];
}

function notMeasured(count: number): string {
  return `${count} ${count === 1 ? 'recording' : 'recordings'} of the first run failed in the second or were left out of it, so no --fail-on rule could be judged there`;
}

function neverEnded({ profile, endedOnlyInA }: ProfileComparison): string {
  return `${profile}: ${endedOnlyInA} ${endedOnlyInA === 1 ? 'turn' : 'turns'} that ended in the first run never ended in the second, so its latency cannot be judged`;
}

function exceeds(a: number, delta: number, { limit, unit }: GateRule): boolean {
  if (delta <= 0) return false;
  switch (unit) {
    case '%':
      return delta > (a * limit) / 100;
    case 'ms':
      return delta * 1000 > limit;
    case 'pt':
      return delta * 100 > limit;
  }
}

function show(value: number, { metric }: GateRule): string {
  return metric === 'latency' ? `${Math.round(value * 1000)} ms` : `${(value * 100).toFixed(2)} %`;
}
