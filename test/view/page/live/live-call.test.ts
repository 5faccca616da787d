import { describe, expect, it } from 'vitest';
import type { ScoreMessage } from '../../../../src/protocol/score-message.js';
import { LiveCall } from '../../../../src/view/page/live/live-call.js';
import { callLog, roomLog } from '../../../helpers/events.js';

const score = (t: number, silence_s: number, p_eot: number): ScoreMessage => ({
  type: 'score',
  t,
  silence_s,
  p_eot,
  threshold: 0.76,
  action_delay_s: 0.3,
  timeout_s: 3,
});

/** A call that has received a log, with scores after the first end of speech. */
function received(events = callLog()): LiveCall {
  const call = new LiveCall('call.wav', 'Caller');
  for (const event of events) {
    call.receive(event, JSON.stringify(event));
    if (event.type !== 'vad.end' || event.t !== 2) continue;
    for (let i = 1; i <= 4; i++) {
      const message = score(2 + i / 10, i / 10, i / 5);
      call.receive(message, JSON.stringify(message));
    }
  }
  return call;
}

describe('a session that goes on', () => {
  it('keeps the log without the scores, line by line', () => {
    expect(received().lines).toEqual(callLog().map((event) => JSON.stringify(event)));
  });

  it('makes the data of the page: turns, barge-ins, and the scores of each silence', () => {
    const { turns, bargeIns, silences, limits } = received().view();
    expect(turns.map(({ turn, resumedSec }) => [turn, resumedSec])).toEqual([
      [1, 3.4],
      [1, undefined],
    ]);
    expect(bargeIns).toHaveLength(1);
    expect(silences).toEqual([
      {
        startSec: 2,
        points: [
          [2.1, 0.2],
          [2.2, 0.4],
          [2.3, 0.6],
          [2.4, 0.8],
        ],
      },
    ]);
    expect(limits).toEqual({ threshold: 0.76, actionDelaySec: 0.3, timeoutSec: 3 });
    expect(received().turns).toBe(1);
  });

  it('shows the newest silence with the end of its turn, at the score that ended it', () => {
    const call = new LiveCall('call.wav', 'Caller');
    for (const event of callLog().slice(0, 3)) call.receive(event, '');
    call.receive(score(2.4, 0.42, 0.81), '');
    call.receive(callLog()[3]!, '');
    expect(call.silence).toEqual({ points: [[0.42, 0.81]], end: { sec: 0.42, latencyMs: 400, by: 'score' } });
    for (const event of callLog().slice(4, 9)) call.receive(event, '');
    expect(call.silence).toEqual({ points: [] });
  });

  it('has a lane for the agent once it is known to speak', () => {
    const call = received();
    call.heard(new Int16Array(16_000));
    expect(call.view().channels.map(({ role }) => role)).toEqual(['user']);
    call.agentSpeech('start');
    call.agentSpeech('start');
    call.heard(new Int16Array(8000));
    expect(call.view().channels[1]).toMatchObject({ role: 'agent', speech: [[1, 1.5]] });
    call.agentSpeech('end');
    call.heard(new Int16Array(8000));
    expect(call.view().channels[1]).toMatchObject({ speech: [[1, 1.5]] });
  });

  it('draws the sound up to now, whatever the pieces', () => {
    const call = new LiveCall('x', 'Caller');
    for (let i = 0; i < 10; i++) call.heard(new Int16Array(1600).fill(1000), new Int16Array(1600));
    const [user, agent] = call.view().channels;
    expect(call.t).toBe(1);
    expect(user!.peaks).toHaveLength(2 * user!.peaksPerSec);
    expect(Math.max(...(user!.peaks as Int8Array))).toBe(127);
    expect(Math.max(...(agent!.peaks as Int8Array))).toBe(0);
  });

  it('has the words of a room by voice', () => {
    const { voices, endpoint } = received(roomLog()).view();
    expect(endpoint).toBe('room');
    expect(voices.map(({ name }) => name)).toEqual(['spk_1', 'spk_2']);
  });
});
