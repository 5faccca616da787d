/** The seam between a measurement and what is measured: an engine in this process, or a service. */
import type { WireEvent } from '../../protocol/events.js';
import type { AgentSpeech } from '../../protocol/messages.js';
import type { Endpoint } from '../../protocol/names.js';
import type { TimedMessage } from '../../protocol/timed-messages.js';
import type { CostFigures } from '../results/run-cost.js';

/** Error code of a service that was never reached: it fails every recording alike. */
export const NEVER_REACHED = 'service_never_reached';

export interface SessionRequest {
  /** Name of the session in ids and errors. */
  readonly name: string;
  readonly endpoint: Endpoint;
  /** Fields of `session.start` without type and key. */
  readonly start: Readonly<Record<string, unknown>>;
  /** 16 kHz mono. */
  readonly audio: Int16Array;
  /** In order of `atSample`. */
  readonly controls: readonly TimedMessage<AgentSpeech>[];
}

/** A session that is only scored: it has no control messages. */
export interface ScoreRequest extends Omit<SessionRequest, 'controls'> {
  readonly intervalSec: number;
}

/** p_eot at a time, in seconds. It does not depend on later audio. */
export interface TimedScore {
  readonly timestamp: number;
  readonly p_eot: number;
}

export interface SessionRunner {
  /** @returns the whole event log of one session. */
  events(request: SessionRequest): Promise<WireEvent[]>;
  /** @returns the scores of one turn at every multiple of the interval. */
  scores(request: ScoreRequest): Promise<TimedScore[]>;
  close(): Promise<void>;
}

/** A runner that knows what it has cost so far, over all its processes. */
export interface MeasuredRunner extends SessionRunner {
  figures(): CostFigures;
}
