/** Turns and barge-ins of a log, as the page numbers and tells them. */
import { describe, expect, it } from 'vitest';
import { bargeInsOf, turnsOf } from '../../src/view/turns-of.js';
import { callLog, logOf } from '../helpers/events.js';

const end = (t: number, p_eot: number, by: 'score' | 'timeout', latency_ms = 500) =>
  ({ type: 'turn.end', t, speaker: 'user', p_eot, latency_ms, by, profile: 'cutoff_5pct' }) as const;

describe('turns', () => {
  it('a turn that went on after its end keeps its number', () => {
    const turns = turnsOf(callLog(), 0.76);
    expect(turns.map(({ of }) => of)).toEqual([
      { turn: 1, startSec: 0.5, endSec: 2.4, speechEndSec: 2, by: 'score', resumedSec: 3.4 },
      { turn: 1, startSec: 0.5, endSec: 8, speechEndSec: 5, by: 'timeout' },
    ]);
    expect(turns.map(({ row }) => [row.kind, row.title])).toEqual([
      ['cut', 'Turn 1 cut off'],
      ['turn', 'Turn 1 ended'],
    ]);
    expect(turns[0]!.row.text).toBe(
      '400 ms after the last speech, by its score: 0.810, above the threshold of 0.76. Too early: the speaker went on 1000 ms later',
    );
  });

  it('the next turn has the next number, and begins with its own speech', () => {
    const speech = (t: number) => [
      { type: 'vad.start', t, speaker: 'user' } as const,
      { type: 'vad.end', t: t + 1, speaker: 'user', duration: 1 } as const,
    ];
    const log = logOf(
      ...speech(0),
      end(1.5, 0.9, 'score'),
      ...speech(4),
      ...speech(6),
      end(7.5, 0.9, 'score'),
    );
    expect(turnsOf(log, 0.8).map(({ of }) => [of.turn, of.startSec])).toEqual([
      [1, 0],
      [2, 4],
    ]);
  });

  it('tells the two kinds of timeout apart', () => {
    const texts = turnsOf(logOf(end(2, 0.94, 'timeout'), end(9, 0.3, 'timeout')), 0.93).map(
      ({ row }) => row.text,
    );
    expect(texts[0]).toContain(
      'stayed below the threshold of 0.93; the growing silence raised the score to 0.940',
    );
    expect(texts[1]).toContain('the score stayed at 0.300, below the threshold of 0.93');
  });

  it('gives the words that the scorer read last before the end', () => {
    const heard = [
      { t: 1.8, text: 'I would like' },
      { t: 2, text: 'I would like to book.' },
      { t: 5, text: 'later' },
    ];
    const [turn] = turnsOf(logOf(end(2, 0.9, 'score')), 0.8, heard);
    expect(turn!.row.text).toMatch(/Heard: “I would like to book\.”$/);
  });
});

describe('barge-ins', () => {
  const onset = (t: number) => ({ type: 'bargein.onset', t, agent_speaking: true }) as const;
  const decision = (t: number, kind: 'claim' | 'backchannel', p_claim: number | null) =>
    ({ type: 'bargein.class', t, class: kind, p_claim, decided_after_ms: 300 }) as const;

  it('each has the decision that follows it, if one does', () => {
    const log = logOf(
      onset(1),
      decision(1.3, 'claim', 0.9),
      onset(4),
      onset(6),
      decision(6.3, 'backchannel', null),
    );
    const found = bargeInsOf(log);
    expect(found.map(({ of }) => of)).toEqual([
      { onsetSec: 1, decidedSec: 1.3, class: 'claim' },
      { onsetSec: 4 },
      { onsetSec: 6, decidedSec: 6.3, class: 'backchannel' },
    ]);
    expect(found.map(({ row }) => [row.kind, row.title])).toEqual([
      ['claim', 'Claim'],
      ['onset', 'Over the agent'],
      ['backchannel', 'Backchannel'],
    ]);
    expect(found[0]!.row.text).toContain('(probability of a claim 0.90), decided after 300 ms');
    expect(found[2]!.row.text).not.toContain('(probability');
  });
});
