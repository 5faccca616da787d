/**
 * Labelled pauses and turn ends with the steps that the engine traced in them (trace-calls.mjs), and when a policy
 * ends the turn there: the rules of src/engine/session/turn-tracker.ts, step by step. Called by event-policies.mjs.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { sigmoid } from '../../dist/dsp/numeric.js';
import { decideEot, endsTurn } from '../../dist/eot/policy.js';
import { round6 } from '../../dist/eval/basics/rounding.js';
import { isCountedHold } from '../../dist/eval/silences/counted-holds.js';
import { linesOf } from '../calls/window-files.mjs';
import { ofFit } from './fold-package.mjs';

/** The score of a judgement is traced for each of these lengths of silence, from 0 to 6 s. */
export const CURVE_STEP_SEC = 0.02;
export const CURVE_POINTS = 301;
/** A silence may begin this much before the labelled end of speech, seconds. */
const EARLY_SEC = { hold: 0.5, eot: 0.3 };
/** It must begin this much before the labelled end of the silence, seconds. */
const BEFORE_LAST_SEC = { hold: 0.02, eot: 0.05 };
/** How late the engine may notice that the caller goes on, seconds. */
const LATE_SEC = 0.3;
/** A turn that ends more than this before its labelled end, in seconds, is not counted as ended there. */
const TOO_EARLY_SEC = 0.1;
/** Shorter silences after a turn are not counted, seconds. */
const SHORTEST_END_SEC = 0.2;
/** After the other person speaks, or after the recording, a silence is continued to this length, seconds. */
const LONGEST_SEC = 5.9;
const STEP_SEC = 0.1;

/**
 * @param work the folder of trace-calls.mjs
 * @param fit another fit of the models, by the name that trace-calls.mjs or rescore-traces.mjs got
 * @returns the counted pauses and turn ends of an endpoint:
 *   [{ id, group, turn, label: 'hold' | 'eot', end, duration, silences }], times in seconds; `silences` as by quietIn
 */
export async function tracedPauses(work, endpoint, fit) {
  const folder = path.join(work, ofFit('traces', fit), endpoint);
  const traces = (await Promise.all(readdirSync(folder).map((name) => linesOf(folder, name)))).flat();
  const quiet = new Map(traces.map((trace) => [trace.id, quietIn(trace)]));
  const labels = endpoint === 'room' ? await roomLabels(work) : await turnLabels(work);
  return labels
    .filter(({ label, duration }) =>
      label === 'hold' ? isCountedHold(round6(duration)) : duration >= SHORTEST_END_SEC - 1e-9,
    )
    .map((pause) => {
      if (!quiet.has(pause.id)) throw new Error(`${folder} has no trace of ${pause.id}`);
      return { ...pause, silences: silencesOf(pause, quiet.get(pause.id)) };
    });
}

async function roomLabels(work) {
  const pauses = await linesOf(path.join(work, 'rooms'), 'pauses.jsonl');
  return pauses.map(({ call, group, speaker, turn_start: start, label, end, duration }) => {
    return { id: call, group, turn: `${call}-${speaker}-${start.toFixed(2)}`, label, end, duration };
  });
}

async function turnLabels(work) {
  const rows = await linesOf(path.join(work, 'turns'), 'rows.jsonl');
  return rows.flatMap(({ id, split, silence_spans: spans }) =>
    spans.map(({ start, end }, i) => {
      const label = i + 1 < spans.length ? 'hold' : 'eot';
      return { id, group: split, turn: id, label, end: start, duration: end - start };
    }),
  );
}

/**
 * The silences of a trace in which a turn may end: [{ start, hasAnswer, steps }]. A step is { t, silenceSec, mayEnd,
 * pEot, p, isTraced }: `pEot` gives the score by the length of the silence, `p` is the score of this step.
 */
function quietIn({ steps, judged }) {
  const curves = judged.map(({ logOdds }) => curveOf(logOdds));
  const found = [];
  let now;
  for (const [t, speaking, silenceSec, mayBegin, asked, noAnswer] of steps) {
    // Speech within one step shows only in a silence that is shorter than before.
    if (speaking || (now && silenceSec < now.steps.at(-1).silenceSec)) now = undefined;
    if (speaking || (!now && asked < 0)) continue;
    if (!now) found.push((now = { start: t - silenceSec, hasAnswer: true, steps: [] }));
    if (asked >= 0) now.hasAnswer = !noAnswer;
    const pEot = curves[asked] ?? now.steps.at(-1).pEot;
    now.steps.push({ t, silenceSec, mayEnd: !mayBegin, pEot, p: pEot(silenceSec), isTraced: true });
  }
  return found;
}

/** p_eot between the traced lengths of silence: a straight line of log-odds. */
function curveOf(logOdds) {
  return (silenceSec) => {
    const place = Math.min(silenceSec / CURVE_STEP_SEC, CURVE_POINTS - 1.5);
    const before = Math.floor(place + 1e-9);
    const after = Math.min(before + 1, CURVE_POINTS - 1);
    return sigmoid(logOdds[before] + (logOdds[after] - logOdds[before]) * Math.max(0, place - before));
  };
}

/**
 * The silences of a trace that lie in a labelled one. The last one after a turn goes on in thought, as if nobody
 * spoke.
 */
function silencesOf({ label, end, duration }, quiet) {
  const last = end + duration;
  const within = quiet.filter(
    ({ start, steps }) =>
      start > end - EARLY_SEC[label] &&
      start < last - BEFORE_LAST_SEC[label] &&
      (label === 'eot' || steps.some(({ t }) => t > end && t <= last + LATE_SEC)),
  );
  return within.map((silence, i) => {
    const { steps } = silence;
    if (label === 'hold') return { ...silence, steps: steps.filter(({ t }) => t <= last + LATE_SEC) };
    return i + 1 < within.length ? silence : { ...silence, steps: [...steps, ...continued(steps.at(-1))] };
  });
}

function continued({ t, silenceSec, pEot }) {
  const count = Math.max(0, Math.ceil((LONGEST_SEC - silenceSec) / STEP_SEC - 1e-9));
  return Array.from({ length: count }, (_, i) => {
    const more = (i + 1) * STEP_SEC;
    const length = round6(silenceSec + more);
    return { t: round6(t + more), silenceSec: length, mayEnd: true, pEot, p: pEot(length), isTraced: false };
  });
}

/**
 * @returns { t, by, isTraced } of the `turn.end` in a labelled silence; undefined if the policy ends no turn there
 */
export function turnEndIn({ label, end, silences }, policy) {
  const earliest = label === 'hold' ? end : end - TOO_EARLY_SEC;
  for (const { hasAnswer, steps } of silences) {
    if (!hasAnswer) continue;
    const step = steps.find((one) => one.mayEnd && endsTurn(one.p, one.silenceSec, policy));
    if (!step || (label === 'hold' ? step.t <= earliest : step.t < earliest)) continue;
    return { t: step.t, by: decideEot(step.pEot, step.silenceSec, policy), isTraced: step.isTraced };
  }
  return undefined;
}
