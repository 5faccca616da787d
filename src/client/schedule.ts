/** Reads a schedule file: control messages at times of the audio. A file for `turnwire run --agent` is a schedule too. */
import { z } from 'zod';
import { describeIssue } from '../protocol/describe-shape.js';
import { TurnwireError } from '../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { TimedMessage } from '../protocol/timed-messages.js';

/** A message as it was given, unchecked: the service checks it. */
export type ScheduledMessage = TimedMessage<Readonly<Record<string, unknown>>>;

const scheduleSchema = z.array(
  z.looseObject({ t: z.number().nonnegative(), type: z.string().default('agent.speech') }),
);

/** @param content parsed JSON: an array of messages with `t` in seconds; without a `type` they are `agent.speech`. */
export function scheduleOf(content: unknown): ScheduledMessage[] {
  const parsed = scheduleSchema.safeParse(content);
  if (!parsed.success) {
    const text = `--schedule: expected a JSON array of {t, type, …}; ${describeIssue(parsed.error)}`;
    throw new TurnwireError('usage', 'bad_schedule', text);
  }
  return parsed.data
    .map(({ t, type, ...fields }) => ({
      atSample: Math.round(t * SAMPLE_RATE_HZ),
      message: { type, ...fields },
    }))
    .sort((a, b) => a.atSample - b.atSample);
}
