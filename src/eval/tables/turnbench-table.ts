/**
 * The table of `eval --method turnbench`: recall, false positives and latency by the definition of TurnBench, for ends of turns
 * and for interruptions. A profile is chosen on the split `dev`, if there is one, and reported on the others.
 */
import { PROFILES, type ProfileName } from '../../protocol/names.js';
import { quantile, shareInterval } from '../metrics/bootstrap.js';
import { countTurnBench, type TurnBenchCounts, type TurnBenchEvents } from '../metrics/turnbench.js';
import type { RowResult } from '../results/row-result.js';
import { ms, percent, range } from './figure-text.js';

/** The split on which a profile is chosen. */
const DEVELOPMENT = 'dev';
/** Highest share of traps in which a chosen profile may fire on the development split. */
const MOST_FALSE = 0.1;

interface Run {
  readonly name: string;
  readonly results: readonly RowResult[];
}

export function formatTurnBench(runs: readonly Run[]): string {
  const lines = [
    'turnbench method (arXiv 2608.25218): found from 0.25 s before to 3 s after; false: traps with a detection [95 % interval, over recordings]',
  ];
  for (const { name, results } of runs) {
    const measured = results.filter(({ error }) => error === undefined);
    const development = measured.filter(({ split }) => split === DEVELOPMENT);
    const reported =
      development.length > 0 ? measured.filter(({ split }) => split !== DEVELOPMENT) : measured;
    const turns = PROFILES.flatMap((profile) => {
      const counts = turnCounts(reported, profile);
      return counts.length === 0 ? [] : [`  ${profile}, ends of turns: ${figures(counts, 'pauses')}`];
    });
    const bargeIns = reported.flatMap((result) => bargeInEvents(result) ?? []).map(countTurnBench);
    lines.push(
      `${name}: ${reported.length} recordings${development.length > 0 ? `, without the split ${DEVELOPMENT}` : ''}`,
      ...turns,
      ...(bargeIns.length > 0 ? [`  interruptions: ${figures(bargeIns, 'backchannels')}`] : []),
      ...(development.length > 0 ? [`  chosen on ${DEVELOPMENT}: ${chosenProfile(development)}`] : []),
    );
  }
  return `${lines.join('\n')}\n`;
}

function turnCounts(results: readonly RowResult[], profile: ProfileName): TurnBenchCounts[] {
  return results.flatMap((result) => {
    const { silence_spans: spans, service } = result;
    const events = service?.[profile];
    if (spans === undefined || events === undefined) return [];
    return [
      countTurnBench({
        events: [spans.at(-1)!.start],
        traps: spans.slice(0, -1),
        detections: events.turn_ends.map(({ t }) => t),
      }),
    ];
  });
}

/** An interruption is detected when its class is sent. */
function bargeInEvents({ bargein }: RowResult): TurnBenchEvents | undefined {
  if (bargein === undefined) return undefined;
  const { reference, found } = bargein;
  return {
    events: reference.filter((one) => one.class === 'claim').map(({ start }) => start),
    traps: reference.filter((one) => one.class === 'backchannel'),
    detections: found
      .filter((one) => one.class === 'claim')
      .map(({ onset_t, decided_after_ms }) => onset_t + (decided_after_ms ?? 0) / 1000)
      .sort((a, b) => a - b),
  };
}

/** The profile of the highest recall among those that fire in few enough traps. */
function chosenProfile(development: readonly RowResult[]): string {
  const rated = PROFILES.flatMap((profile) => {
    const counts = turnCounts(development, profile);
    const [found, traps] = [share(counts, 'found', 'missed'), share(counts, 'sprung', 'quiet')];
    return found === null || (traps ?? 0) > MOST_FALSE ? [] : [{ profile, found }];
  });
  const best = rated.reduce<(typeof rated)[number] | undefined>(
    (chosen, one) => (chosen === undefined || one.found > chosen.found ? one : chosen),
    undefined,
  );
  return best?.profile ?? `none, each fires in more than ${percent(MOST_FALSE)} of the pauses`;
}

type Count = 'found' | 'missed' | 'sprung' | 'quiet';

const sum = (counts: readonly TurnBenchCounts[], of: Count): number =>
  counts.reduce((total, one) => total + one[of], 0);

function share(counts: readonly TurnBenchCounts[], of: Count, other: Count): number | null {
  const all = sum(counts, of) + sum(counts, other);
  return all === 0 ? null : sum(counts, of) / all;
}

function figures(counts: readonly TurnBenchCounts[], traps: string): string {
  const rate = (of: Count, other: Count) =>
    `${percent(share(counts, of, other))} ${range(
      shareInterval(
        counts,
        (one) => one[of],
        (one) => one[of] + one[other],
      ),
      percent,
    )} of ${sum(counts, of) + sum(counts, other)}`;
  const latency = counts.flatMap(({ latencySec }) => latencySec).sort((a, b) => a - b);
  const late =
    latency.length === 0 ? '-' : [0.1, 0.5, 0.9].map((part) => ms(quantile(latency, part))).join(', ');
  return `recall ${rate('found', 'missed')}; false ${rate('sprung', 'quiet')} ${traps}; latency p10, p50, p90: ${late}`;
}
