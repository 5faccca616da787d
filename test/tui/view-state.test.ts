import { describe, expect, it } from 'vitest';
import { initialState, reduce, type ViewAction, type ViewState } from '../../src/tui/index.js';
import { callLog, roomLog } from '../helpers/events.js';

const play = (actions: ViewAction[]): ViewState => actions.reduce(reduce, initialState());
const events = (log: ReturnType<typeof callLog>): ViewAction[] =>
  log.map((event) => ({ kind: 'event', event }));

describe('reduce', () => {
  it('counts turns and keeps their latency', () => {
    const state = play(events(callLog()));
    expect(state.counts).toEqual({ turns: 2, byScore: 1, resumed: 1, latencyMs: 3400 });
    expect(state.over).toBe(true);
    expect(state.t).toBe(9);
  });

  it('follows the turn from speech to its end', () => {
    const seen = callLog().map((_, i, log) => play(events(log.slice(0, i + 1))).turn);
    expect(seen).toEqual([
      'waiting',
      'speaking',
      'quiet',
      'ended',
      'speaking',
      'speaking',
      'speaking',
      'speaking',
      'quiet',
      'ended',
      'ended',
    ]);
  });

  it('keeps the words of each voice and drops its partial when they are final', () => {
    const state = play(events(roomLog()));
    expect([...state.voices.keys()]).toEqual(['spk_1', 'spk_2']);
    expect(state.voices.get('spk_1')).toMatchObject({ partial: '', language: 'en' });
    expect(state.voices.get('spk_1')!.finals.map((final) => final.text)).toEqual([
      'hello there',
      'my "friend"',
      'later',
    ]);
  });

  it('never moves its clock back and fills one strip cell a tenth of a second', () => {
    const state = play([
      { kind: 'sound', t: 0.5, rms: 0.1, peak: 0.2 },
      { kind: 'clock', t: 0.3 },
      { kind: 'sound', t: 1.04, rms: 0.1, peak: 0.2 },
    ]);
    expect(state.t).toBe(1.04);
    expect(state.strip).toHaveLength(10);
  });

  it('draws the scores of the last silence only', () => {
    const trace = (t: number, silenceSec: number, pEot: number | null): ViewAction => ({
      kind: 'trace',
      point: { t, speech: 0, silenceSec, pEot },
    });
    const [started, speech, quiet] = events(callLog());
    const state = play([
      started!,
      speech!,
      trace(1, 0, null),
      quiet!,
      trace(2.1, 0.1, 0.2),
      trace(2.2, 0.2, 0.5),
    ]);
    expect(state.silence).toEqual([
      { sec: 0.1, p: 0.2 },
      { sec: 0.2, p: 0.5 },
    ]);
    expect(
      play([...events(callLog()).slice(0, 3), trace(2.1, 0.1, 0.2), ...events(callLog()).slice(4, 9)])
        .silence,
    ).toEqual([]);
  });

  it('does not change the state it was given', () => {
    const before = play(events(roomLog().slice(0, 4)));
    const copy = structuredClone(before);
    events(roomLog()).forEach((action) => void reduce(before, action));
    expect(before).toEqual(copy);
  });
});
