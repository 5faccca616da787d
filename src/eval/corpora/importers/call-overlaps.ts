/**
 * Where a caller spoke while the agent was talking: claims of the floor and backchannels. What a person could hear
 * either way is set aside and counted, with the whole stretch of agent speech it happened in.
 */
import type { TimeSpan } from '../../basics/time-span.js';
import type { BargeInReference } from '../../metrics/barge-in.js';

/** One stretch of agent speech and what the caller did in it; seconds of the call. */
export interface CallOverlap {
  readonly agent: TimeSpan;
  readonly bargeIns: readonly BargeInReference[];
}

export interface CallOverlaps {
  readonly overlaps: readonly CallOverlap[];
  /** Caller speech over the agent that could be either. */
  readonly ambiguous: number;
}

/** Agent pauses shorter than this do not end what the agent is saying, seconds. */
const AGENT_GAP_SEC = 1;
/** Caller pauses shorter than this belong to one utterance, seconds. */
const CALLER_GAP_SEC = 0.6;
/** Nearer to the start of the agent's speech both began at once, seconds. */
const AFTER_START_SEC = 0.5;
/** A backchannel is no longer than this, and the agent talks on for at least this after it, seconds. */
const SHORT_SEC = 0.8;
/** Shorter sounds may be a breath or a click, seconds. */
const AUDIBLE_SEC = 0.2;
const TALKS_ON_SEC = 1;
/** A claim: the agent stops this soon after the caller began, and the caller outlasts it by this, seconds. */
const YIELDS_WITHIN_SEC = 2;
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

/** Stretches with less than `gapSec` between them as one. */
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
