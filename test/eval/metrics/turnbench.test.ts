import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/eval/basics/seeded-random.js';
import { countTurnBench, type TurnBenchEvents } from '../../../src/eval/metrics/turnbench.js';

const counts = (events: number[], traps: [number, number][], detections: number[]) => {
  const { latencySec, ...rest } = countTurnBench({
    events,
    traps: traps.map(([start, end]) => ({ start, end })),
    detections,
  });
  return [rest.found, rest.missed, rest.sprung, rest.quiet, latencySec.map((sec) => Number(sec.toFixed(3)))];
};

describe('the definition of TurnBench', () => {
  it('finds an event from 0.25 s before it to 3 s after it', () => {
    expect(counts([10], [], [9.75])).toEqual([1, 0, 0, 0, [-0.25]]);
    expect(counts([10], [], [13])).toEqual([1, 0, 0, 0, [3]]);
    expect(counts([10], [], [9.7])).toEqual([0, 1, 0, 0, []]);
    expect(counts([10], [], [13.1])).toEqual([0, 1, 0, 0, []]);
  });

  it('gives a detection to one event only, and ends a window at the next event', () => {
    expect(counts([10, 11], [], [11])).toEqual([1, 1, 0, 0, [1]]);
    expect(counts([10, 11], [], [11.5])).toEqual([1, 1, 0, 0, [0.5]]);
    expect(counts([10, 11], [], [10.5, 10.9])).toEqual([2, 0, 0, 0, [0.5, -0.1]]);
  });

  it('counts a trap once, also for a detection just before it, and not for one in a window', () => {
    expect(counts([10], [[3, 5]], [2.75, 4, 4.5])).toEqual([0, 1, 1, 0, []]);
    expect(counts([10], [[3, 5]], [2.7, 5.1])).toEqual([0, 1, 0, 1, []]);
    expect(counts([10], [[9, 9.9]], [9.8])).toEqual([1, 0, 0, 1, [-0.2]]);
    expect(counts([10], [[9.8, 11]], [10.5, 10.8])).toEqual([1, 0, 0, 1, [0.5]]);
  });

  it('ignores what lies in no window and no trap', () => {
    expect(counts([10], [[3, 4]], [1, 6, 8])).toEqual([0, 1, 0, 1, []]);
  });

  it('agrees with a second, slower way to count', () => {
    const random = seededRandom(7);
    const times = (most: number) =>
      Array.from({ length: random.integer(most) }, () => random.integer(400) / 20).sort((a, b) => a - b);
    for (let i = 0; i < 500; i++) {
      const given: TurnBenchEvents = {
        events: [...new Set(times(5))],
        traps: times(6).map((start) => ({ start, end: start + 0.2 + random.integer(20) / 10 })),
        detections: [...new Set(times(12))],
      };
      expect(countTurnBench(given)).toEqual(slowly(given));
    }
  });
});

/** Walks through a table of every pair of event and detection. */
function slowly({ events, traps, detections }: TurnBenchEvents) {
  const reaches = (e: number, d: number): boolean => {
    const delay = detections[d]! - events[e]!;
    const next = e + 1 < events.length ? events[e + 1]! : 1e9;
    return (
      detections[d]! >= events[e]! - 0.25 &&
      detections[d]! <= events[e]! + 3 &&
      detections[d]! <= next &&
      !Number.isNaN(delay)
    );
  };
  const takenBy = detections.map(() => -1);
  const latencySec: number[] = [];
  for (let e = 0; e < events.length; e++)
    for (let d = 0; d < detections.length; d++)
      if (takenBy[d] === -1 && reaches(e, d)) {
        takenBy[d] = e;
        latencySec.push(detections[d]! - events[e]!);
        break;
      }
  let sprung = 0;
  for (const { start, end } of traps) {
    let isSprung = false;
    for (let d = 0; d < detections.length; d++) {
      let isInWindow = false;
      for (let e = 0; e < events.length; e++) isInWindow ||= reaches(e, d);
      if (!isInWindow && detections[d]! >= start - 0.25 && detections[d]! <= end) isSprung = true;
    }
    if (isSprung) sprung += 1;
  }
  return {
    found: latencySec.length,
    missed: events.length - latencySec.length,
    sprung,
    quiet: traps.length - sprung,
    latencySec,
  };
}
