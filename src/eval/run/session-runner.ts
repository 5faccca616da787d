/** The seam between a measurement and what is measured: an engine in this process, or a service elsewhere. */
import type { WireEvent } from '../../protocol/events.js';
import type { AgentSpeech } from '../../protocol/messages.js';
import type { Endpoint } from '../../protocol/names.js';
import type { TimedMessage } from '../../protocol/timed-messages.js';

/** Error code of a service that was never reached: no recording can be measured there. */
export const NEVER_REACHED = 'service_never_reached';

export interface SessionRequest {
  /** Names the session in ids and errors. */
  readonly name: string;
  readonly endpoint: Endpoint;
  /** Fields of `session.start` without type and key. */
  readonly start: Readonly<Record<string, unknown>>;
  /** 16 kHz mono. */
  readonly audio: Int16Array;
  /** In order of `atSample`. */
  readonly controls: readonly TimedMessage<AgentSpeech>[];
}

/** A session that is only scored: nothing is sent but its audio. */
export interface ScoreRequest extends Omit<SessionRequest, 'controls'> {
  readonly intervalSec: number;
}

/** p_eot at a time, seconds; depends on nothing after it. */
export interface TimedScore {
  readonly timestamp: number;
  readonly p_eot: number;
}

export interface SessionRunner {
  /** The whole event log of one session. */
  events(request: SessionRequest): Promise<WireEvent[]>;
  /** Scores of one turn at every multiple of the interval. */
  scores(request: ScoreRequest): Promise<TimedScore[]>;
  close(): Promise<void>;
}
