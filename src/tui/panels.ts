/** The parts of the screen that show the current state: header, sound level, speech strip, turn line, barge-in banner. */
import { fit, justify, span, type Line } from './line.js';
import type { ViewLimits, ViewState } from './view-state.js';

const BLOCKS = ' ▁▂▃▄▅▆▇█';
/** Level at which the meter is empty, in dB of full scale. */
const METER_FLOOR_DB = -60;
/** How long a barge-in stays on the screen, in seconds. Chosen by hand. */
const BANNER_SEC = 3;

export interface ViewTitle {
  /** `live`, `replay` or `client`. */
  command: string;
  source: string;
  endpoint: string;
  /** Length of the recording in seconds, if known. */
  totalSec?: number;
}

export function headerLine(state: ViewState, title: ViewTitle, columns: number): Line {
  const mean = columns >= 110 && state.started ? ` (${state.started.eot.mean_latency_ms} ms)` : '';
  const point = `${title.endpoint} ${state.started?.eot.profile ?? ''}${mean}  `;
  const total = title.totalSec === undefined ? '' : ` / ${clock(title.totalSec)}`;
  const mode = state.over ? 'over' : state.paused ? 'paused' : '';
  const right = [
    ...(mode ? [span(` ${mode} `, { inverse: true }), span(' ')] : []),
    span(`${clock(state.t)}${total}`, { bold: true }),
  ];
  const left = [
    span(`turnwire ${title.command}  `, { bold: true }),
    span(point, { dim: true }),
    span(title.source),
  ];
  return justify(left, right, columns);
}

export function levelLine(state: ViewState, columns: number): Line {
  const agent = state.agentSpeaking ? [span(' agent speaking', { color: 'cyan', bold: true })] : [];
  const label = span('level  ', { dim: true });
  if (!state.level) return fit([label, span('no sound with this log', { dim: true }), ...agent], columns);
  const db = toDb(state.level.rms);
  const cells = Math.max(8, Math.min(40, columns - 36));
  const full = Math.round(((Math.max(db, METER_FLOOR_DB) - METER_FLOOR_DB) / -METER_FLOOR_DB) * cells);
  const clipped = state.level.peak >= 0.999;
  const bar = '█'.repeat(full) + '░'.repeat(cells - full);
  return fit(
    [
      label,
      span(bar, { color: clipped ? 'red' : 'green' }),
      span(` ${db <= METER_FLOOR_DB ? 'silence' : `${db.toFixed(0)} dB`}${clipped ? ' clipped' : ''}`),
      ...agent,
    ],
    columns,
  );
}

/** Voice activity of the last seconds; the newest is at the right. */
export function stripLine(state: ViewState, columns: number): Line {
  const cells = state.strip.slice(-(columns - 7));
  const text = cells.map((value) => BLOCKS[Math.round(value * 8)]!).join('');
  return [span('speech ', { dim: true }), span(text.padStart(columns - 7), { color: 'green' })];
}

export function turnLine(state: ViewState, limits: ViewLimits | undefined, columns: number): Line {
  const elapsed = Math.max(0, state.t - state.sinceSec);
  const label = span('turn   ', { dim: true });
  const last = state.silence.at(-1);
  const counts = tally(state, columns);
  switch (state.turn) {
    case 'waiting':
      return justify([label, span('waiting for speech')], counts, columns);
    case 'speaking':
      return justify(
        [label, span(`speaking ${elapsed.toFixed(1)} s`, { color: 'green', bold: true })],
        counts,
        columns,
      );
    case 'quiet': {
      const score = last ? `, p ${last.p.toFixed(2)}` : '';
      const wanted = limits
        ? ` of ${limits.threshold.toFixed(2)}, timeout ${limits.timeoutSec.toFixed(1)} s`
        : '';
      const text = `quiet ${elapsed.toFixed(1)} s${score}`;
      return justify([label, span(text, { bold: true }), span(wanted, { dim: true })], counts, columns);
    }
    case 'ended':
      return justify(
        [
          label,
          span(' TURN END ', { color: 'magenta', inverse: true }),
          span(` ${elapsed.toFixed(1)} s ago`),
        ],
        counts,
        columns,
      );
  }
}

/** Turns so far, their mean latency, lag and processor use. */
function tally(state: ViewState, columns: number): Line {
  const { turns, byScore, resumed, latencyMs } = state.counts;
  const wide = columns >= 110;
  const mean = turns > 0 ? ` ${wide ? 'mean ' : ''}${Math.round(latencyMs / turns)} ms` : '';
  const back = turns > 0 && wide ? `, ${byScore} by score, ${resumed} resumed` : '';
  const { lagMs, cpuPercent } = state.status;
  const lag = lagMs === null || columns < 60 ? '' : `  lag ${Math.max(0, Math.round(lagMs))} ms`;
  const cpu = cpuPercent === null || columns < 70 ? '' : `  cpu ${Math.round(cpuPercent)} %`;
  return [
    span(`${turns} ${turns === 1 ? 'turn' : 'turns'}${mean}${back}`),
    span(lag, lagMs !== null && lagMs > 500 ? { color: 'red', bold: true } : { dim: true }),
    span(cpu, { dim: true }),
  ];
}

/** @returns the banner; undefined if there is no recent barge-in. */
export function bargeinLine(state: ViewState, columns: number): Line | undefined {
  const { bargein } = state;
  // An onset gets no class if the agent stops first, so a pending banner ends after the same time as the others.
  if (!bargein || state.t - bargein.t > BANNER_SEC) return undefined;
  const p = bargein.pClaim === null ? '' : `  p ${bargein.pClaim.toFixed(2)}`;
  switch (bargein.state) {
    case 'pending':
      return fit(
        [span(' BARGE-IN ', { color: 'cyan', inverse: true }), span(' someone speaks over the agent …')],
        columns,
      );
    case 'claim':
      return fit(
        [
          span(' CLAIM ', { color: 'red', inverse: true }),
          span(` wants the floor: the agent should stop${p}`),
        ],
        columns,
      );
    case 'backchannel':
      return fit(
        [
          span(' BACKCHANNEL ', { color: 'green', inverse: true }),
          span(` listening along: keep talking${p}`),
        ],
        columns,
      );
  }
}

/** `63.42` as `1:03.4`, from an hour on `1:01:03.4`: cut off, not rounded, so that no time is shown before it has come. */
export function clock(seconds: number): string {
  const tenths = Math.floor(seconds * 10 + 1e-6);
  const minutes = Math.floor(tenths / 600);
  const rest = (tenths % 600) / 10;
  const head =
    minutes >= 60 ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}` : String(minutes);
  return `${head}:${rest.toFixed(1).padStart(4, '0')}`;
}

/** @param rms root mean square, 0..1. @returns dB of full scale */
function toDb(rms: number): number {
  return rms > 0 ? 20 * Math.log10(rms) : -Infinity;
}
