import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bargeInOutcome, claimPrecision, claimRecall } from '../../../src/eval/metrics/barge-in.js';
import { shareInterval } from '../../../src/eval/metrics/bootstrap.js';
import { turnOutcome, type TurnEndEvent } from '../../../src/eval/metrics/turn-outcome.js';
import { addTurnCounts, countTurn, NO_TURNS, turnTotals } from '../../../src/eval/metrics/turn-totals.js';

const ended = (t: number, by: 'score' | 'timeout' = 'score'): TurnEndEvent => ({
  t,
  by,
  p_eot: 0.9,
  latency_ms: 100,
});

/** Pauses at 1.0-1.4 and 2.0-3.0, and one too short to count; speech ends at 5.0. */
const SPANS = [
  { start: 1, end: 1.4 },
  { start: 2, end: 3 },
  { start: 4, end: 4.1 },
  { start: 5, end: 6.5 },
];

describe('one turn', () => {
  test('ended once, after its end', () => {
    expect(turnOutcome(SPANS, [ended(5.4)], 0)).toMatchObject({
      holds: 2,
      cutHolds: 0,
      strayCuts: 0,
      latencySec: 0.4,
      endedBy: 'score',
    });
  });

  test('cut in a pause, even if heard a moment after speech went on, and ended again', () => {
    const outcome = turnOutcome(SPANS, [ended(2.5), ended(3.2), ended(6, 'timeout')], 1);
    expect(outcome).toMatchObject({
      cutHolds: 1,
      cutHoldStarts: [2],
      strayCuts: 0,
      latencySec: 1,
      endedBy: 'timeout',
    });
  });

  test('one end cuts one pause, where two lie close together too', () => {
    const close = [{ start: 1, end: 2 }, { start: 2.1, end: 3 }, SPANS[3]!];
    expect(turnOutcome(close, [ended(2.2)], 1)).toMatchObject({ holds: 2, cutHolds: 1, cutHoldStarts: [1] });
    expect(turnOutcome(close, [ended(2.2), ended(2.7)], 2)).toMatchObject({ cutHolds: 2, strayCuts: 0 });
  });

  test('an end in the middle of speech, or in a pause too short to count, is a stray', () => {
    expect(turnOutcome(SPANS, [ended(0.5), ended(4.2), ended(5.3)], 0)).toMatchObject({
      cutHolds: 0,
      strayCuts: 2,
    });
  });

  test('never ended', () => {
    expect(turnOutcome(SPANS, [], 0)).toMatchObject({ latencySec: null, endedBy: null });
  });
});

test('counts add over any split of the turns', () => {
  const turn = fc.array(fc.integer({ min: 5, max: 90 }), { maxLength: 4 }).map((times) =>
    turnOutcome(
      SPANS,
      times.sort((a, b) => a - b).map((t) => ended(t / 10)),
      0,
    ),
  );
  fc.assert(
    fc.property(fc.array(turn, { minLength: 2, maxLength: 12 }), fc.nat(12), (turns, at) => {
      const count = (part: typeof turns) => part.map(countTurn).reduce(addTurnCounts, NO_TURNS);
      expect(addTurnCounts(count(turns.slice(0, at)), count(turns.slice(at)))).toEqual(count(turns));
      const totals = turnTotals(turns);
      expect(totals).toMatchObject(count(turns));
      if (totals.cutoffPerHoldInterval !== null) {
        expect(totals.cutoffPerHoldInterval.low).toBeLessThanOrEqual(totals.cutoffPerHold! + 1e-12);
        expect(totals.cutoffPerHoldInterval.high).toBeGreaterThanOrEqual(totals.cutoffPerHold! - 1e-12);
      }
    }),
    { numRuns: 25 },
  );
});

test('where nothing was counted the interval is the exact binomial bound, not a point', () => {
  const units = Array.from({ length: 20 }, () => 1);
  const share = (count: number) =>
    shareInterval(
      units.map((_, i) => i),
      (i) => (i < count ? 1 : 0),
      () => 1,
    )!;
  // 0 of 20 and 20 of 20: 1 - 0.025^(1/20) = 0.1684 (Clopper and Pearson's own tables: 0.168).
  expect(share(0)).toEqual({ low: 0, high: expect.closeTo(0.1684, 4) as number });
  expect(share(20)).toEqual({ low: expect.closeTo(0.8316, 4) as number, high: 1 });
  expect(share(10).low).toBeGreaterThan(0.2);
  expect(share(10).high).toBeLessThan(0.8);
});

test('barge-in: claims found, missed, and backchannels taken for claims', () => {
  const reference = [
    { start: 1, end: 2, class: 'claim' as const },
    { start: 5, end: 5.4, class: 'backchannel' as const },
    { start: 8, end: 9, class: 'claim' as const },
  ];
  const found = [
    { onset_t: 1.1, class: 'claim' as const, decided_after_ms: 300 },
    { onset_t: 5.1, class: 'claim' as const, decided_after_ms: 500 },
    { onset_t: 12, class: 'claim' as const, decided_after_ms: 400 },
  ];
  const { counts, decisionMs } = bargeInOutcome(reference, found);
  expect(counts).toEqual({
    claims: 2,
    backchannels: 1,
    foundClaims: 1,
    missedClaims: 1,
    backchannelsTakenForClaims: 1,
    falseClaims: 1,
  });
  expect(claimPrecision(counts)).toBeCloseTo(1 / 3, 12);
  expect(claimRecall(counts)).toBe(0.5);
  expect(decisionMs).toEqual([300, 500]);
});
