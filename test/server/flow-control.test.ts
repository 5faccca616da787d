import { expect, it } from 'vitest';
import { FlowControl } from '../../src/server/flow-control.js';
import { Intake, type Item } from '../../src/server/intake.js';
import { DEFAULT_LIMITS } from '../../src/server/server-options.js';

const speech = (utteranceId: string): Item => ({
  kind: 'control',
  message: { type: 'agent.speech', phase: 'start', utterance_id: utteranceId },
  wallArrivedMs: 0,
});

it.each([
  ['seconds of audio', 7, { kind: 'audio', samples: new Int16Array(16_000), wallArrivedMs: 0 }],
  ['messages without a length to speak of', 2_001, speech('agent_1')],
  ['messages as long as a frame may be', 3, speech('x'.repeat(1_000_000))],
] satisfies [string, number, Item][])('a socket is not read while %s wait', (_what, most, item) => {
  const calls: string[] = [];
  const socket = { bufferedAmount: 0, pause: () => calls.push('pause'), resume: () => calls.push('resume') };
  const flow = new FlowControl(socket, DEFAULT_LIMITS);
  const intake = new Intake();
  const regulate = (): void => flow.regulate(intake, 0, 0);
  regulate();
  for (; !flow.paused && intake.length < 10_000; regulate()) intake.push(item);
  expect(intake.length).toBeLessThanOrEqual(most);
  while (intake.shift()) regulate();
  regulate();
  expect(calls).toEqual(['pause', 'resume']);
});
