/**
 * The score over a silence, for the page of `serve`: sent beside the events of a session whose socket was opened with
 * `?scores=1` (docs/protocol.md, "Other paths"). No event, so it has no `seq` and is in no log.
 */
import { WebSocket } from 'ws';
import type { EotPolicy } from '../eot/policy.js';
import type { TraceRecord } from '../engine/session/session-setup.js';
import type { ScoreMessage } from '../protocol/score-message.js';

/** @returns what sends the score of a grid step, while the socket is open. */
export function scoreSender(policy: EotPolicy, socket: WebSocket): (record: TraceRecord) => void {
  return (record) => {
    const message = scoreMessage(record, policy);
    if (message && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
}

/** @returns undefined outside the silences of an open turn. */
function scoreMessage(record: TraceRecord, policy: EotPolicy): ScoreMessage | undefined {
  const { t, silence_s, p_eot, parts } = record;
  if (p_eot === null) return undefined;
  return {
    type: 'score',
    t,
    silence_s,
    p_eot,
    threshold: policy.threshold,
    action_delay_s: policy.actionDelaySec,
    timeout_s: policy.timeoutSec,
    ...(typeof parts?.heard === 'string' && { heard: parts.heard }),
  };
}
