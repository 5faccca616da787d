// A run's figures as text for a terminal. Called by `turnwire eval`.
import { PROFILES } from '../../protocol/names.js';
import { claimPrecision, claimRecall } from '../metrics/barge-in.js';
import type { Interval } from '../metrics/bootstrap.js';
import type { PolicyRow } from '../sweep/policy-sweep.js';
import { der, jer } from '../metrics/diarization.js';
import { errorRate, type WordErrors } from '../metrics/word-errors.js';
import { ROOM_CONVENTIONS, type RoomSummary } from './room-summary.js';
import type { BenchFigures, RunSummary } from './run-summary.js';

export function formatSummary({ groups, bargeIn, rooms, failures }: RunSummary): string {
  const lines: string[] = [];
  const recordings = groups[0]?.recordings ?? 0;
  if (groups.some(({ service }) => Object.keys(service).length > 0)) {
    lines.push(
      'service method: real turn.end events; latency from the labelled end of speech [95 % interval]',
      row([
        '',
        'profile',
        'turns',
        'failed',
        'holds',
        'mean latency',
        'median',
        'p95',
        'cut-offs per hold',
        'per turn',
        'by score',
        'never',
        'resumed',
      ]),
    );
    for (const { group, service, failed } of groups)
      for (const profile of PROFILES) {
        const t = service[profile];
        if (t === undefined) continue;
        lines.push(
          row([
            group,
            profile,
            t.turns,
            failed,
            t.holds,
            `${ms(t.meanLatencySec)} ${range(t.meanLatencyInterval, ms)}`,
            ms(t.medianLatencySec),
            ms(t.p95LatencySec),
            `${percent(t.cutoffPerHold)} ${range(t.cutoffPerHoldInterval, percent)}`,
            percent(t.cutoffPerTurn),
            t.ended === 0 ? '-' : percent(t.endedByScore / t.ended),
            t.neverFired,
            t.resumed,
          ]),
        );
      }
    lines.push('');
  }
  if (groups.some(({ bench }) => bench !== null)) {
    lines.push(
      'eot-bench method: best policies on these very data, beside waiting for silence alone',
      row([
        '',
        'holds',
        'ends',
        'failed',
        'AUC',
        'lat @10 %',
        'silence',
        'lat @5 %',
        'silence',
        'cut @300 ms',
        'silence',
        'cut @600 ms',
        'silence',
      ]),
    );
    for (const { group, failed, bench } of groups)
      if (bench !== null) lines.push(benchRow(group, failed, bench));
    lines.push('');
  }
  if (bargeIn !== null) {
    const { counts } = bargeIn;
    lines.push(
      `barge-in: ${counts.claims} claims, ${counts.backchannels} backchannels; precision ${percent(claimPrecision(counts))} ${range(bargeIn.precisionInterval, percent)}, recall ${percent(claimRecall(counts))} ${range(bargeIn.recallInterval, percent)}; ${counts.backchannelsTakenForClaims} backchannels taken for claims, ${counts.missedClaims} claims without an onset, ${counts.falseClaims} claims where nobody spoke; median decision ${bargeIn.medianDecisionMs === null ? '-' : `${Math.round(bargeIn.medianDecisionMs)} ms`}`,
      '',
    );
  }
  if (rooms !== null)
    lines.push(...roomLines(rooms).map(([name, value]) => `${name.padEnd(36)}${value}`), '');
  if (failures.length > 0)
    lines.push(`${failures.length} of ${recordings} recordings failed and are in no rate`);
  for (const { id, error } of failures) lines.push(`failed: ${id}: ${error}`);
  return `${lines.join('\n').trimEnd()}\n`;
}

function benchRow(group: string, failed: number, bench: BenchFigures): string {
  const latency = (point: PolicyRow | null) => ms(point?.mean_latency ?? null);
  const cutoff = (point: PolicyRow | null) => percent(point?.cutoff_rate ?? null);
  const { summary, silenceOnly } = bench;
  return row([
    group,
    summary.n_hold_spans,
    summary.n_eot_spans,
    failed,
    summary.auc?.toFixed(3) ?? '-',
    latency(bench.at10pct),
    ms(silenceOnly.latencyAt10pctSec),
    latency(bench.at5pct),
    ms(silenceOnly.latencyAt5pctSec),
    cutoff(bench.at300ms),
    percent(silenceOnly.cutoffAt300ms),
    cutoff(bench.at600ms),
    percent(silenceOnly.cutoffAt600ms),
  ]);
}

function row(cells: readonly (string | number)[]): string {
  const [first, ...rest] = cells.map(String);
  return first!.padEnd(5) + rest.map((cell) => `  ${cell.padStart(Math.max(9, cell.length))}`).join('');
}

export const ms = (seconds: number | null): string =>
  seconds === null ? '-' : `${Math.round(seconds * 1000)} ms`;
export const percent = (share: number | null): string =>
  share === null ? '-' : `${(share * 100).toFixed(1)} %`;

export function range(interval: Interval | null, format: (value: number) => string): string {
  if (interval === null) return '';
  const [low, high] = [format(interval.low), format(interval.high)];
  return `[${low.replace(/ (ms|%)$/, '')}, ${high}]`;
}

/** Name and figure of everything measured on rooms; also the rows of the Markdown table. */
export function roomLines(rooms: RoomSummary): [string, string][] {
  const words = (errors: WordErrors) =>
    rooms.transcribed === 0
      ? 'the references have no words'
      : `${percent(errorRate(errors))} (${errors.errors} of ${errors.referenceWords} words: ${errors.substitutions} substituted, ${errors.deletions} missing, ${errors.insertions} added)`;
  const d = rooms.diarization;
  return [
    ['rooms', `${rooms.rooms}, ${rooms.transcribed} of them with a transcript`],
    ['WER', words(rooms.wer)],
    ['cpWER', words(rooms.cpwer)],
    [`tcpWER, collar ${ROOM_CONVENTIONS.tcpCollarSec} s`, words(rooms.tcpwer)],
    [
      `DER, collar ${ROOM_CONVENTIONS.collarSec} s, with overlap`,
      `${percent(der(d))} (of ${d.speech.toFixed(1)} s: missed ${d.missed.toFixed(1)}, false alarm ${d.falseAlarm.toFixed(1)}, confused ${d.confusion.toFixed(1)})`,
    ],
    ['JER', percent(jer(d))],
    [
      'voices',
      `${d.hypothesisVoices} found, ${d.voices} in the reference; right number in ${rooms.rightVoiceCount} of ${rooms.rooms} rooms`,
    ],
    [
      'language of a voice',
      rooms.languages.voices === 0
        ? 'not known in the reference'
        : `right for ${rooms.languages.right} of ${rooms.languages.paired} paired voices (${rooms.languages.voices} in the reference)`,
    ],
    [
      'delay of final words',
      `median ${ms(rooms.medianFinalDelaySec)}, p95 ${ms(rooms.p95FinalDelaySec)} after the last word was first heard`,
    ],
  ];
}
