/** Formats the figures of a run as text for a terminal. Called by `turnwire eval`. */
import { PROFILES } from '../../protocol/names.js';
import { der, jer } from '../metrics/diarization.js';
import { errorRate, type WordErrors } from '../metrics/word-errors.js';
import type { PolicyRow } from '../sweep/policy-sweep.js';
import { bargeInCells, endingCells, latencyCells, ms, noBenchFigures, percent } from './figure-text.js';
import { ROOM_CONVENTIONS, type RoomSummary } from './room-summary.js';
import type { BargeInSummary, BenchFigures, GroupSummary, RunSummary } from './run-summary.js';

export function formatSummary({ groups, bargeIn, rooms, failures }: RunSummary): string {
  const recordings = groups[0]?.recordings ?? 0;
  const lines = [
    ...serviceLines(groups),
    ...benchLines(groups),
    ...(bargeIn === null ? [] : [bargeInLine(bargeIn), '']),
    ...(rooms === null ? [] : [...roomLines(rooms).map(([name, value]) => `${name.padEnd(36)}${value}`), '']),
  ];
  if (failures.length > 0)
    lines.push(`${failures.length} of ${recordings} recordings failed and are in no rate`);
  for (const { id, error } of failures) lines.push(`failed: ${id}: ${error}`);
  return `${lines.join('\n').trimEnd()}\n`;
}

function serviceLines(groups: readonly GroupSummary[]): string[] {
  const rows = groups.flatMap(({ group, service, failed }) =>
    PROFILES.flatMap((profile) => {
      const t = service[profile];
      if (t === undefined) return [];
      return [row([group, profile, t.turns, failed, t.holds, ...latencyCells(t), ...endingCells(t)])];
    }),
  );
  if (rows.length === 0) return [];
  return [
    'service method: real turn.end events; latency from the labelled end of speech [95 % interval]',
    row([
      ...['', 'profile', 'turns', 'failed', 'holds', 'mean latency', 'median', 'p95', 'cut-offs per hold'],
      ...['per turn', 'by score', 'never', 'resumed'],
    ]),
    ...rows,
    '',
  ];
}

function benchLines(groups: readonly GroupSummary[]): string[] {
  const rows = groups.flatMap(({ group, failed, bench }) =>
    bench === null ? [] : [benchRow(group, failed, bench)],
  );
  const why = noBenchFigures(groups);
  if (why !== null) return [why, ''];
  if (rows.length === 0) return [];
  return [
    'eot-bench method: best policies on these very data, beside waiting for silence alone',
    row([
      ...['', 'holds', 'ends', 'failed', 'AUC', 'lat @10 %', 'silence', 'lat @5 %', 'silence'],
      ...['cut @300 ms', 'silence', 'cut @600 ms', 'silence'],
    ]),
    ...rows,
    '',
  ];
}

function bargeInLine(bargeIn: BargeInSummary): string {
  const { counts } = bargeIn;
  const [precision, recall, decision] = bargeInCells(bargeIn);
  return `barge-in: ${counts.claims} claims, ${counts.backchannels} backchannels; precision ${precision}, recall ${recall}; ${counts.backchannelsTakenForClaims} backchannels taken for claims, ${counts.missedClaims} claims without an onset, ${counts.falseClaims} claims where nobody spoke; median decision ${decision}`;
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

/** Name and figure of everything measured on rooms. They are also the rows of the Markdown table. */
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
