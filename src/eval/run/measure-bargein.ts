/** Runs a stream session with the labelled agent speech and pairs its barge-in events. Called by evaluate-row.ts. */
import type { WireEvent } from '../../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { AgentSpeech } from '../../protocol/messages.js';
import type { TimedMessage } from '../../protocol/timed-messages.js';
import type { CorpusRow } from '../corpora/corpus-format.js';
import type { RowResult } from '../results/row-result.js';
import { startOf, withTail, type RowPlan } from './row-plan.js';
import type { SessionRunner } from './session-runner.js';

export async function measureBargeIn(
  row: CorpusRow,
  audio: Int16Array,
  plan: RowPlan,
  runner: SessionRunner,
) {
  const controls = (row.agent_speech ?? []).flatMap(
    ({ start, end, utterance_id }): TimedMessage<AgentSpeech>[] => [
      at(start, { type: 'agent.speech', phase: 'start', utterance_id }),
      at(end, { type: 'agent.speech', phase: 'end', utterance_id }),
    ],
  );
  const events = await runner.events({
    name: `${row.id} bargein`,
    endpoint: 'stream',
    start: { ...startOf(row, plan), signals: ['vad', 'eot', 'bargein'] },
    audio: withTail(audio, plan),
    controls,
  });
  return { reference: row.barge_ins!, found: pairOnsets(events) };
}

function at(seconds: number, message: AgentSpeech): TimedMessage<AgentSpeech> {
  return { atSample: Math.round(seconds * SAMPLE_RATE_HZ), message };
}

/** @returns each onset with the class that followed it; null if the onset was dropped. */
function pairOnsets(events: readonly WireEvent[]): NonNullable<RowResult['bargein']>['found'] {
  const found: NonNullable<RowResult['bargein']>['found'] = [];
  for (const event of events) {
    if (event.type === 'bargein.onset') found.push({ onset_t: event.t, class: null, decided_after_ms: null });
    if (event.type === 'bargein.class' && found.length > 0)
      found[found.length - 1] = {
        onset_t: found.at(-1)!.onset_t,
        class: event.class,
        decided_after_ms: event.decided_after_ms,
      };
  }
  return found;
}
