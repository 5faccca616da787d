/** Control messages that take effect at a given sample. Every door splits the sound here, at the same samples, so that the logs agree. */
import type { ControlMessage } from './messages.js';

export interface TimedMessage<Message = ControlMessage> {
  /** Number of samples, from the start of the session, after which the message takes effect. */
  readonly atSample: number;
  readonly message: Message;
}

/**
 * Yields pieces of the samples and the messages that are due between them, in order; an overdue message comes first.
 *
 * @param doneSamples number of samples of the session before these
 * @param waiting messages in order of `atSample`; those that are due are removed
 */
export function* inTurn<Message>(
  samples: Int16Array,
  doneSamples: number,
  waiting: TimedMessage<Message>[],
): Generator<Int16Array | TimedMessage<Message>> {
  let at = 0;
  while (waiting.length > 0 && waiting[0]!.atSample <= doneSamples + samples.length) {
    const timed = waiting.shift()!;
    const until = Math.max(at, timed.atSample - doneSamples);
    if (until > at) yield samples.subarray(at, until);
    yield timed;
    at = until;
  }
  if (at < samples.length) yield samples.subarray(at);
}
