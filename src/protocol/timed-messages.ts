/** Control messages at places of the sound. Every door cuts the sound where one is due, and cuts it here: so their logs agree. */
import type { ControlMessage } from './messages.js';

export interface TimedMessage<Message = ControlMessage> {
  /** Applied once so many samples have gone before it, from the start of the session. */
  readonly atSample: number;
  readonly message: Message;
}

/**
 * Samples and the messages that are due among them, in turn; a late message comes first.
 *
 * @param doneSamples how many went before these.
 * @param waiting in order of `atSample`; those that are due are taken out.
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
