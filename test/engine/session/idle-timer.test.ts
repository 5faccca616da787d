import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdleTimer } from '../../../src/engine/session/idle-timer.js';
import { Grid } from '../../../src/protocol/grid.js';

/** When a session without speech after `lastSec` is warned and closed. */
function firings(idleSec: number, intervalSec: number, lastSec = 0) {
  const timer = new IdleTimer(idleSec, intervalSec);
  timer.sound(lastSec);
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

it('warns of no more time than it leaves, and of less than a step less', () => {
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
  timer.sound(1);
  expect(timer.step(1)).toBeUndefined();
  expect(timer.step(1.1)).toBe('warn');
});

/** What fires at each second of a session with an idle timeout of 30 s, given what happens before some of them. */
function run(seconds: number, happens: Readonly<Record<number, (timer: IdleTimer) => void>>) {
  const timer = new IdleTimer(30, 1);
  const fired: [number, string][] = [];
  for (let t = 1; t <= seconds; t += 1) {
    happens[t]?.(timer);
    const due = timer.step(t);
    if (due) fired.push([t, due]);
    if (due === 'close') break;
  }
  return fired;
}

it('stands still while the agent speaks', () => {
  const fired = run(100, { 5: (timer) => timer.agentStart(5), 45: (timer) => timer.agentEnd(45) });
  expect(fired).toEqual([
    [60, 'warn'],
    [70, 'close'],
  ]);
});

it('sends no warning in the middle of what the agent says, and closes no earlier than it said', () => {
  const fired = run(100, { 19: (timer) => timer.agentStart(19), 39: (timer) => timer.agentEnd(39) });
  expect(fired).toEqual([
    [40, 'warn'],
    [50, 'close'],
  ]);
  const warned = run(100, { 21: (timer) => timer.agentStart(21), 31: (timer) => timer.agentEnd(31) });
  expect(warned).toEqual([
    [20, 'warn'],
    [40, 'close'],
  ]);
});

it('counts agent speech that began before the caller spoke only from then on', () => {
  const fired = run(100, {
    2: (timer) => timer.agentStart(2),
    10: (timer) => timer.sound(10),
    20: (timer) => timer.agentEnd(20),
  });
  expect(fired).toEqual([
    [40, 'warn'],
    [50, 'close'],
  ]);
});

const sound = (timer: IdleTimer, t: number, words: string | undefined) => {
  timer.soundStart(t - 0.5);
  timer.sound(t);
  timer.words(words);
};

it('is not reset by sounds without words, but by words and where nothing reads words', () => {
  const cough = (t: number) => ({ [t]: (timer: IdleTimer) => sound(timer, t, '') });
  const closed = [
    [20, 'warn'],
    [30, 'close'],
  ];
  expect(run(100, { ...cough(8), ...cough(16), ...cough(24) })).toEqual(closed);
  expect(run(100, { 8: (timer) => sound(timer, 8, 'yes') }).at(-1)).toEqual([38, 'close']);
  expect(run(100, { 8: (timer) => sound(timer, 8, undefined) }).at(-1)).toEqual([38, 'close']);
});

it('leaves as much time as a warning says, also if a sound without words hid the moment of the warning', () => {
  const fired = run(100, {
    18: (timer) => timer.soundStart(18),
    ...Object.fromEntries([19, 20, 21, 22, 23, 24].map((t) => [t, (timer: IdleTimer) => timer.sound(t)])),
    25: (timer) => timer.words(''),
  });
  expect(fired).toEqual([
    [25, 'warn'],
    [35, 'close'],
  ]);
});
