/**
 * Finds where a caller spoke while the agent was talking, and classes it as a claim of the floor or a backchannel. If
 * anything in a stretch of agent speech could be either, the whole stretch is set aside and counted. Called by
 * import-call.ts. The bounds below are chosen by hand: wider ones give more labels that a listener would dispute.
 */
import type { TimeSpan } from '../../basics/time-span.js';
import type { BargeInReference } from '../../metrics/barge-in.js';

/** One stretch of agent speech and what the caller said in it, in seconds of the call. */
export interface CallOverlap {
  readonly agent: TimeSpan;
  readonly bargeIns: readonly BargeInReference[];
}

export interface CallOverlaps {
  readonly overlaps: readonly CallOverlap[];
  /** Number of utterances of the caller that could be either. */
  readonly ambiguous: number;
}

/** A shorter pause of the agent does not end its stretch of speech, in seconds. */
const AGENT_GAP_SEC = 1;
/** A shorter pause of the caller does not end an utterance, in seconds. */
const CALLER_GAP_SEC = 0.6;
/** A caller who begins less than this after the agent began with it, in seconds. */
const AFTER_START_SEC = 0.5;
/** A backchannel is at most this long, in seconds. */
const SHORT_SEC = 0.8;
/** A shorter sound may be a breath or a click, in seconds. */
const AUDIBLE_SEC = 0.2;
/** After a backchannel the agent talks on for at least this long, in seconds. */
const TALKS_ON_SEC = 1;
/** At a claim the agent stops at most this long after the caller began, in seconds. */
const YIELDS_WITHIN_SEC = 2;
/** At a claim the caller talks on for at least this long after the agent has stopped, in seconds. */
const OUTLASTS_SEC = 0.5;

export function callOverlaps(caller: readonly TimeSpan[], agent: readonly TimeSpan[]): CallOverlaps {
  const utterances = merged(caller, CALLER_GAP_SEC);
  const overlaps: CallOverlap[] = [];
  let ambiguous = 0;
  for (const stretch of merged(agent, AGENT_GAP_SEC)) {
    const inside = utterances.filter(({ start }) => start > stretch.start && start < stretch.end);
    const speaksAlready = utterances.some(({ start, end }) => start <= stretch.start && end > stretch.start);
    if (inside.length === 0) continue;
    const classes = inside.map((utterance) => classOf(utterance, stretch));
    const unclear = speaksAlready ? inside.length : classes.filter((one) => one === null).length;
    ambiguous += unclear;
    if (unclear > 0) continue;
    overlaps.push({
      agent: stretch,
      bargeIns: inside.map(({ start, end }, i) => ({ start, end, class: classes[i]! })),
    });
  }
  return { overlaps, ambiguous };
}

function classOf(utterance: TimeSpan, agent: TimeSpan): BargeInReference['class'] | null {
  if (utterance.start - agent.start < AFTER_START_SEC) return null;
  if (utterance.end - utterance.start < AUDIBLE_SEC) return null;
  const isShort = utterance.end - utterance.start <= SHORT_SEC;
  if (isShort && agent.end - utterance.end >= TALKS_ON_SEC) return 'backchannel';
  const yields = agent.end - utterance.start <= YIELDS_WITHIN_SEC;
  return !isShort && yields && utterance.end - agent.end >= OUTLASTS_SEC ? 'claim' : null;
}

/** Joins stretches with a gap of less than `gapSec` between them. */
export function merged(speech: readonly TimeSpan[], gapSec: number): TimeSpan[] {
  const out: TimeSpan[] = [];
  for (const { start, end } of speech) {
    const last = out.at(-1);
    if (last !== undefined && start - last.end < gapSec)
      out[out.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else out.push({ start, end });
  }
  return out;
}
