/**
 * Makes complete caller turns from the speech on the two channels of a call. A doubtful turn is set aside and counted: a
 * label that a person on the call would dispute misleads more than a missing one. Called by import-call.ts.
 */
import type { TimeSpan } from '../../basics/time-span.js';

export interface CallTurn {
  /** Speech of the caller in order of time, in seconds. */
  readonly speech: readonly TimeSpan[];
  /** When the caller speaks again or the call ends, in seconds. */
  readonly nextSec: number;
}

export interface CallTurns {
  readonly turns: readonly CallTurn[];
  /** Number of turns that were set aside for each reason. */
  readonly setAside: Readonly<Record<SetAside, number>>;
}

export type SetAside =
  | 'caller spoke only over the agent'
  | 'agent began before the caller ended'
  | 'agent put in a short word'
  | 'nobody spoke for long'
  | 'call ended';

/** Shorter agent speech may be a backchannel rather than an answer, in seconds. Chosen by hand. */
const SHORT_ANSWER_SEC = 0.8;
/** After a longer silence of both it is unclear whose turn it was, in seconds. Chosen by hand. */
const LONG_SILENCE_SEC = 5;

export function callTurns(
  caller: readonly TimeSpan[],
  agent: readonly TimeSpan[],
  durationSec: number,
): CallTurns {
  const setAside: Record<SetAside, number> = {
    'caller spoke only over the agent': 0,
    'agent began before the caller ended': 0,
    'agent put in a short word': 0,
    'nobody spoke for long': 0,
    'call ended': 0,
  };
  const turns: CallTurn[] = [];
  for (const group of groupByFloor(caller, agent)) {
    const next = caller.find(({ start }) => start > group.at(-1)!.end)?.start ?? durationSec;
    const doubt = doubtAbout(group, agent, next, durationSec);
    if (doubt === null) turns.push({ speech: group, nextSec: next });
    else setAside[doubt]++;
  }
  return { turns, setAside };
}

/** Groups caller speech into stretches between which no agent speech begins. */
function groupByFloor(caller: readonly TimeSpan[], agent: readonly TimeSpan[]): TimeSpan[][] {
  const groups: TimeSpan[][] = [];
  for (const segment of caller) {
    const last = groups.at(-1)?.at(-1);
    const isOwnTurn =
      last === undefined || agent.some(({ start }) => start >= last.start && start < segment.start);
    if (isOwnTurn) groups.push([segment]);
    else groups.at(-1)!.push(segment);
  }
  return groups;
}

function doubtAbout(
  group: readonly TimeSpan[],
  agent: readonly TimeSpan[],
  nextSec: number,
  durationSec: number,
): SetAside | null {
  const [start, end] = [group[0]!.start, group.at(-1)!.end];
  if (agent.some((talk) => talk.start <= start && talk.end >= end)) return 'caller spoke only over the agent';
  if (agent.some((talk) => talk.start > start && talk.start < end))
    return 'agent began before the caller ended';
  if (agent.some((talk) => talk.start <= start && talk.end > start))
    return 'caller spoke only over the agent';
  const answer = agent.find((talk) => talk.start >= end && talk.start <= nextSec);
  if (answer === undefined) return nextSec >= durationSec ? 'call ended' : 'nobody spoke for long';
  if (answer.start - end > LONG_SILENCE_SEC) return 'nobody spoke for long';
  const isAnswerOnly = agent.every((talk) => talk === answer || talk.start < end || talk.start > nextSec);
  if (answer.end - answer.start < SHORT_ANSWER_SEC && isAnswerOnly) return 'agent put in a short word';
  const longestPause = Math.max(0, ...group.slice(1).map((segment, i) => segment.start - group[i]!.end));
  return longestPause > LONG_SILENCE_SEC ? 'nobody spoke for long' : null;
}
