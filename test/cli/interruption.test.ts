import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { interruption, onStopSignal, SAME_PRESS_MS } from '../../src/cli/terminal/interruption.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const listeners = () => [process.listenerCount('SIGINT'), process.listenerCount('SIGTERM')];

it.each(['SIGINT', 'SIGTERM'] as const)(
  '%s is heard once, and leaves the next of either kind to end the process',
  (first) => {
    const before = listeners();
    const { signal, release } = interruption();
    expect(signal.aborted).toBe(false);
    // What listens beside it must not think that nobody waits for the first one.
    let heard = 0;
    process.once(first, () => (heard = process.listenerCount(first)));
    process.emit(first, first);
    expect(signal.aborted).toBe(true);
    const [own, other] = first === 'SIGINT' ? [0, 1] : [1, 0];
    expect(heard).toBe(before[own]! + 1);
    expect(listeners()[other]).toBe(before[other]);
    vi.advanceTimersByTime(SAME_PRESS_MS);
    expect(listeners()).toEqual(before);
    release();
    expect(listeners()).toEqual(before);
  },
);

it('takes a signal right after the first for the same Ctrl-C, handed on by npm, also once its work has ended', () => {
  const before = listeners();
  const stops: string[] = [];
  const release = onStopSignal((signal) => stops.push(signal));
  process.emit('SIGINT', 'SIGINT');
  release();
  // Without a listener the system would end the process.
  expect(listeners()).not.toEqual(before);
  process.emit('SIGINT', 'SIGINT');
  expect(stops).toEqual(['SIGINT']);
  vi.advanceTimersByTime(SAME_PRESS_MS);
  expect(listeners()).toEqual(before);
});

it('hears of a window that was closed until it is released, and never ends the process by it', () => {
  const before = process.listenerCount('SIGHUP');
  const { signal, stop, release } = interruption();
  process.emit('SIGHUP', 'SIGHUP');
  expect(signal.aborted).toBe(true);
  stop();
  expect(process.listenerCount('SIGHUP')).toBe(before + 1);
  release();
  expect(process.listenerCount('SIGHUP')).toBe(before);
});

it('leaves no listener where no signal came', () => {
  const before = listeners();
  interruption().release();
  expect(listeners()).toEqual(before);
});
