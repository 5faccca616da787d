/**
 * What every door drives: audio and control messages in, wire events out. An engine has no I/O and no clock: its time is
 * the number of samples pushed. Calls are taken in order. The events of a call depend only on the samples and messages
 * before it, never on how the audio was cut or how fast the machine is.
 */
import type { BodyOf, WireEvent } from '../../protocol/events.js';
import type { ControlMessage } from '../../protocol/messages.js';
import type { CloseFrame } from '../../protocol/reasons.js';

/**
 * One session. Its promises reject with a TurnwireError of the inference: kind `model` if a model file is missing or
 * damaged, `internal` once the inference is closed or its threads have died.
 */
export interface Engine {
  /**
   * Loads the models of the session's languages. Call once, before `start`. Without it they are loaded when they are first needed.
   * Rejects with a TurnwireError of kind `model` if a file is missing, unreadable or damaged.
   */
  prepare(): Promise<void>;
  /** `session.started`. Call once, before audio. */
  start(): WireEvent[];
  /**
   * @param samples 16 kHz mono PCM16, any number. Ignored once the session is closed. They must not change before the promise
   * is settled. Rejects with a TurnwireError of kind `usage` if they are bytes, floats or anything else.
   * @param onEvents if given, it receives each event as soon as it is certain, in order, and the promise resolves with
   * none of them. So `vad.end` comes before the words of that speech are decoded.
   */
  push(samples: Int16Array, onEvents?: (events: WireEvent[]) => void): Promise<WireEvent[]>;
  /** Applied at the current sample position. `session.end` ends the session like `end()`. */
  control(message: ControlMessage): Promise<WireEvent[]>;
  /** Puts an event into the sequence that only the door can know of: bad input, a connection idle by the wall clock. */
  notify(body: BodyOf<'warning'>): Promise<WireEvent[]>;
  /** Ends the session at the current sample position: open speech is closed, the summary comes last. Idempotent. */
  end(): Promise<WireEvent[]>;
  /** How the session ended, normally or by the idle timeout; undefined while it is open. */
  readonly closed: CloseFrame | undefined;
}
