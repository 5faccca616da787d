/** A schedule file: control messages at times of the audio. `turnwire run --agent` files are schedules too. */
import { z } from 'zod';
import { describeIssue } from '../protocol/describe-shape.js';
import { TurnwireError } from '../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { TimedMessage } from '../protocol/timed-messages.js';

/** Unchecked: what it means is the service's affair. */
export type ScheduledMessage = TimedMessage<Readonly<Record<string, unknown>>>;

const scheduleSchema = z.array(
  z.looseObject({ t: z.number().nonnegative(), type: z.string().default('agent.speech') }),
);

/** @param content parsed JSON: an array of messages with `t`, seconds; `type` is `agent.speech` when left out. */
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
