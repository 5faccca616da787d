/**
 * What every door drives: audio and control messages in, wire events out. No I/O, no clock: time is the number of
 * samples pushed. Calls are taken in order; the events of a call depend only on the samples and messages before it,
 * never on how the audio was cut or how fast the machine is.
 */
import type { BodyOf, WireEvent } from '../../protocol/events.js';
import type { ControlMessage } from '../../protocol/messages.js';
import type { CloseFrame } from '../../protocol/reasons.js';

/**
 * One session. Its promises reject with a TurnwireError of the inference: kind `model` where a model file is missing or
 * damaged, `internal` once the inference is closed or its threads have died.
 */
export interface Engine {
  /** `session.started`. Call once, first. */
  start(): WireEvent[];
  /**
   * @param samples 16 kHz mono PCM16, any number. Ignored once the session is closed.
   * @param tell given, it gets each event as soon as it is certain, in order, and none of them is returned: speech that
   * ends is told before its words are decoded.
   */
  push(samples: Int16Array, tell?: (events: WireEvent[]) => void): Promise<WireEvent[]>;
  /** Applied at the current sample position. `session.end` ends the session like `end()`. */
  control(message: ControlMessage): Promise<WireEvent[]>;
  /** An event that only the door can know of (bad input, a connection idle by the wall clock), in sequence. */
  notify(body: BodyOf<'warning'>): Promise<WireEvent[]>;
  /** Ends the session at the current sample position: open speech is closed, the summary comes last. Idempotent. */
  end(): Promise<WireEvent[]>;
  /** Why the session is over, once it is: normal end or idle timeout. */
  readonly closed: CloseFrame | undefined;
}
