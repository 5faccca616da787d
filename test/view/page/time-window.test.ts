import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clock, TimeWindow, wholeClock } from '../../../src/view/page/time-window.js';

describe('the window of time', () => {
  it('zooms about a point, which stays at its place', () => {
    const window = new TimeWindow(100);
    window.zoom(0.5, 20);
    expect(window.shown).toEqual([10, 60]);
    window.zoom(2, 20);
    expect(window.isWhole).toBe(true);
  });

  it('moves to what is asked for, and only if it is not seen', () => {
    const window = new TimeWindow(100);
    window.show(10, 20);
    expect(window.include(15)).toBe(false);
    expect(window.include(50)).toBe(true);
    expect(window.shown).toEqual([49, 59]);
    window.includeSpan([70, 73]);
    expect(window.shown).toEqual([66.5, 76.5]);
    window.includeSpan([70, 73]);
    expect(window.shown).toEqual([66.5, 76.5]);
    window.move(-0.5);
    expect(window.shown).toEqual([61.5, 71.5]);
  });

  it('never leaves the recording, and never shows less than a second', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('zoom' as const),
        by: fc.double({ min: 0.01, max: 20, noNaN: true }),
        at: fc.double({ min: 0, max: 60, noNaN: true }),
      }),
      fc.record({
        kind: fc.constant('move' as const),
        by: fc.double({ min: -3, max: 3, noNaN: true }),
        at: fc.constant(0),
      }),
      fc.record({
        kind: fc.constant('include' as const),
        by: fc.constant(0),
        at: fc.double({ min: 0, max: 60, noNaN: true }),
      }),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const window = new TimeWindow(60);
        for (const { kind, by, at } of steps) {
          if (kind === 'zoom') window.zoom(by, at);
          else if (kind === 'move') window.move(by);
          else window.include(at);
          const [start, end] = window.shown;
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(60 + 1e-9);
          expect(end - start).toBeGreaterThanOrEqual(1 - 1e-9);
        }
      }),
    );
  });

  it('shows all of a recording shorter than a second', () => {
    const window = new TimeWindow(0.4);
    window.zoom(0.1);
    expect(window.shown).toEqual([0, 0.4]);
  });
});

it('times are minutes and seconds', () => {
  expect([0, 63.42, 59.96, 600].map(clock)).toEqual(['0:00.0', '1:03.4', '1:00.0', '10:00.0']);
  expect(wholeClock(63)).toBe('1:03');
});
