/** The turns and barge-ins of an event log, numbered and described for a person. Pure. */
import type { EventOf, WireEvent } from '../protocol/events.js';
import type { BargeInData, RowData, TurnData } from './view-data.js';

/** What the engine heard before an end, from a trace: the time of the score and the words. */
export interface HeardWords {
  readonly t: number;
  readonly text: string;
}

/** A turn or barge-in with its row in the table. */
export interface Described<T> {
  readonly row: RowData;
  readonly of: Omit<T, 'row'>;
}

/**
 * @param heard words before each score, in order of time; empty if there is no trace.
 * @param threshold the score above which a turn ends, for the sentence of an end.
 */
export function turnsOf(
  events: readonly WireEvent[],
  threshold: number,
  heard: readonly HeardWords[] = [],
): Described<TurnData>[] {
  const turns: Described<TurnData>[] = [];
  let turn = 1;
  let startSec: number | undefined;
  let speechEndSec = 0;
  events.forEach((event, i) => {
    if (event.type === 'vad.start') startSec ??= event.t;
    if (event.type === 'vad.end') speechEndSec = event.t;
    if (event.type !== 'turn.end') return;
    const resumed = resumptionOf(events, i);
    const words = heard.filter(({ t }) => t <= event.t + 1e-6).at(-1)?.text;
    const of = {
      turn,
      startSec: startSec ?? speechEndSec,
      endSec: event.t,
      speechEndSec: event.t - event.latency_ms / 1000,
      by: event.by,
      ...(resumed && { resumedSec: resumed.t }),
    };
    turns.push({ row: rowOfTurn(event, turn, threshold, resumed, words), of });
    if (resumed) return;
    turn += 1;
    startSec = undefined;
  });
  return turns;
}

/** The `turn.resumed` that takes an end back: the next one before another end. */
function resumptionOf(events: readonly WireEvent[], end: number): EventOf<'turn.resumed'> | undefined {
  for (const event of events.slice(end + 1)) {
    if (event.type === 'turn.end') return undefined;
    if (event.type === 'turn.resumed') return event;
  }
  return undefined;
}

function rowOfTurn(
  event: EventOf<'turn.end'>,
  turn: number,
  threshold: number,
  resumed: EventOf<'turn.resumed'> | undefined,
  words: string | undefined,
): RowData {
  const after = `${event.latency_ms} ms after the last speech`;
  const back = resumed ? `. Too early: the speaker went on ${resumed.after_ms} ms later` : '';
  const said = words === undefined ? '' : `. Heard: “${words}”`;
  return {
    t: event.t,
    kind: resumed ? 'cut' : 'turn',
    title: resumed ? `Turn ${turn} cut off` : `Turn ${turn} ended`,
    text: `${after}, ${reasonOf(event, threshold)}${back}${said}`,
  };
}

/** Why the turn ended. A score that passes only because the silence has grown is a timeout too (docs/protocol.md). */
function reasonOf({ by, p_eot }: EventOf<'turn.end'>, threshold: number): string {
  const score = p_eot.toFixed(3);
  const limit = threshold.toFixed(2);
  if (by === 'score') return `by its score: ${score}, above the threshold of ${limit}`;
  return p_eot > threshold
    ? `by timeout: what was heard alone stayed below the threshold of ${limit}; the growing silence raised the score to ${score}`
    : `by timeout: the score stayed at ${score}, below the threshold of ${limit}, until the longest wait was over`;
}

export function bargeInsOf(events: readonly WireEvent[]): Described<BargeInData>[] {
  return events.flatMap((event, i) => {
    if (event.type !== 'bargein.onset') return [];
    const decision = decisionOf(events, i);
    const of = {
      onsetSec: event.t,
      ...(decision && { decidedSec: decision.t, class: decision.class }),
    };
    return [{ row: rowOfBargeIn(event, decision), of }];
  });
}

/** The `bargein.class` of an onset: the next one before another onset. */
function decisionOf(events: readonly WireEvent[], onset: number): EventOf<'bargein.class'> | undefined {
  for (const event of events.slice(onset + 1)) {
    if (event.type === 'bargein.onset') return undefined;
    if (event.type === 'bargein.class') return event;
  }
  return undefined;
}

const kindOf = (of: 'claim' | 'backchannel' | undefined): RowData['kind'] => of ?? 'onset';

function rowOfBargeIn(
  onset: EventOf<'bargein.onset'>,
  decision: EventOf<'bargein.class'> | undefined,
): RowData {
  const start = { t: onset.t, kind: kindOf(decision?.class) };
  if (!decision)
    return {
      ...start,
      title: 'Over the agent',
      text: 'the caller speaks over the agent, who stopped before it was clear why',
    };
  const p = decision.p_claim === null ? '' : ` (probability of a claim ${decision.p_claim.toFixed(2)})`;
  const after = `decided after ${decision.decided_after_ms} ms`;
  return decision.class === 'claim'
    ? {
        ...start,
        title: 'Claim',
        text: `the caller speaks over the agent and wants the floor${p}, ${after}`,
      }
    : {
        ...start,
        title: 'Backchannel',
        text: `the caller speaks over the agent but only listens aloud${p}, ${after}`,
      };
}
