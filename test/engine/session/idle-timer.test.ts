import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdleTimer } from '../../../src/engine/session/idle-timer.js';
import { Grid } from '../../../src/protocol/grid.js';

/** When a session without speech after `lastSec` is warned and closed. */
function firings(idleSec: number, intervalSec: number, lastSec = 0) {
  const timer = new IdleTimer(idleSec, intervalSec);
  timer.speech(lastSec);
  const grid = new Grid(intervalSec);
  let warnedAt = NaN;
  for (let step = Math.ceil(lastSec / intervalSec) + 1; ; step++) {
    const at = grid.timeOf(step);
    const due = timer.step(at);
    if (due === 'warn') warnedAt = at;
    if (due === 'close') return { warnedAt, closedAt: at, closeInSec: timer.closeInSec };
  }
}

it.each([
  // [idle_timeout_s, inference_interval, warned, closed]
  [600, 0.1, 590, 600],
  [4, 0.1, 2, 4],
  [24.8, 0.3, 14.7, 24.9],
  [600, 0.03, 589.98, 600],
])('idle after %d s on a grid of %d s: warned at %d, closed at %d', (idle, interval, warnedAt, closedAt) => {
  expect(firings(idle, interval)).toMatchObject({ warnedAt, closedAt });
});

it('tells no more time than it leaves, and less than a step less', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 20, max: 1000 }),
      fc.integer({ min: 3, max: 200 }),
      fc.double({ min: 0, max: 5, noNaN: true }),
      (intervalMs, steps, lastSec) => {
        const interval = intervalMs / 1000;
        const idle = Math.ceil(intervalMs * steps * 1.01) / 1000;
        const { warnedAt, closedAt, closeInSec } = firings(idle, interval, lastSec);
        expect(closedAt - warnedAt).toBeGreaterThan(closeInSec - 0.002);
        expect(closedAt - warnedAt).toBeLessThan(closeInSec + interval + 0.002);
      },
    ),
  );
});

it('does not warn somebody who speaks', () => {
  const timer = new IdleTimer(0.15, 0.1);
  timer.speech(1);
  expect(timer.step(1)).toBeUndefined();
  expect(timer.step(1.1)).toBe('warn');
});
