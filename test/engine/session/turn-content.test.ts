import { describe, expect, it } from 'vitest';
import { TurnContent } from '../../../src/engine/session/turn-content.js';

/** A turn of runs of speech, seconds each; `awaitsClass` for those over the agent. */
function turn(...runs: { sec: number; over?: boolean; class?: 'claim' | 'backchannel' }[]) {
  const content = new TurnContent();
  content.newTurn();
  let at = 0;
  for (const { sec, over = false, class: decided } of runs) {
    content.speechStart(at, over);
    if (decided) content.classed(decided);
    at += sec * 16_000;
    content.speechEnd(at);
    at += 16_000;
  }
  return content;
}
const yes = { sec: 0.4, over: true, class: 'backchannel' } as const;

describe('a turn has nothing to answer', () => {
  it('if all of it was backchannels', () => {
    expect(turn(yes).hasNoAnswer('Yes.')).toBe(true);
    expect(turn(yes, yes).hasNoAnswer('Yes. Yes.')).toBe(true);
    expect(turn(yes).hasNoAnswer(undefined)).toBe(true);
  });

  it('not if some of it was a claim, or said while the agent was silent', () => {
    expect(turn(yes, { sec: 0.4, over: true, class: 'claim' }).hasNoAnswer('Yes. Stop.')).toBe(false);
    expect(turn(yes, { sec: 0.4 }).hasNoAnswer('Yes. Yes.')).toBe(false);
    expect(turn({ sec: 0.4 }, yes).hasNoAnswer('Yes. Yes.')).toBe(false);
  });

  it('not if an onset got no class because the agent stopped, or speech outlasted the agent', () => {
    const dropped = turn({ sec: 0.4, over: true });
    dropped.agentStopped(false);
    expect(dropped.hasNoAnswer('Yes.')).toBe(false);
    expect(turn({ sec: 0.4, over: true }).hasNoAnswer('Yes.')).toBe(false);
    const outlasting = turn(yes);
    outlasting.agentStopped(true);
    expect(outlasting.hasNoAnswer('Yes and')).toBe(false);
  });

  it('if it is short sounds without a word, however many', () => {
    expect(turn({ sec: 0.4 }).hasNoAnswer('')).toBe(true);
    expect(turn({ sec: 0.4 }, { sec: 0.45 }).hasNoAnswer('')).toBe(true);
    expect(turn({ sec: 0.4 }, { sec: 0.5 }).hasNoAnswer('')).toBe(false);
    expect(turn({ sec: 0.4 }).hasNoAnswer('No.')).toBe(false);
    expect(turn({ sec: 0.4 }).hasNoAnswer(undefined)).toBe(false);
  });

  it('forgets the turn before', () => {
    const content = turn({ sec: 2 });
    content.newTurn();
    content.speechStart(0, true);
    content.classed('backchannel');
    content.speechEnd(4000);
    expect(content.hasNoAnswer('Yes.')).toBe(true);
    expect(content.speechSamples).toBe(4000);
  });
});
