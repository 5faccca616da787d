/** The two events of a barge-in as they go over the wire. Called by bargein-tracker.ts. */
import type { BargeinDecision } from '../../bargein/policy.js';
import type { BodyOf } from '../../protocol/events.js';
import { toMs } from '../../protocol/grid.js';

export function onsetOf(tSec: number, utteranceId: string | undefined): BodyOf<'bargein.onset'> {
  return { type: 'bargein.onset', t: tSec, agent_speaking: true, ...idField(utteranceId) };
}

export function classOf(
  tSec: number,
  { class: decided, pClaim }: BargeinDecision,
  onsetSec: number,
  utteranceId: string | undefined,
): BodyOf<'bargein.class'> {
  return {
    type: 'bargein.class',
    t: tSec,
    class: decided,
    p_claim: pClaim === null ? null : Math.round(pClaim * 1e4) / 1e4,
    decided_after_ms: toMs(tSec - onsetSec),
    ...idField(utteranceId),
  };
}

function idField(utteranceId: string | undefined): { utterance_id?: string } {
  return utteranceId === undefined ? {} : { utterance_id: utteranceId };
}
